// The record of a session's approvals is gone from the store, and with it what was used up meanwhile.

import { createGate, memoryStore, type Session, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { approvalOf } from '../fixtures/mail.js'
import { keptLog } from '../fixtures/open-gate.js'

const WHO = { tenant: 'acme', user: 'u-17', conversation: 'c-1' }

let calls = 0
const save = (session: Session) =>
  session.call({ id: `l${++calls}`, name: 'save_file', args: { path: '/a.txt' } })

async function afterTheLoss(uses: number | undefined) {
  const store = memoryStore({ shared: true })
  let runs = 0
  const made = tool({
    name: 'save_file',
    description: 'Saves a file.',
    useWhen: 'the user asks for it',
    input: z.object({ path: z.string() }),
    effect: 'write',
    egress: false,
    roles: { path: 'target' },
    run: () => ({ runs: ++runs }),
  })
  const session = createGate({ tools: [made], mode: 'ask', store, log: keptLog().log }).session(WHO)
  const { id } = approvalOf(await save(session))
  await session.approve(id, { for: 'value', by: 'u-17', ...(uses && { uses }) })
  expect((await save(session)).status).toBe('ok')
  const kept = await store.list({ space: 'approvals' })
  expect(kept.length).toBeGreaterThan(0)
  await store.deleteMany(kept)
  return { status: (await save(session)).status, runs: () => runs }
}

test('what is left of a counted approval does not come back', async () => {
  const { status, runs } = await afterTheLoss(3)
  expect(status).toBe('held')
  expect(runs()).toBe(1)
})

test('an approval that nothing uses up stands', async () => {
  const { status, runs } = await afterTheLoss(undefined)
  expect(status).toBe('ok')
  expect(runs()).toBe(2)
})
