// What the bench of tokens calls: the example provider, and three real MCP servers behind the gateway. Each case
// says how many things its result holds and what the first are called, so that a view can be checked for both.

import { join } from 'node:path'

/** A call, and what its view has to state. */
export interface Case {
  readonly server: string
  readonly tool: string
  readonly args: object
  /** How many rows or characters there are, which the view has to say when it leaves some out. */
  readonly count: (result: Result) => number
  /** Ids of the first rows. */
  readonly ids: readonly string[]
}

/** A result of a server, as it came. */
export interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

const PEOPLE = 240

/** The graph that is in the memory server's file, in that server's own form. */
export function memoryFile(): string {
  const entities = Array.from({ length: PEOPLE }, (_, index) => ({
    type: 'entity',
    name: `person-${index}`,
    entityType: ['engineer', 'customer', 'supplier'][index % 3],
    observations: [
      `Works on project ${index % 20}.`,
      `Prefers mail on ${['Monday', 'Tuesday'][index % 2]}s.`,
    ],
  }))
  const relations = Array.from({ length: PEOPLE - 1 }, (_, index) => ({
    type: 'relation',
    from: `person-${index}`,
    to: `person-${index + 1}`,
    relationType: 'reports to',
  }))
  return [...entities, ...relations].map((line) => JSON.stringify(line)).join('\n')
}

/** The calls of the MCP servers. `root`: this repository. */
export function serverCases(root: string): Case[] {
  const text = ({ content }: Result) => content[0]?.text ?? ''
  const characters = (result: Result) => text(result).length
  const entities = ({ structuredContent }: Result) => Object.keys(structuredContent?.entities ?? []).length
  const people = Array.from({ length: 60 }, (_, index) => `person-${index}`)
  const src = join(root, 'src')
  const file = (name: string) => ({ path: join(root, 'examples', 'workspace', name) })
  return [
    {
      ...{ server: 'filesystem', tool: 'directory_tree', args: { path: src } },
      count: (result) => (JSON.parse(text(result)) as unknown[]).length,
      ids: ['cli', 'gate', 'index.ts'],
    },
    {
      ...{ server: 'filesystem', tool: 'list_directory_with_sizes', args: { path: join(src, 'gate') } },
      count: characters,
      ids: ['abort.ts'],
    },
    {
      ...{ server: 'filesystem', tool: 'search_files', args: { path: src, pattern: '**/*.ts' } },
      count: characters,
      ids: [join('cli', 'main.ts')],
    },
    {
      ...{ server: 'filesystem', tool: 'read_text_file', args: file('orders.csv') },
      count: characters,
      ids: ['HP-104003'],
    },
    {
      ...{ server: 'filesystem', tool: 'read_text_file', args: file('shop-api.log') },
      count: characters,
      ids: [],
    },
    {
      ...{ server: 'filesystem', tool: 'read_text_file', args: file('contracts/supply-agreement.md') },
      count: characters,
      ids: [],
    },
    { server: 'memory', tool: 'read_graph', args: {}, count: entities, ids: people.slice(0, 3) },
    {
      server: 'memory',
      tool: 'search_nodes',
      args: { query: 'engineer' },
      count: entities,
      ids: ['person-3'],
    },
    {
      server: 'memory',
      tool: 'search_nodes',
      args: { query: 'project 7.' },
      count: entities,
      ids: ['person-7'],
    },
    {
      server: 'memory',
      tool: 'open_nodes',
      args: { names: people },
      count: entities,
      ids: people.slice(0, 3),
    },
    {
      ...{
        server: 'everything',
        tool: 'echo',
        args: { message: 'All that is said comes back. '.repeat(400) },
      },
      count: characters,
      ids: [],
    },
    {
      ...{ server: 'everything', tool: 'get-env', args: {} },
      // Of short fields the view shows 24 and counts the rest.
      count: (result) => Object.values<string>(JSON.parse(text(result))).filter(isShort).length - 24,
      ids: ['FEATURE_0'],
    },
  ]
}

function isShort(value: string): boolean {
  return value.length <= 160
}
