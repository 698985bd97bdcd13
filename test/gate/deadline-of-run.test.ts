import { setTimeout as sleep } from 'node:timers/promises'
import { failure, type ToolContext } from 'sallyport'
import { afterEach, describe, expect, test, vi } from 'vitest'
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
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})
const effects = ['explain', 'read', 'derive', 'trigger', 'write', 'destroy'] as const

/** An asynchronous schema of an object, of no library: what it does with its promises is not in question. */
function laterSchema(validate: () => Promise<unknown>): AnyToolOptions['input'] {
  const json = () => ({ type: 'object', properties: { n: { type: 'number' }, done: { type: 'boolean' } } })
  const jsonSchema = { input: json, output: json }
  return { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } }
}

/** An outcome, or `hangs` when it isn't there long after it should be. */
async function soon<T>(outcome: Promise<T>): Promise<T | { status: 'hangs' }> {
  const patience = new AbortController()
  const late = sleep(1_000, { status: 'hangs' } as const, { signal: patience.signal })
  late.catch(() => {})
  try {
    return await Promise.race([outcome, late])
  } finally {
    patience.abort()
  }
}

describe('the deadline is real', () => {
  test.each<[what: string, over: AnyToolOptions]>([
    ['hangs', { run: never }],
    ['waits for something that never listens', { run: () => sleep(5_000, 'late', { ref: false }) }],
    ['ends late with a throw', { run: () => sleep(30).then(() => Promise.reject(new Error('late'))) }],
    ['gives a thenable that never ends', { run: () => Object.fromEntries([['then', () => {}]]) }],
    ['has input that never ends', { input: laterSchema(never) }],
    ['has an output that never ends', { output: laterSchema(never) }],
  ])('a tool that %s has its outcome at timeoutMs', async (_, over) => {
    const { session } = openGate([aTool({ limits: { timeoutMs: 15 }, ...over })])
    const outcome = await soon(session.call({ id: 'c1', name: 'probe' }))
    expect(outcome).toMatchObject({ status: 'error' })
    await sleep(25)
  })

  test.each(effects)('for a tool that would %s: timeout', async (effect) => {
    const { session } = openGate([aTool({ effect, run: never, limits: { timeoutMs: 10 } })])
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'timeout' } })
    expect(outcome.model).toMatch(/\S/)
  })

  test('at timeoutMs and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { session } = openGate([aTool({ run: never })])
    const done = vi.fn()
    const outcome = session.call({ id: 'c1', name: 'probe' }).then(done)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(done).toHaveBeenCalledWith(
      expect.objectContaining({ error: expect.objectContaining({ code: 'timeout' }) }),
    )
  })

  test('ctx.deadline says when it is', async () => {
    const clock = standingClock()
    const run = (_: unknown, ctx: ToolContext) => ctx.deadline
    const { session } = openGate([aTool({ run, limits: { timeoutMs: 1_234 } })], { clock })
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ value: clock() + 1_234 })
  })

  test('the signal is aborted, and not before', async () => {
    const seen: boolean[] = []
    let signal: AbortSignal | undefined
    const run = (_: unknown, ctx: ToolContext) => {
      signal = ctx.signal
      seen.push(signal.aborted)
      return never()
    }
    const { session } = openGate([aTool({ run, limits: { timeoutMs: 10 } })])
    await session.call({ id: 'c1', name: 'probe' })
    expect([...seen, signal?.aborted]).toEqual([false, true])
  })

  test('what ctx.fetch waits for is stopped', async () => {
    let signal: AbortSignal | null | undefined
    const fetching = (async (target, init) => {
      signal = new Request(target, init).signal
      return never()
    }) as typeof fetch
    const run = (_: unknown, ctx: ToolContext) => ctx.fetch('https://slow.example/')
    const { session } = openGate([aTool({ run, limits: { timeoutMs: 10 } })], { fetch: fetching })
    expect(codeOf(await session.call({ id: 'c1', name: 'probe' }))).toBe('timeout')
    expect(signal?.aborted).toBe(true)
  })

  test.each<[what: string, late: () => unknown]>([
    ['value', () => ({ secret: 'late' })],
    ['throw', () => Promise.reject(new Error('late'))],
    ['failure', () => failure({ code: 'conflict', userMessage: 'late' })],
  ])('a late %s is dropped and logged', async (_, late) => {
    const { opened, open } = latch()
    const { session, events, lines } = openGate([
      aTool({ run: () => opened.then(late), limits: { timeoutMs: 10 } }),
    ])
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    const told = [JSON.stringify(outcome.record()), events.length]
    open()
    await sleep(5)
    expect([JSON.stringify(outcome.record()), events.length]).toEqual(told)
    expect(session.outcome('c1')).toMatchObject({ error: { code: 'timeout' } })
    expect(lines).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ callId: 'c1', tool: 'probe' }) }),
    )
  })

  test('no progress is told after the end', async () => {
    let report = (_step: object) => {}
    const run = (_: unknown, ctx: ToolContext) => {
      report = ctx.progress
      ctx.progress({ done: 1 })
      return never()
    }
    const { session, events } = openGate([aTool({ run, limits: { timeoutMs: 10 } })])
    await session.call({ id: 'c1', name: 'probe' })
    report({ done: 2 })
    await sleep(80)
    expect(events.map(({ type }) => type)).toEqual(['call.started', 'call.progress', 'call.finished'])
  })
})

describe('the context of a run', () => {
  test('is frozen, has what the contract lists, and no way to the session', async () => {
    let ctx = {} as ToolContext
    const run = (_: unknown, given: ToolContext) => {
      ctx = given
      return Object.keys(given).sort()
    }
    const { session } = openGate([aTool({ run })], {}, { groups: ['staff'], claims: { level: 1 } })
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect(outcome).toMatchObject({
      value: [
        'conversation',
        'deadline',
        'fetch',
        'groups',
        'idempotencyKey',
        'log',
        'progress',
        'signal',
        'tenant',
        'tool',
        'user',
      ],
    })
    expect(Object.isFrozen(ctx)).toBe(true)
    expect(Object.isFrozen(ctx.groups)).toBe(true)
    expect(ctx).toMatchObject({ ...PRINCIPAL, groups: ['staff'] })
    expect(Reflect.ownKeys(ctx)).not.toContain('session')
  })

  test('of an anonymous session has no user', async () => {
    const run = (_: unknown, { user }: ToolContext) => user === undefined
    const { gate } = openGate([aTool({ run })])
    const session = gate.session({ tenant: 'acme', anonymous: true, conversation: 'c' })
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ value: true })
  })
})

describe('a retry happens only where it does no harm', () => {
  const random = (bytes: number) => new Uint8Array(bytes)
  test.each<[what: string, over: AnyToolOptions, retryable: boolean, again: boolean]>([
    ['explain', { effect: 'explain' }, true, true],
    ['read', { effect: 'read' }, true, true],
    ['derive', { effect: 'derive' }, true, true],
    ['write', { effect: 'write' }, true, false],
    ['trigger', { effect: 'trigger' }, true, false],
    ['destroy', { effect: 'destroy' }, true, false],
    ['idempotent write', { effect: 'write', idempotent: true }, true, true],
    ['keyed trigger', { effect: 'trigger', idempotencyKey: () => 'k' }, true, true],
    ['read that fails for good', { effect: 'read' }, false, false],
    ['idempotent write that fails for good', { effect: 'write', idempotent: true }, false, false],
  ])('%s', async (_, over, retryable, again) => {
    let runs = 0
    const run = () => (++runs === 1 ? failure({ code: 'rate_limited', userMessage: 'm', retryable }) : 'done')
    const { session } = openGate([aTool({ run, ...over })], { random })
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect([outcome.status, runs]).toEqual(again ? ['ok', 2] : ['error', 1])
  })

  test('and only inside the deadline', async () => {
    const run = vi.fn(() => failure({ code: 'x', userMessage: 'm', retryable: true, retryAfterMs: 5_000 }))
    const { session } = openGate([aTool({ run, limits: { timeoutMs: 100 } })], { random })
    expect(await soon(session.call({ id: 'c1', name: 'probe' }))).toMatchObject({ error: { code: 'x' } })
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('abort', () => {
  test.each(effects)('before the call begins lets no tool run that would %s', async (effect) => {
    const run = vi.fn()
    const { session } = openGate([aTool({ effect, run })])
    const outcome = await session.call({ id: 'c1', name: 'probe' }, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'aborted', retryable: true } })
    expect(outcome.model).toContain('Nothing ran.')
    expect(run).not.toHaveBeenCalled()
  })

  test('from a listener that hears of the start lets no tool run', async () => {
    const run = vi.fn()
    const { session } = openGate([aTool({ run })])
    session.on(({ type }) => type === 'call.started' && session.abort())
    expect(codeOf(await session.call({ id: 'c1', name: 'probe' }))).toBe('aborted')
    expect(run).not.toHaveBeenCalled()
  })

  const held: [where: string, over: AnyToolOptions][] = [
    ['its run', { run: never }],
    ['a run that writes', { run: never, effect: 'write' }],
    ['its permission', { permission: never }],
    ['its input', { input: laterSchema(never) }],
    ['the output of a write', { effect: 'write', output: laterSchema(never) }],
    [
      'the output of an act with a key',
      { effect: 'write', idempotencyKey: () => 'k', output: laterSchema(never) },
    ],
    ['its output', { output: laterSchema(never) }],
    [
      'its wait for a retry',
      { run: () => failure({ code: 'x', userMessage: 'm', retryable: true, retryAfterMs: 9_000 }) },
    ],
  ]
  test.each(held)('ends a call in %s at once', async (_, over) => {
    const { session, events } = openGate([aTool(over)])
    const outcome = session.call({ id: 'c1', name: 'probe' })
    await sleep(5)
    session.abort('c1')
    expect(await soon(outcome)).toMatchObject({ status: 'error', callId: 'c1', error: { code: 'aborted' } })
    expect(events.map(({ type }) => type)).toEqual(['call.started', 'call.finished'])
  })

  test.each(held)('by the signal of the caller ends a call in %s at once', async (_, over) => {
    const { session } = openGate([aTool(over)])
    const caller = new AbortController()
    const outcome = session.call({ id: 'c1', name: 'probe' }, { signal: caller.signal })
    await sleep(5)
    caller.abort()
    expect(await soon(outcome)).toMatchObject({ error: { code: 'aborted' } })
  })

  test('ends a call that waits for a slot', async () => {
    const { session } = openGate([aTool({ run: never, limits: { concurrency: 1 } })])
    const call = (n: number) => session.call({ id: `c${n}`, name: 'probe', args: { n } })
    const [, waits] = [call(1), call(2)]
    await sleep(3)
    session.abort('c2')
    expect(await soon(waits)).toMatchObject({ error: { code: 'aborted' } })
    session.abort()
  })

  test('tells the tool', async () => {
    let signal: AbortSignal | undefined
    const run = (_: unknown, ctx: ToolContext) => {
      signal = ctx.signal
      return never()
    }
    const { session } = openGate([aTool({ run, effect: 'write' })])
    const outcome = session.call({ id: 'c1', name: 'probe' })
    await sleep(3)
    expect(signal?.aborted).toBe(false)
    session.abort()
    await outcome
    expect(signal?.aborted).toBe(true)
  })

  test('of one id leaves the others alone', async () => {
    const { opened, open } = latch()
    const { session } = openGate([aTool({ run: () => opened })])
    const call = (n: number) => session.call({ id: `c${n}`, name: 'probe', args: { n } })
    const all = [call(1), call(2), call(3)]
    session.abort('c2')
    session.abort('nothing')
    open()
    expect((await Promise.all(all)).map((one) => codeOf(one) ?? one.status)).toEqual(['ok', 'aborted', 'ok'])
  })

  test('of all gives each open call its outcome, so that the next turn is valid', async () => {
    let hang = true
    const run = () => (hang ? never() : 'done')
    const tools = effects.map((effect) => aTool({ name: effect, effect, run }))
    const { session } = openGate(tools)
    const all = session.callAll(effects.map((name) => ({ id: name, name })))
    await sleep(3)
    session.abort()
    const outcomes = await all
    expect(outcomes.map(({ callId }) => callId)).toEqual(effects)
    expect(outcomes.map(codeOf)).toEqual(effects.map(() => 'aborted'))
    hang = false
    session.userSaid('And now?', { id: 'm2' })
    const next = await session.callAll(effects.map((name) => ({ id: name, name })))
    expect(next.map(({ status }) => status)).toEqual(effects.map(() => 'ok'))
  })

  test('of another session stays there', async () => {
    const { opened, open } = latch()
    const { gate, session } = openGate([aTool({ run: () => opened })])
    const outcome = session.call({ id: 'c1', name: 'probe' })
    gate.session({ ...PRINCIPAL, user: 'u-18' }).abort()
    open()
    expect(await outcome).toMatchObject({ status: 'ok' })
  })

  test('after the end changes nothing', async () => {
    const { session } = openGate([aTool()])
    const caller = new AbortController()
    const outcome = await session.call({ id: 'c1', name: 'probe' }, { signal: caller.signal })
    caller.abort()
    session.abort('c1')
    expect(outcome.status).toBe('ok')
    expect(session.outcome('c1')).toMatchObject({ status: 'ok' })
  })

  test.each<[what: string, late: () => unknown]>([
    ['value', () => 'late'],
    ['throw', () => Promise.reject(new Error('late'))],
  ])('drops a late %s', async (_, late) => {
    const { opened, open } = latch()
    const { session, events } = openGate([aTool({ run: () => opened.then(late) })])
    const outcome = session.call({ id: 'c1', name: 'probe' })
    await sleep(2)
    session.abort()
    expect(codeOf(await outcome)).toBe('aborted')
    open()
    await sleep(5)
    expect(session.outcome('c1')).toMatchObject({ error: { code: 'aborted' } })
    expect(events).toHaveLength(2)
  })

  test('with input that fails too late leaves no rejection behind', async () => {
    const { opened, open } = latch()
    const late = () => opened.then(() => Promise.reject(new Error('late')))
    const { session } = openGate([aTool({ input: laterSchema(late) })])
    const outcome = session.call({ id: 'c1', name: 'probe' })
    await sleep(2)
    session.abort()
    expect(codeOf(await outcome)).toBe('aborted')
    open()
  })

  test('before the call begins leaves no rejection of its input behind', async () => {
    const input = laterSchema(() => Promise.reject(new Error('late')))
    const { session } = openGate([aTool({ input })])
    const outcome = await session.call({ id: 'c1', name: 'probe' }, { signal: AbortSignal.abort() })
    expect(codeOf(outcome)).toBe('aborted')
  })

  test('leaves no listener on the signal of the caller', async () => {
    const { session } = openGate([aTool()])
    const { signal } = new AbortController()
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    for (let n = 0; n < 20; n++) await session.call({ id: `c${n}`, name: 'probe', args: { n } }, { signal })
    expect(remove.mock.calls.length).toBe(add.mock.calls.length)
  })
})
