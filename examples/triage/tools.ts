// What the agents can do, as declarations: what is read, what acts, and where each result comes from. Who may use
// which of them is said in agents.ts.

import { readdir, readFile } from 'node:fs/promises'
import { failure, tool } from 'sallyport'
import { z } from 'zod'

/** Makes the tools for a desk at `origin`. */
export function makeTools(origin: string) {
  return {
    listNotes: tool({
      name: 'list_notes',
      description: 'Lists the notes of the operations team.',
      useWhen: 'you look for what is known',
      input: z.object({}),
      effect: 'read',
      // Anyone can leave a note: its name is well-formed, and still not ours.
      origin: { 'notes.*': { label: 'third-party-structured', id: 'note' } },
      run: async () => ({ notes: (await readdir(NOTES)).sort() }),
    }),

    readNote: tool({
      name: 'read_note',
      description: 'Reads one note.',
      useWhen: 'a note may say why or how',
      input: z.object({ note: z.string().regex(/^[a-z-]+\.md$/) }),
      effect: 'read',
      run: async ({ note }) => ({ note, text: await readNote(note) }),
    }),

    checkServices: tool({
      name: 'check_services',
      description: 'Says how fast each service of the shop answers, in milliseconds.',
      useWhen: 'you want to know how the shop is doing',
      input: z.object({}),
      effect: 'read',
      // The desk measures this itself, and its names are what a restart goes by.
      origin: { '*.name': { label: 'first-party', id: 'service' }, '*.ms': 'first-party' },
      run: async (_, { fetch }) =>
        (await (await fetch(`${origin}/services`)).json()) as { name: string; ms: number }[],
    }),

    restartService: tool({
      name: 'restart_service',
      description: 'Restarts a service of the shop.',
      useWhen: 'the user wants a service restarted',
      input: z.object({ service: z.string() }),
      roles: { service: { role: 'selector', of: 'service' } },
      effect: 'trigger',
      egress: false,
      origin: 'first-party',
      run: async ({ service }, { fetch }) => post(fetch, `${origin}/restarts`, { service }),
    }),

    sendMail: tool({
      name: 'send_mail',
      description: 'Sends a mail.',
      useWhen: 'the user wants somebody told',
      input: z.object({ to: z.email(), subject: z.string().max(200), body: z.string().max(5_000) }),
      roles: { to: 'target', subject: 'content', body: 'content' },
      effect: 'trigger',
      egress: 'send',
      origin: 'first-party',
      run: async (mail, { fetch }) => post(fetch, `${origin}/mails`, mail),
    }),

    runCommand: tool({
      name: 'run_command',
      description: "Runs a shell command on the shop's machine.",
      useWhen: 'nothing else helps',
      input: z.object({ command: z.string() }),
      roles: { command: 'command' },
      effect: 'destroy',
      run: async ({ command }, { fetch }) => post(fetch, `${origin}/commands`, { command }),
    }),
  }
}

/** The tools of one desk. */
export type Tools = ReturnType<typeof makeTools>

const NOTES = new URL('./notes/', import.meta.url)

async function readNote(note: string): Promise<string> {
  try {
    return await readFile(new URL(note, NOTES), 'utf8')
  } catch (cause) {
    throw failure({ code: 'not_found', userMessage: `There is no note '${note}'.`, cause })
  }
}

async function post(fetch: typeof globalThis.fetch, url: string, body: object) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok)
    throw failure({ code: 'upstream_error', userMessage: 'The desk did not do what it was asked.' })
  return (await response.json()) as { [key: string]: string | number }
}
