import { setTimeout as sleep } from 'node:timers/promises'
import { createGate, empty, failure, type Outcome, say } from 'sallyport'
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

const input = z.object({ q: z.string().optional(), page: z.number().optional() })

/** A session with one tool whose runs are counted, and that ends them when `open` is called. */
function waiting(over: AnyToolOptions = {}) {
  const { opened, open } = latch()
  const signals: AbortSignal[] = []
  const run = vi.fn(async (_input: unknown, ctx: { signal: AbortSignal }) => {
    signals.push(ctx.signal)
    await opened
    return { rows: [{ price: signals.length }] }
  })
  const all = openGate([aTool({ input, run, ...over })])
  let count = 0
  const call = (args: unknown = { q: 'x' }, options = {}) =>
    all.session.call({ id: `c${++count}`, name: 'probe', args }, options)
  return { ...all, run, open, call, signals }
}

const replays = (outcomes: readonly Outcome[]) => outcomes.map(({ replayed }) => replayed)

/** Tries to change a value deep inside an outcome. */
function tamper(outcome: Outcome): void {
  const { value } = outcome as unknown as { value: { rows: { price: number }[] } }
  try {
    value.rows[0]!.price = -1
  } catch {
    // Frozen: as good.
  }
}

describe('single flight', () => {
  test('ten equal reads at once make one run', async () => {
    const { call, run, open } = waiting()
    const all = Array.from({ length: 10 }, () => call())
    open()
    const outcomes = await Promise.all(all)
    expect(run).toHaveBeenCalledTimes(1)
    expect(replays(outcomes)).toEqual([undefined, ...Array(9).fill('flight')])
    expect(outcomes.map(({ callId }) => callId)).toEqual(Array.from({ length: 10 }, (_, n) => `c${n + 1}`))
    for (const { model, ui } of outcomes)
      expect({ model, ui }).toEqual({ model: outcomes[0]?.model, ui: outcomes[0]?.ui })
  })

  test.each([
    ['explain', 1],
    ['read', 1],
    ['derive', 1],
    ['trigger', 2],
    ['write', 2],
    ['destroy', 2],
  ])('of a tool that does %s: %i runs of two equal calls', async (effect, runs) => {
    const { call, run, open } = waiting({ effect })
    open()
    await Promise.all([call(), call()])
    expect(run).toHaveBeenCalledTimes(runs)
  })

  test.each<[what: string, one: unknown, other: unknown, runs: number]>([
    ['text and object', '{"q":"x","page":1}', { q: 'x', page: 1 }, 1],
    ['other order of keys', { q: 'x', page: 1 }, { page: 1, q: 'x' }, 1],
    ['other spelling', '{"q":"\\u0078","page":1.0}', '{ "page": 1, "q": "x" }', 1],
    ['what admission repairs', '{"q":"x","page":"1",}', { q: 'x', page: 1 }, 1],
    ['null for an optional', { q: 'x', page: null }, { q: 'x' }, 1],
    ['another value', { q: 'x' }, { q: 'y' }, 2],
    ['one key more', { q: 'x' }, { q: 'x', page: 1 }, 2],
    ['a value in another key', { q: '1' }, { page: 1 }, 2],
  ])('goes by the admitted JSON: %s', async (_, one, other, runs) => {
    const { call, run, open } = waiting()
    open()
    const outcomes = await Promise.all([call(one), call(other)])
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(run).toHaveBeenCalledTimes(runs)
  })

  test('goes by the tool', async () => {
    const run = vi.fn(() => sleep(5))
    const { session } = openGate([aTool({ run }), aTool({ name: 'other', run })])
    await session.callAll(['probe', 'other'].map((name) => ({ id: name, name, args: {} })))
    expect(run).toHaveBeenCalledTimes(2)
  })

  test.each([[{ user: 'u-18' }], [{ tenant: 'other' }], [{ conversation: 'c-2' }]])(
    'never crosses sessions: %j',
    async (other) => {
      const { gate, call, run, open } = waiting()
      const view = gate.session({ ...PRINCIPAL, ...other })
      open()
      await Promise.all([call(), view.call({ id: 'o1', name: 'probe', args: { q: 'x' } })])
      expect(run).toHaveBeenCalledTimes(2)
    },
  )

  test('asks for the permission of each', async () => {
    let asked = 0
    const { call, open } = waiting({ permission: () => ++asked === 1 })
    const all = [call(), call()]
    open()
    expect((await Promise.all(all)).map((outcome) => codeOf(outcome) ?? 'ok')).toEqual([
      'ok',
      'not_permitted',
    ])
  })

  test("a follower's abort leaves the flight alone", async () => {
    const { call, run, open, signals } = waiting()
    const follower = new AbortController()
    const all = [call(), call({ q: 'x' }, { signal: follower.signal }), call()]
    await sleep(1)
    follower.abort()
    expect(codeOf(await all[1]!)).toBe('aborted')
    expect(signals[0]?.aborted).toBe(false)
    open()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(['ok', 'error', 'ok'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test("the first one's abort leaves it to the others", async () => {
    const { session, call, run, open, signals } = waiting()
    const all = [call(), call()]
    await sleep(1)
    session.abort('c1')
    expect(codeOf(await all[0]!)).toBe('aborted')
    expect(signals[0]?.aborted).toBe(false)
    open()
    expect(await all[1]!).toMatchObject({ status: 'ok', callId: 'c2' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is aborted when nobody waits any more', async () => {
    const { session, call, signals } = waiting()
    const all = [call(), call()]
    await sleep(1)
    session.abort()
    expect((await Promise.all(all)).map(codeOf)).toEqual(['aborted', 'aborted'])
    expect(signals[0]?.aborted).toBe(true)
  })

  test('that is being aborted is not joined: the next call runs', async () => {
    const { session, call, run, open } = waiting()
    const left = call()
    await sleep(1)
    session.abort()
    await left
    const next = call()
    open()
    expect(await next).toMatchObject({ status: 'ok' })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('ends as aborted for who comes with an aborted signal, and runs nothing', async () => {
    const { call, run } = waiting()
    expect(codeOf(await call({ q: 'x' }, { signal: AbortSignal.abort() }))).toBe('aborted')
    expect(run).not.toHaveBeenCalled()
  })

  test.each<[what: string, run: () => unknown, code: string]>([
    ['throws', () => sleep(3).then(() => Promise.reject(new Error('x'))), 'internal'],
    ['fails', () => sleep(3).then(() => failure({ code: 'conflict', userMessage: 'm' })), 'conflict'],
    ['hangs', () => new Promise(() => {}), 'timeout'],
    ['gives what has no JSON form', () => sleep(3).then(() => Symbol('x')), 'unserializable'],
  ])('that %s fails for all, and the next call runs', async (_, result, code) => {
    const run = vi.fn(result)
    const { call } = waiting({ run, limits: { timeoutMs: 60 } })
    expect((await Promise.all([call(), call()])).map(codeOf)).toEqual([code, code])
    expect(run).toHaveBeenCalledTimes(1)
    await call()
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('that the gate itself failed is forgotten: the next call runs', async () => {
    let broken = true
    const countTokens = (text: string) => {
      if (broken) throw new Error('no counter')
      return text.length
    }
    const run = vi.fn(() => 'long '.repeat(100))
    const { session } = openGate([aTool({ run, limits: { modelTokens: 100 } })], { countTokens })
    const call = (id: string) => session.call({ id, name: 'probe', args: {} })
    await call('c1')
    broken = false
    expect(await call('c2')).toMatchObject({ status: 'ok' })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('gives each call its own end on the side channel', async () => {
    const { session, call, events, open } = waiting()
    open()
    await Promise.all([call(), call()])
    const finished = events.filter(({ type }) => type === 'call.finished')
    expect(finished.map((event) => 'callId' in event && event.callId).sort()).toEqual(['c1', 'c2'])
    expect(session.outcome('c2')).toMatchObject({ callId: 'c2', replayed: 'flight' })
  })

  test('shares nothing that one reader could change for another', async () => {
    const { session, call, open } = waiting()
    open()
    const [one, two] = await Promise.all([call(), call()])
    tamper(two!)
    expect(one).toMatchObject({ value: { rows: [{ price: 1 }] } })
    expect(session.outcome('c1')).toMatchObject({ ui: { data: { rows: [{ price: 1 }] } } })
  })
})

describe('the cache', () => {
  const ttlMs = 60_000
  /** A session with a cached tool, on a clock that stands. */
  function caching(over: AnyToolOptions = {}) {
    const clock = standingClock()
    const run = vi.fn(() => ({ rows: [{ price: 10 }] }) as unknown)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const gate = createGate({ tools: [aTool({ input, run, cache: { ttlMs }, ...over })], clock, log })
    const session = gate.session(PRINCIPAL)
    let count = 0
    const call = (args: unknown = { q: 'x' }, of = session, options = {}) =>
      of.call({ id: `c${++count}`, name: 'probe', args }, options)
    return { gate, session, clock, run, call }
  }

  test.each(['explain', 'read', 'derive'])(
    'answers a later equal call of a tool that does %s',
    async (effect) => {
      const { call, run } = caching({ effect })
      const first = await call()
      const hit = await call()
      expect(run).toHaveBeenCalledTimes(1)
      expect(hit).toEqual({ ...first, callId: 'c2', replayed: 'cache' })
      expect(first).not.toHaveProperty('replayed')
    },
  )

  test('is there only where declared', async () => {
    const { call, run } = caching({ cache: undefined })
    await call()
    expect(await call()).not.toHaveProperty('replayed')
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('ends after ttlMs', async () => {
    const { call, run, clock } = caching()
    await call()
    clock.forward(ttlMs - 1)
    expect(await call()).toMatchObject({ replayed: 'cache' })
    clock.forward(1)
    expect(await call()).not.toHaveProperty('replayed')
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('a hit does not make it live longer', async () => {
    const { call, run, clock } = caching()
    for (let i = 0; i < 4; i++) {
      await call()
      clock.forward(ttlMs / 2)
    }
    expect(run).toHaveBeenCalledTimes(2)
  })

  test.each<[what: string, one: unknown, other: unknown, runs: number]>([
    ['text and object', '{"q":"x","page":1}', { page: 1, q: 'x' }, 1],
    ['what admission repairs', "{'q':'x',page:1,}", { q: 'x', page: 1 }, 1],
    ['another value', { q: 'x' }, { q: 'X' }, 2],
    ['a text that looks like the other key', { q: 'x', page: 1 }, { q: 'x,"page":1' }, 2],
  ])('goes by the admitted JSON: %s', async (_, one, other, runs) => {
    const { call, run } = caching()
    await call(one)
    await call(other)
    expect(run).toHaveBeenCalledTimes(runs)
  })

  test('keeps what was empty', async () => {
    const run = vi.fn(() => empty('Nothing.'))
    const { call } = caching({ run })
    await call()
    expect(await call()).toMatchObject({ status: 'empty', replayed: 'cache' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test.each<[what: string, run: () => unknown]>([
    ['a failure', () => failure({ code: 'conflict', userMessage: 'm' })],
    ['what was thrown', () => Promise.reject(new Error('x'))],
    ['what has no JSON form', () => Symbol('x')],
    ['a timeout', () => new Promise(() => {})],
  ])('does not keep %s', async (_, result) => {
    const run = vi.fn(result)
    const { call } = caching({ run, limits: { timeoutMs: 5 } })
    await call()
    expect(await call()).not.toHaveProperty('replayed')
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('keeps the rendered outcome: no view is made again', async () => {
    const toModel = vi.fn(() => say`Ten.`)
    const toUi = vi.fn((data: unknown) => ({ panel: 'rows', data }))
    const { call } = caching({ toModel, toUi })
    await call()
    expect(await call()).toMatchObject({ model: 'Ten.', ui: { panel: 'rows' } })
    expect([toModel.mock.calls.length, toUi.mock.calls.length]).toEqual([1, 1])
  })

  test.each([[{ user: 'u-18' }], [{ tenant: 'other' }], [{ conversation: 'c-2' }]])(
    'lives in one session: %j',
    async (other) => {
      const { gate, call, run } = caching()
      await call()
      await call({ q: 'x' }, gate.session({ ...PRINCIPAL, ...other }))
      expect(run).toHaveBeenCalledTimes(2)
    },
  )

  test('serves all views of that session', async () => {
    const { gate, call, run } = caching()
    await call()
    expect(await call({ q: 'x' }, gate.session(PRINCIPAL))).toMatchObject({ replayed: 'cache' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('answers nobody whose session is closed, or whose signal is aborted', async () => {
    const { gate, call } = caching()
    await call()
    const view = gate.session(PRINCIPAL)
    view.close()
    expect(codeOf(await call({ q: 'x' }, view))).toBe('aborted')
    expect(codeOf(await call({ q: 'x' }, undefined, { signal: AbortSignal.abort() }))).toBe('aborted')
  })

  test('gives the same to all, whatever one reader does to it', async () => {
    const { session, call } = caching()
    tamper(await call())
    tamper(await call())
    const third = await call()
    expect(third).toMatchObject({ replayed: 'cache', value: { rows: [{ price: 10 }] } })
    expect(third.ui).toMatchObject({ data: { rows: [{ price: 10 }] } })
    expect(session.outcome('c1')).toMatchObject({ value: { rows: [{ price: 10 }] } })
  })

  test('is not changed by a tool that keeps and changes what it returned', async () => {
    const kept = { rows: [{ price: 10 }] }
    const { call } = caching({ run: () => kept })
    await call()
    kept.rows[0]!.price = -1
    expect(await call()).toMatchObject({ value: { rows: [{ price: 10 }] } })
  })

  test('says how long the hit took, not the run', async () => {
    const clock = standingClock()
    const run = () => {
      clock.forward(500)
      return 1
    }
    const gate = createGate({ tools: [aTool({ run, cache: { ttlMs } })], clock })
    const session = gate.session(PRINCIPAL)
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ durationMs: 500 })
    expect(await session.call({ id: 'c2', name: 'probe' })).toMatchObject({
      durationMs: 0,
      replayed: 'cache',
    })
  })
})

describe('a default says the same written out or left out', () => {
  const withDefaults = z.object({ q: z.string(), limit: z.int().default(25) })

  test('in the cache', async () => {
    const run = vi.fn(() => ({ rows: [] }))
    const { session } = openGate([aTool({ input: withDefaults, cache: { ttlMs: 60_000 }, run })])
    await session.call({ id: 'a', name: 'probe', args: { q: 'x' } })
    const again = await session.call({ id: 'b', name: 'probe', args: { limit: 25, q: 'x' } })
    const other = await session.call({ id: 'c', name: 'probe', args: { q: 'x', limit: 5 } })
    expect([again.replayed, other.replayed]).toEqual(['cache', undefined])
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('in flight, also when the run changes its input', async () => {
    const { opened, open } = latch()
    const run = vi.fn(async (given: unknown) => {
      Object.assign(given as object, { limit: 1 })
      await opened
      return { rows: [] }
    })
    const { session } = openGate([aTool({ input: withDefaults, run })])
    const calls = [{ q: 'x' }, { q: 'x', limit: 25 }, { q: 'x', limit: 1 }].map((args, n) =>
      session.call({ id: `c${n}`, name: 'probe', args }),
    )
    open()
    expect(replays(await Promise.all(calls))).toEqual([undefined, 'flight', undefined])
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('what is no JSON goes by the arguments', async () => {
    const input = z.object({ q: z.string().transform((q) => new Map([['q', q]])) })
    const run = vi.fn(() => ({ rows: [] }))
    const { session } = openGate([aTool({ input, cache: { ttlMs: 60_000 }, run })])
    const outcomes = []
    for (const [n, q] of ['x', 'y', 'x'].entries())
      outcomes.push(await session.call({ id: `c${n}`, name: 'probe', args: { q } }))
    expect(replays(outcomes)).toEqual([undefined, undefined, 'cache'])
  })
})
