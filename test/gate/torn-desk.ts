// The desk of torn.test.ts, the same in both processes.

import { z } from 'zod'
import { createGate, type RecordStore, type Session, tool } from '../../src/index.js'

export const EVIL = 'bob@evil.example'
export const PLAN = 'Send “hello” to the owner of “Plan 2025”'
export const SECRET = 'the salary of everyone in the whole house is as follows here'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const base = { description: 'Does it.', useWhen: 'it is wanted' } as const

/** A gate on a store, with a session that is the same each time. `owner`: what the list of files shows. */
export function openDesk(store: RecordStore, owner = 'lena@acme.example', conversation = 'c'): Desk {
  const gate = createGate({
    mode: 'ask',
    store,
    log: quiet,
    tools: [
      tool({
        ...base,
        name: 'list_files',
        effect: 'read',
        origin: { '*.name': 'third-party-structured', '*.owner': 'third-party-structured' },
        input: z.object({}),
        run: () => [{ name: 'Plan 2025', owner }],
      }),
      tool({
        ...base,
        name: 'read_salaries',
        effect: 'read',
        readers: ['boss@acme.example'],
        input: z.object({}),
        run: () => ({ text: SECRET }),
      }),
      tool({
        ...base,
        name: 'send_mail',
        effect: 'trigger',
        egress: 'send',
        roles: { to: 'target', body: 'content' },
        input: z.object({ to: z.string(), body: z.string() }),
        run: () => ({ sent: true }),
      }),
    ],
  })
  return {
    session: gate.session({ tenant: 't', user: 'u', conversation }),
    close: () => gate.close(),
  }
}

export interface Desk {
  readonly session: Session
  close(): Promise<void>
}
