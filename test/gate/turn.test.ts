import { createGate, type Effect, type Outcome } from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  type AnyToolOptions,
  aTool,
  codeOf,
  latch,
  openGate,
  PRINCIPAL,
  standingClock,
} from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()

const input = z.object({ n: z.number().optional(), m: z.string().optional() })

/** A session with a tool that counts its runs and gives the count. */
function counting(over: AnyToolOptions = {}) {
  let runs = 0
  const tools = [
    aTool({ input, run: () => ({ runs: ++runs }), ...over }),
    aTool({ name: 'other', input, run: () => ({ runs: ++runs }) }),
  ]
  const opened = openGate(tools)
  return {
    ...opened,
    call: (id: string, args: unknown, name = 'probe') => opened.session.call({ id, name, args }),
    runs: () => runs,
  }
}

describe('within one turn a repeated call id', () => {
  test.each<[what: string, first: unknown, second: unknown]>([
    ['the same object', { n: 1, m: 'a' }, { n: 1, m: 'a' }],
    ['the same text', '{"n":1,"m":"a"}', '{"n":1,"m":"a"}'],
    ['other white space', '{"n":1,"m":"a"}', ' { "n" : 1,\n"m":"a" } '],
    ['other order of keys', '{"n":1,"m":"a"}', '{"m":"a","n":1}'],
    ['other order of keys of an object', { n: 1, m: 'a' }, { m: 'a', n: 1 }],
    ['text and an object', '{"n":1,"m":"a"}', { n: 1, m: 'a' }],
    ['other spelling of a number', '{"n":1.0}', '{"n":1}'],
    ['other spelling of a text', '{"m":"\\u0061"}', '{"m":"a"}'],
    ['a trailing comma, as before', '{"n":1,}', '{"n":1,}'],
    ['a fence, as before', '```json\n{"n":1}\n```', '```json\n{"n":1}\n```'],
    ['other quotes, as before', "{'n':1}", "{'n':1}"],
    ['text of text, as before', '"{\\"n\\":1}"', '"{\\"n\\":1}"'],
    ['a number as text, as before', { n: '1' }, { n: '1' }],
    ['null for an optional, as before', '{"n":1,"m":null}', '{"n":1,"m":null}'],
    ['null for an optional, as an object', { n: 1, m: null }, { n: 1, m: null }],
    ['no arguments', undefined, undefined],
    ['no arguments and empty ones', undefined, {}],
    ['null and empty ones', null, {}],
    ['empty text and empty arguments', '', {}],
  ])('with %s shares the first outcome', async (_, first, second) => {
    const { call, runs } = counting()
    const [one, two] = [await call('c1', first), await call('c1', second)]
    expect(one).not.toHaveProperty('replayed')
    expect(two).toEqual({ ...one, replayed: 'id' })
    expect(runs()).toBe(1)
  })

  test.each<[what: string, first: unknown, second: unknown]>([
    ['another value', { n: 1 }, { n: 2 }],
    ['one more key', { n: 1 }, { n: 1, m: '' }],
    ['arguments where there were none', undefined, { n: 1 }],
    ['other text', '{"n":1}', '{"n":2}'],
  ])('with %s is a new call', async (_, first, second) => {
    const { call } = counting()
    const [one, two] = [await call('c1', first), await call('c1', second)]
    expect(two).not.toHaveProperty('replayed')
    expect(two.callId).toBe(one.callId)
    expect(two).not.toMatchObject({ value: { runs: 1 } })
  })

  test('of another tool is a new call', async () => {
    const { call, runs } = counting()
    await call('c1', {})
    expect(await call('c1', {}, 'other')).not.toHaveProperty('replayed')
    expect(runs()).toBe(2)
  })

  test('still shares after the id served for something else in between', async () => {
    const { call, runs } = counting()
    await call('c1', { n: 1 })
    await call('c1', { n: 2 })
    expect(await call('c1', { n: 1 })).toMatchObject({ value: { runs: 1 }, replayed: 'id' })
    expect(runs()).toBe(2)
  })

  test('shares while the first still runs', async () => {
    const { opened, open } = latch()
    const run = vi.fn(() => opened)
    const { call } = counting({ run, effect: 'write' })
    const both = [call('c1', {}), call('c1', {})]
    open()
    expect((await Promise.all(both)).map(({ replayed }) => replayed)).toEqual([undefined, 'id'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test.each<[what: string, over: AnyToolOptions, args: unknown, code: string]>([
    ['failed', { run: () => Promise.reject(new Error('x')) }, {}, 'internal'],
    ['was denied', { permission: () => false }, {}, 'not_permitted'],
    ['did not fit', {}, { wrong: 1 }, 'invalid_arguments'],
  ])('shares an outcome that %s', async (_, over, args, code) => {
    const { call } = counting(over)
    const [one, two] = [await call('c1', args), await call('c1', args)]
    expect(codeOf(one)).toBe(code)
    expect(two).toEqual({ ...one, replayed: 'id' })
  })

  test('runs a write once', async () => {
    const { call, runs } = counting({ effect: 'write' })
    await Promise.all([call('c1', { n: 1 }), call('c1', { n: 1 }), call('c1', { n: 1 })])
    expect(runs()).toBe(1)
  })

  test('shares across the views of a session', async () => {
    const { gate, call, runs } = counting({ effect: 'write' })
    await call('c1', {})
    await gate.session(PRINCIPAL).call({ id: 'c1', name: 'probe', args: {} })
    expect(runs()).toBe(1)
  })

  test('of another session is a new call', async () => {
    const { gate, call, runs } = counting({ effect: 'write' })
    await call('c1', {})
    for (const other of [{ user: 'u-18' }, { conversation: 'c-2' }, { tenant: 'other' }]) {
      await gate.session({ ...PRINCIPAL, ...other }).call({ id: 'c1', name: 'probe', args: {} })
    }
    expect(runs()).toBe(4)
  })

  test('is not fooled by what the caller does to its object afterwards', async () => {
    const { call, runs } = counting({ effect: 'write' })
    const args = { n: 1 }
    await call('c1', args)
    args.n = 2
    await call('c1', args)
    expect(runs()).toBe(2)
  })

  test('is not fooled by an object that was refused and is mended', async () => {
    const { call } = counting()
    const args: { n: unknown } = { n: 'x' }
    expect(codeOf(await call('c1', args))).toBe('invalid_arguments')
    args.n = 2
    expect(await call('c1', args)).toMatchObject({ status: 'ok' })
  })

  test.each<[effect: Effect, repeated: object]>([
    ['read', { replayed: 'id' }],
    ['write', { error: { code: 'conflict', retryable: false } }],
  ])('never runs an act again after many calls that %s, with large results', async (effect, repeated) => {
    let runs = 0
    const { session } = openGate([
      aTool({ name: 'pay', effect: 'write', run: () => ++runs }),
      aTool({ effect, run: () => 'x'.repeat(5_000_000) }),
    ])
    session.userSaid('Pay, then read all.', { id: 'm1' })
    await session.call({ id: 'pay', name: 'pay', args: {} })
    for (let n = 0; n < 20; n++) await session.call({ id: `c${n}`, name: 'probe', args: { n } })
    expect(await session.call({ id: 'pay', name: 'pay', args: {} })).toMatchObject(repeated)
    expect(runs).toBe(1)
  })

  test('shares in a batch', async () => {
    const { session, runs } = counting({ effect: 'write' })
    const same = { id: 'c1', name: 'probe', args: { n: 1 } }
    const outcomes = await session.callAll([same, { ...same, id: 'c2' }, same])
    expect(outcomes.map(({ callId, replayed }) => [callId, replayed])).toEqual([
      ['c1', undefined],
      ['c2', undefined],
      ['c1', 'id'],
    ])
    expect(runs()).toBe(2)
  })

  test('shares after a minute in which the model thought', async () => {
    const clock = standingClock()
    let runs = 0
    const { session } = openGate([aTool({ effect: 'write', run: () => ++runs })], { clock })
    session.userSaid('Book it.', { id: 'm1' })
    const call = { id: 'c1', name: 'probe', args: {} }
    await session.call(call)
    clock.forward(5 * 60_000)
    expect(await session.call(call)).toMatchObject({ replayed: 'id' })
    expect(runs).toBe(1)
  })

  test('gives the same to all, whatever one reader does to it', async () => {
    const { call } = counting({ run: () => ({ rows: [{ price: 10 }] }) })
    await call('c1', {})
    const { value } = (await call('c1', {})) as { value: { rows: { price: number }[] } } & Outcome
    try {
      value.rows[0]!.price = 0
    } catch {
      // Frozen: as good.
    }
    expect(await call('c1', {})).toMatchObject({
      value: { rows: [{ price: 10 }] },
      ui: { data: { rows: [{ price: 10 }] } },
    })
  })
})

describe('the word of the user ends the turn', () => {
  test('so that a repeated id is a new call', async () => {
    const { session, call, runs } = counting({ effect: 'write' })
    await call('c1', {})
    session.userSaid('Once more.', { id: 'm1' })
    expect(await call('c1', {})).not.toHaveProperty('replayed')
    expect(runs()).toBe(2)
  })

  test('once an id: the same message again ends nothing', async () => {
    const { session, call, runs } = counting({ effect: 'write' })
    session.userSaid('Once more.', { id: 'm1' })
    await call('c1', {})
    session.userSaid('Once more.', { id: 'm1' })
    session.userSaid('Other words.', { id: 'm1' })
    expect(await call('c1', {})).toMatchObject({ replayed: 'id' })
    expect(runs()).toBe(1)
  })

  test('for all views of the session', async () => {
    const { gate, call, runs } = counting({ effect: 'write' })
    await call('c1', {})
    gate.session(PRINCIPAL).userSaid('Once more.', { id: 'm1' })
    await call('c1', {})
    expect(runs()).toBe(2)
  })

  test('and not that of another session', async () => {
    const { gate, call, runs } = counting({ effect: 'write' })
    await call('c1', {})
    gate.session({ ...PRINCIPAL, conversation: 'c-2' }).userSaid('Once more.', { id: 'm1' })
    await call('c1', {})
    expect(runs()).toBe(1)
  })

  test('while a call is under way: that call ends as it would have', async () => {
    const { opened, open } = latch()
    const { session, call } = counting({ run: () => opened })
    const running = call('c1', {})
    session.userSaid('And now?', { id: 'm1' })
    open()
    expect(await running).toMatchObject({ status: 'ok' })
  })
})

describe('a fault in arguments may be mended argumentRetries times', () => {
  const wrong = { n: 'x' }
  const retryable = (outcome: Outcome) => 'error' in outcome && outcome.error.retryable
  test.each([0, 1, 2, 5])('%i', async (argumentRetries) => {
    const gate = createGate({ tools: [aTool({ input, limits: { argumentRetries } })] })
    const session = gate.session(PRINCIPAL)
    const tries: boolean[] = []
    let last: Outcome | undefined
    for (let i = 0; i <= argumentRetries; i++) {
      last = await session.call({ id: `c${i}`, name: 'probe', args: wrong })
      tries.push(retryable(last))
    }
    expect(tries).toEqual([...Array(argumentRetries).fill(true), false])
    expect(last?.model).toMatch(/stop/i)
  })

  const exhaust = async (call: (id: string, args: unknown, name?: string) => Promise<Outcome>) => {
    for (const id of ['e1', 'e2', 'e3']) await call(id, wrong)
  }

  test.each<[what: string, forgive: (of: ReturnType<typeof counting>) => unknown, again: boolean]>([
    ['a new word of the user', ({ session }) => session.userSaid('Again.', { id: 'm1' }), true],
    ['a good call of the tool', ({ call }) => call('g1', { n: 1 }), true],
    ['a good call of another tool', ({ call }) => call('g1', { n: 1 }, 'other'), false],
    ['another fault', ({ call }) => call('g1', { zzz: 1 }), false],
  ])('and after %s afresh: %#', async (_, forgive, again) => {
    const of = counting()
    await exhaust(of.call)
    await forgive(of)
    expect(retryable(await of.call('c9', wrong))).toBe(again)
  })

  test('counted for each path and rule', async () => {
    const { call } = counting()
    await exhaust(call)
    expect(retryable(await call('c1', { m: 7 }))).toBe(true)
    expect(retryable(await call('c2', wrong, 'other'))).toBe(true)
    expect(retryable(await call('c3', wrong))).toBe(false)
  })
})
