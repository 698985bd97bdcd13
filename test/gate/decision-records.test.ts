// What the audit ties a decision to: a digest of the arguments, never their words.

import { memoryStore } from 'sallyport'
import { expect, test } from 'vitest'
import { aTool, openGate } from '../fixtures/open-gate.js'

test('a decision record tells equal arguments from others, and holds no word of them', async () => {
  const store = memoryStore()
  const { gate, session } = openGate([aTool({ effect: 'trigger', egress: false })], { store })
  for (const [id, n] of [
    ['c1', 4711],
    ['c2', 4711],
    ['c3', 4712],
  ] as const) {
    await session.call({ id, name: 'probe', args: { n } })
  }
  await gate.close()
  const records = (await store.list({ space: 'decision' })).map(({ value }) => JSON.parse(value))
  const [one, equal, other] = ['c1', 'c2', 'c3'].map(
    (id) => records.find(({ callId }) => callId === id)?.argsHash as unknown,
  )
  expect(one).toMatch(/^[\w-]{43}$/)
  expect(equal).toBe(one)
  expect(other).not.toBe(one)
  expect(JSON.stringify(records)).not.toMatch(/471[12]/)
})
