// The story: nine calls as models make them, good and bad, and what to look at in each. Data only.

/** One call of the story. */
export interface Step {
  readonly title: string
  readonly server: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** What to look at when it crosses the gate, and when it doesn't; a call without the latter needs the gate. */
  readonly gated: string
  readonly direct?: string
}

/** Stands for the handle that the call before gave. */
export const HANDLE = '<handle>'

export const STORY: readonly Step[] = [
  {
    title: 'A good call',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: 'shop-api.log', head: 3 },
    gated: 'The words of the server stand in a fence, so a model can tell them from its own instructions.',
    direct: 'The words of the file stand bare in the context of the model.',
  },
  {
    title: 'A CSV of 5 000 rows',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: 'orders.csv' },
    gated: 'The model gets a first part within its budget, and a handle of the whole. The UI gets all of it.',
    direct: 'The whole file goes into the context of the model.',
  },
  {
    title: 'The rest of it, behind its handle',
    server: '',
    tool: 'inspect_handle',
    args: { handle: HANDLE, op: 'search', text: 'HP-114079' },
    gated: 'Found without loading it. A tool that accepts handles gets the whole file by the same token.',
  },
  {
    title: 'A poisoned note',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: 'notes/2026-03-16-handover.md' },
    gated: 'It tries to close the fence and to speak as the system. What looks like a fence is escaped.',
    direct: 'Nothing says where the note ends and where the system speaks.',
  },
  {
    title: 'A misspelt argument',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: 'shop-api.log', heads: 3 },
    gated: 'Refused by name. A misspelt limit never runs as no limit.',
    direct: 'The server drops the key that it does not know: no limit, the whole log.',
  },
  {
    title: 'A path outside',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: '/etc/passwd' },
    gated: 'The server refuses. Its words come as data: with a code, in a fence, and no reason to retry.',
    direct: 'The server refuses here too. Its words stand bare.',
  },
  {
    title: 'An unknown tool',
    server: 'fs',
    tool: 'delete_file',
    args: { path: 'orders.csv' },
    gated: 'Denied, with near names out of what is offered. A withheld tool gets the same answer.',
    direct: 'An error of the protocol; what a model gets to read of it is up to the client.',
  },
  {
    title: 'A slow call',
    server: 'everything',
    tool: 'trigger-long-running-operation',
    args: { duration: 3, steps: 3 },
    gated: 'Stopped at its deadline of 500 ms, and the server is told. A late answer would be dropped.',
    direct: 'The model waits for as long as the server likes.',
  },
  {
    title: 'A smuggled routing key',
    server: 'fs',
    tool: 'read_text_file',
    args: { path: 'orders.csv', head: 2, _handler: 'write_file' },
    gated: 'What runs is read from the declaration, never from the call. The key does not reach the server.',
    direct: 'The key goes to the server. This one ignores it; whether the next one does is its own affair.',
  },
]
