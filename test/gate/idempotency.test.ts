import { setTimeout as sleep } from 'node:timers/promises'
import { createGate, empty, failure, memoryStore, type RecordStore, type ToolContext } from 'sallyport'
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

const HOUR = 60 * 60_000
const input = z.object({ order: z.string() })
const idempotencyKey = ({ order }: { order: string }) => order

/** A session with a tool that acts once a key; its runs are counted. */
function paying(over: AnyToolOptions = {}, store: RecordStore | undefined = undefined) {
  const clock = standingClock()
  let runs = 0
  const run = vi.fn((_input: unknown, _ctx: ToolContext) => ({ receipt: `r-${++runs}` }) as unknown)
  const pay = aTool({ name: 'pay', effect: 'write', input, run, idempotencyKey, ...over })
  const opened = openGate([pay], { clock, ...(store && { store }) })
  let count = 0
  const call = (order = 'o-1', of = opened.session, options = {}) =>
    of.call({ id: `c${++count}`, name: 'pay', args: { order } }, options)
  return { ...opened, clock, run: over.run ? (over.run as typeof run) : run, call, pay }
}

/** A store of which some methods do something else. */
function storeWith(over: Partial<RecordStore>, under: RecordStore = memoryStore()): RecordStore {
  return new Proxy(under, {
    get(target, key) {
      const own = over[key as keyof RecordStore] ?? target[key as keyof RecordStore]
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}

describe('a repeated act', () => {
  test.each(['write', 'trigger'])(
    'of a tool that does %s gives the first outcome and says so',
    async (effect) => {
      const { call, run } = paying({ effect })
      const first = await call()
      const repeat = await call()
      expect(run).toHaveBeenCalledTimes(1)
      expect(first).toMatchObject({ status: 'ok', callId: 'c1', value: { receipt: 'r-1' } })
      expect(repeat).toMatchObject({
        status: 'ok',
        callId: 'c2',
        value: { receipt: 'r-1' },
        ui: first.ui,
        replayed: 'key',
      })
      expect(first).not.toHaveProperty('replayed')
      expect(repeat.model).toContain('r-1')
      // The model is told, too, or it would report two payments.
      expect(repeat.model).not.toBe(first.model)
    },
  )

  test('with another key is another act', async () => {
    const { call, run } = paying()
    await call('o-1')
    expect(await call('o-2')).toMatchObject({ value: { receipt: 'r-2' } })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test.each(['', '\0', 'a"],["b', '__proto__', 'ü'.repeat(10_000)])(
    'may have a key that ends in %j',
    async (end) => {
      const { call, run } = paying()
      await call(`o${end}`)
      await call(`o${end}`)
      await call(`o${end}.`)
      expect(run).toHaveBeenCalledTimes(2)
    },
  )

  test('that was empty is done', async () => {
    const { call, run } = paying({ run: vi.fn(() => empty('Nothing was due.')) })
    await call()
    expect(await call()).toMatchObject({ status: 'empty', replayed: 'key' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is known for 24 hours', async () => {
    const { call, run, clock } = paying()
    await call()
    clock.forward(24 * HOUR - 1_000)
    expect(await call()).toMatchObject({ replayed: 'key' })
    clock.forward(2_000)
    expect(await call()).not.toHaveProperty('replayed')
    expect(run).toHaveBeenCalledTimes(2)
  })

  test.each<[whose: string, other: object, runs: number]>([
    ['of the same user in another conversation is the same act', { conversation: 'c-2' }, 1],
    ['of another user is another act', { user: 'u-18' }, 2],
    ['of another tenant is another act', { tenant: 'other' }, 2],
    ['of nobody in particular is another act', { user: undefined, anonymous: true }, 2],
    ['of a user named like nobody is another act', { user: 'null' }, 2],
  ])('%s', async (_, other, runs) => {
    const { gate, call, run } = paying()
    await call()
    const asked = Object.fromEntries(
      Object.entries({ ...PRINCIPAL, ...other }).filter(([, value]) => value !== undefined),
    )
    expect(await call('o-1', gate.session(asked as never))).toMatchObject({ status: 'ok' })
    expect(run).toHaveBeenCalledTimes(runs)
  })

  test('of one stranger never answers another', async () => {
    const { gate, call, run } = paying()
    const anonymous = (conversation: string) =>
      gate.session({ tenant: 'acme', anonymous: true, conversation })
    await call('o-1', anonymous('c-2'))
    expect(await call('o-1', anonymous('c-3'))).not.toMatchObject({ value: { receipt: 'r-1' } })
    expect(run.mock.calls.length).toBeLessThanOrEqual(2)
  })

  test('of another tool is another act', async () => {
    const run = vi.fn(() => 1)
    const keyed = { effect: 'write', input, run, idempotencyKey }
    const { session } = openGate([aTool({ name: 'pay', ...keyed }), aTool({ name: 'refund', ...keyed })])
    for (const name of ['pay', 'refund']) await session.call({ id: name, name, args: { order: 'o-1' } })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('is known to a session that is opened again, and to another gate on the same store', async () => {
    const store = memoryStore()
    const { gate, session, call, run, pay } = paying({}, store)
    await call()
    session.close()
    expect(await call('o-1', gate.session(PRINCIPAL))).toMatchObject({ replayed: 'key' })
    const other = createGate({ tools: [pay], store, mode: 'observe' }).session(PRINCIPAL)
    expect(await call('o-1', other)).toMatchObject({ replayed: 'key', value: { receipt: 'r-1' } })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('is still asked for its permission', async () => {
    let allowed = true
    const { call } = paying({ permission: () => allowed })
    await call()
    allowed = false
    expect(codeOf(await call())).toBe('not_permitted')
  })

  test('keeps within its budget when it says so', async () => {
    const run = () => ({ text: 'long '.repeat(100) })
    const pay = aTool({
      name: 'pay',
      effect: 'write',
      input,
      run,
      idempotencyKey,
      limits: { modelTokens: 60 },
    })
    const { session } = openGate([pay], { countTokens: (text) => text.length })
    for (const id of ['c1', 'c2']) {
      const { model } = await session.call({ id, name: 'pay', args: { order: 'o-1' } })
      expect(model.length).toBeLessThanOrEqual(60)
    }
  })
})

describe('a first run that failed may run again', () => {
  test.each<[how: string, fail: (ctx: { signal: AbortSignal }) => unknown, over: AnyToolOptions]>([
    ['by a failure', () => failure({ code: 'conflict', userMessage: 'm' }), {}],
    ['by a throw', () => Promise.reject(new Error('x')), {}],
    [
      'by its deadline, once it has ended late',
      (ctx) =>
        new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
      { limits: { timeoutMs: 10 } },
    ],
  ])('%s', async (_, fail, over) => {
    let runs = 0
    const run = vi.fn((_input: unknown, ctx: ToolContext) => (++runs === 1 ? fail(ctx) : { receipt: 'r' }))
    const { call } = paying({ run, ...over })
    expect(await call()).toMatchObject({ status: 'error' })
    expect(await call()).toMatchObject({ status: 'ok' })
    expect(await call()).toMatchObject({ status: 'ok', replayed: 'key' })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('by an abort', async () => {
    const { opened, open } = latch()
    const run = vi.fn((_input: unknown, _ctx: ToolContext) => opened)
    const { session, call } = paying({ run })
    const first = call()
    await sleep(2)
    session.abort()
    expect(codeOf(await first)).toBe('aborted')
    open()
    expect(await call()).toMatchObject({ status: 'ok' })
  })
})

describe('an act that was done, or may be done yet, is not done again', () => {
  test.each<[how: string, run: () => unknown, over: AnyToolOptions, code: string]>([
    ['whose result has no JSON form', () => Symbol('x'), {}, 'unserializable'],
    [
      'whose result the output refuses',
      () => ({ wrong: 1 }),
      { output: z.object({ receipt: z.string() }) },
      'result_invalid',
    ],
  ])('%s', async (_, result, over, code) => {
    const run = vi.fn(result)
    const { call } = paying({ run, ...over })
    expect([codeOf(await call()), codeOf(await call())]).toEqual([code, code])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('that still runs after its deadline', async () => {
    const { opened, open } = latch()
    const run = vi.fn(() => opened)
    const { call } = paying({ run, limits: { timeoutMs: 10 } })
    expect(codeOf(await call())).toBe('timeout')
    expect(codeOf(await call())).toBe('conflict')
    expect(run).toHaveBeenCalledTimes(1)
    open()
  })

  test('while it waits for its slot longer than its deadline', async () => {
    const { opened, open } = latch()
    const run = vi.fn(() => opened)
    const { gate, call } = paying({ run, limits: { concurrency: 1, timeoutMs: 60_000 } })
    const [first, second] = [call('o-0'), call('o-1', gate.session({ ...PRINCIPAL, conversation: 'c-2' }))]
    const third = call('o-1', gate.session({ ...PRINCIPAL, conversation: 'c-3' }))
    await sleep(5)
    open()
    await Promise.all([first, second, third])
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('an act with places of its own', () => {
  const crowded = () => {
    const { opened, open } = latch()
    const run = vi.fn(() => opened)
    return { ...paying({ run, limits: { concurrency: 1 } }), open }
  }

  test('under another key waits for its place', async () => {
    const { call, run, open } = crowded()
    const both = [call('o-1'), call('o-2')]
    await sleep(5)
    expect(run).toHaveBeenCalledTimes(1)
    open()
    await Promise.all(both)
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('that is aborted while it waits for its place was not done, and keeps no claim', async () => {
    const { call, run, session, open } = crowded()
    const first = call('o-1')
    await sleep(5)
    const gone = new AbortController()
    const second = call('o-2', session, { signal: gone.signal })
    await sleep(5)
    gone.abort()
    expect(await second).toMatchObject({ error: { code: 'aborted' } })
    open()
    await first
    expect(await call('o-2')).toMatchObject({ status: 'ok' })
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('at once, the act is done once', () => {
  test('in one session, where the others get the first outcome', async () => {
    const { call, run } = paying()
    const outcomes = await Promise.all([call(), call(), call()])
    expect(run).toHaveBeenCalledTimes(1)
    expect(outcomes.map(({ replayed }) => replayed)).toEqual([undefined, 'key', 'key'])
  })

  test('in two conversations of a user, where the other gets the outcome or may try again', async () => {
    const run = vi.fn(() => sleep(10, { receipt: 'r' }))
    const { gate, call } = paying({ run })
    const other = gate.session({ ...PRINCIPAL, conversation: 'c-2' })
    const [one, two] = await Promise.all([call(), call('o-1', other)])
    expect(run).toHaveBeenCalledTimes(1)
    expect(one).toMatchObject({ status: 'ok' })
    if (two?.status !== 'ok') expect(two).toMatchObject({ error: { code: 'conflict', retryable: true } })
    expect(await call('o-1', other)).toMatchObject({ status: 'ok', replayed: 'key' })
  })
})

describe('the key', () => {
  test('is made of the parsed input', async () => {
    const seen = vi.fn(idempotencyKey)
    const { session } = paying({ idempotencyKey: seen, input: z.object({ order: z.string().toLowerCase() }) })
    await session.call({ id: 'c1', name: 'pay', args: '{"order":"O-1"}' })
    expect(seen).toHaveBeenCalledWith({ order: 'o-1' })
  })

  test('reaches the tool and its fetch, the same for each try, another for another act', async () => {
    const sent: (string | null)[] = []
    const fetching = vi.fn(async (...[target, init]: Parameters<typeof fetch>) => {
      sent.push(new Request(target, init).headers.get('idempotency-key'))
      return new Response('{}')
    })
    const keys: (string | undefined)[] = []
    const run = async (_: unknown, ctx: ToolContext) => {
      keys.push(ctx.idempotencyKey)
      await ctx.fetch('https://pay.example/charge', { method: 'POST' })
      return failure({ code: 'conflict', userMessage: 'm' })
    }
    const pay = aTool({ name: 'pay', effect: 'write', input, run, idempotencyKey })
    const { session } = openGate([pay], { fetch: fetching as typeof fetch })
    for (const [n, order] of ['o-1', 'o-1', 'o-2'].entries()) {
      await session.call({ id: `c${n}`, name: 'pay', args: { order } })
    }
    expect(sent).toEqual(keys)
    expect(keys[0]).toMatch(/\w{16,}/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('of two tenants or users differs, since an upstream may serve both', async () => {
    const keys = new Set<string | undefined>()
    const run = (_: unknown, ctx: ToolContext) => void keys.add(ctx.idempotencyKey)
    const { gate } = paying({ run })
    for (const whose of [{}, { user: 'u-18' }, { tenant: 'other' }]) {
      await gate.session({ ...PRINCIPAL, ...whose }).call({ id: 'c', name: 'pay', args: { order: 'o-1' } })
    }
    expect(keys.size).toBe(3)
  })

  test('is undefined for a tool that names none', async () => {
    const run = vi.fn((_input: unknown, ctx: ToolContext) => String(ctx.idempotencyKey))
    const { call } = paying({ idempotencyKey: undefined, run })
    expect(await call()).toMatchObject({ value: 'undefined' })
  })

  test('can not come from the arguments', async () => {
    const { session, run } = paying()
    const args = { order: 'o-1', idempotencyKey: 'mine' }
    expect(codeOf(await session.call({ id: 'c1', name: 'pay', args }))).toBe('invalid_arguments')
    expect(run).not.toHaveBeenCalled()
  })

  test.each<[what: string, key: () => unknown]>([
    ['is empty', () => ''],
    ['is a number', () => 7],
    ['is missing', () => undefined],
    ['is an object', () => ({})],
    ['is a promise', async () => 'k'],
  ])('that %s is a fault of the tool, which does not run', async (_, key) => {
    const { call, run } = paying({ idempotencyKey: key })
    expect(codeOf(await call())).toBe('internal')
    expect(run).not.toHaveBeenCalled()
  })
})

describe('a store', () => {
  test('that is down before the act: the act is not done', async () => {
    const down = () => Promise.reject(new Error('store down'))
    const { call, run } = paying({}, storeWith({ compareAndSet: down }))
    expect(await call()).toMatchObject({ status: 'error', error: { code: 'internal' } })
    expect(run).not.toHaveBeenCalled()
  })

  test('that fails after the act: the act is not done a second time', async () => {
    const under = memoryStore()
    const putMany: RecordStore['putMany'] = (records) =>
      records.some(({ space }) => space === 'idempotency')
        ? Promise.reject(new Error('store down'))
        : under.putMany(records)
    const { call, run } = paying({}, storeWith({ putMany }, under))
    await call()
    await call()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('that fails after the act: the caller still hears that it was done', async () => {
    const under = memoryStore()
    const fails: RecordStore['putMany'] = () => Promise.reject(new Error('store down'))
    const { call } = paying({}, storeWith({ putMany: fails }, under))
    expect(await call()).toMatchObject({ status: 'ok', value: { receipt: 'r-1' } })
  })

  const hanging = () => new Promise<never>(() => {})
  test('that hangs does not keep an abort from ending the call', async () => {
    const { session, call } = paying({}, storeWith({ compareAndSet: hanging }))
    const outcome = call()
    await sleep(2)
    session.abort()
    expect(await Promise.race([outcome, sleep(500, 'hangs')])).toMatchObject({ error: { code: 'aborted' } })
  })

  test('that hangs while it is asked for the first outcome does not keep an abort from ending the call', async () => {
    const { session, call, run } = paying({}, storeWith({ getMany: hanging }))
    await call()
    const again = call()
    await sleep(2)
    session.abort()
    expect(await Promise.race([again, sleep(500, 'hangs')])).toMatchObject({ error: { code: 'aborted' } })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test.each<[where: string, over: Partial<RecordStore>]>([
    ['before the act', { compareAndSet: hanging }],
    ['after the act', { putMany: hanging, compareAndSetMany: hanging }],
  ])('that hangs %s does not keep a call beyond its deadline for ever', async (_, over) => {
    const { call } = paying({ limits: { timeoutMs: 20 } }, storeWith(over))
    expect(await Promise.race([call(), sleep(1_500, 'hangs')])).toHaveProperty('status')
  })
})
