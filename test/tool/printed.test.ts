import { empty, failure, type Outcome } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { type AnyToolOptions, aTool, openGate } from '../fixtures/open-gate.js'

const SECRET = 'for the panel only'
const views: AnyToolOptions = { toModel: () => 'two rows', toUi: () => ({ panel: 'p', data: SECRET }) }

const KINDS: [what: string, over: AnyToolOptions][] = [
  ['good', views],
  ['empty', { run: () => empty('None.') }],
  ['failed', { run: () => failure({ code: 'gone', userMessage: 'It is gone.' }) }],
  [
    'partly failed',
    { run: () => failure({ code: 'gone', userMessage: 'Gone.', results: [SECRET] }), ...views },
  ],
  ['denied', { permission: () => false }],
]

/** Every way in which an outcome comes about a second time. */
async function outcomesOf(over: AnyToolOptions): Promise<Outcome[]> {
  const { session, events } = openGate([aTool({ cache: { ttlMs: 60_000 }, ...over })])
  const call = (id: string) => session.call({ id, name: 'probe', args: {} })
  const first = await call('a')
  const kept = session.outcome('a')
  const all = [first, await call('a'), await call('b'), kept as Outcome]
  return [
    ...all,
    ...events.flatMap((event) => (event.type === 'call.finished' ? [event.outcome as Outcome] : [])),
  ]
}

describe.each(KINDS)('what is printed of a %s call', (_, over) => {
  test('is the model view and nothing else, whichever way the outcome came', async () => {
    for (const outcome of await outcomesOf(over)) {
      const { callId, tool, status, model } = outcome
      expect(JSON.parse(JSON.stringify(outcome))).toEqual({ callId, tool, status, model })
    }
  })

  test('spread, structuredClone and record carry all', async () => {
    const [outcome] = await outcomesOf(over)
    const whole = { ...(outcome as Outcome) }
    expect(whole).toHaveProperty('ui')
    expect(Object.keys(whole)).not.toContain('toJSON')
    expect(structuredClone(outcome)).toEqual(whole)
    expect(JSON.parse(JSON.stringify(outcome?.record()))).toEqual(JSON.parse(JSON.stringify(whole)))
  })
})

test('what is stored under an idempotency key is the whole, and prints as the first did', async () => {
  const { session } = openGate([aTool({ effect: 'write', idempotencyKey: () => 'k', ...views })])
  const first = await session.call({ id: 'a', name: 'probe', args: {} })
  const again = await session.call({ id: 'b', name: 'probe', args: {} })
  expect(again).toMatchObject({ replayed: 'key', ui: first.ui })
  expect(Object.keys(JSON.parse(JSON.stringify(again)))).toEqual(['callId', 'tool', 'status', 'model'])
})
