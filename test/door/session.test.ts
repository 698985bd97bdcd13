import { setTimeout as sleep } from 'node:timers/promises'
import { createGate, DefinitionError, empty, failure, memoryStore, type Outcome, toolset } from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  type AnyToolOptions,
  aTool,
  callOnce,
  codeOf,
  latch,
  openGate,
  PRINCIPAL,
} from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()

describe('an outcome has all its parts, whatever it came to', () => {
  const fails = failure({ code: 'seat_taken', userMessage: 'The seat was just taken.' })
  test.each<[status: string, over: AnyToolOptions, args: unknown, more: object]>([
    ['ok', {}, {}, { value: { done: true }, ui: { panel: 'probe', data: { done: true } } }],
    ['empty', { run: () => empty('Nothing.') }, {}, { ui: { panel: 'notice' } }],
    ['error', { run: () => fails }, {}, { error: { code: 'seat_taken', retryable: false } }],
    ['error', { run: () => Promise.reject(new Error('no')) }, {}, { error: { code: 'internal' } }],
    ['error', {}, { wrong: 1 }, { error: { code: 'invalid_arguments' } }],
    ['denied', { permission: () => false }, {}, { error: { code: 'not_permitted', retryable: false } }],
  ])('%s', async (status, over, args, more) => {
    const { gate: _, session: _s, lines: _l, events: _e, ...outcome } = await callOnce(over, args)
    expect(outcome).toMatchObject({ status, callId: 'c1', tool: 'probe', handles: [], ...more })
    expect(outcome.model).toMatch(/\S/)
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0)
    expect(outcome.label).toEqual({ integrity: expect.any(String), readers: expect.any(Array) })
    expect(outcome.ui).toEqual({ panel: expect.any(String), data: expect.anything() })
    expect(outcome).not.toHaveProperty('replayed')
    expect('value' in outcome).toBe(status === 'ok')
    expect('error' in outcome).toBe(status === 'error' || status === 'denied')
  })

  test('what is not plain JSON is a value that is', async () => {
    const { session } = openGate([aTool({ run: () => new Map([['at', new Date(0)]]) })])
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({
      value: { at: '1970-01-01T00:00:00.000Z' },
    })
  })
})

describe('opening a session refuses', () => {
  const { gate } = openGate([aTool()])
  test.each<[what: string, options: object, words: RegExp]>([
    ['an unknown option', { ...PRINCIPAL, tenat: 'x' }, /did you mean 'tenant'/],
    ['no tenant', { user: 'u', conversation: 'c' }, /tenant/],
    ['an empty tenant', { ...PRINCIPAL, tenant: '' }, /tenant/],
    ['no conversation', { tenant: 't', user: 'u' }, /conversation/],
    ['nobody', { tenant: 't', conversation: 'c' }, /user.*anonymous: true/],
    ['somebody who is anonymous', { ...PRINCIPAL, anonymous: true }, /user.*anonymous: true/],
    ['anonymous: false', { tenant: 't', conversation: 'c', anonymous: false }, /anonymous/],
    ['a user that is no text', { ...PRINCIPAL, user: 7 }, /user/],
    ['groups that are no list', { ...PRINCIPAL, groups: 'staff' }, /groups/],
    ['a grant of an unknown name', { ...PRINCIPAL, grant: ['prob'] }, /'prob'.*'probe'/],
    ['a grant of a prototype name', { ...PRINCIPAL, grant: ['__proto__'] }, /__proto__/],
    ["a grant of another gate's tool", { ...PRINCIPAL, grant: [aTool()] }, /'probe'/],
    ['a grant that is no list', { ...PRINCIPAL, grant: 'probe' }, /grant/],
    ['nothing', undefined as never, /./],
  ])('%s', (_, options, words) => {
    expect(() => gate.session(options as never)).toThrow(DefinitionError)
    expect(() => gate.session(options as never)).toThrow(words)
  })

  test('but takes an anonymous one', async () => {
    const session = gate.session({ tenant: 't', anonymous: true, conversation: 'c' })
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ status: 'ok' })
  })
})

describe('userSaid refuses', () => {
  const { session } = openGate([aTool()])
  test.each<[what: string, args: unknown[]]>([
    ['no text', [undefined, { id: 'm1' }]],
    ['a text that is none', [{ text: 'hello' }, { id: 'm1' }]],
    ['no options', ['hello']],
    ['no id', ['hello', {}]],
    ['an empty id', ['hello', { id: '' }]],
    ['an id that is no text', ['hello', { id: 1 }]],
  ])('%s', (_, args) => {
    expect(() => (session.userSaid as (...all: unknown[]) => void)(...args)).toThrow(DefinitionError)
  })
})

describe('tools()', () => {
  const [model, app, both] = (['model', 'app', 'both'] as const).map((callable) =>
    aTool({ name: `of_${callable}`, callable }),
  ) as [ReturnType<typeof aTool>, ReturnType<typeof aTool>, ReturnType<typeof aTool>]
  const gate = createGate({ tools: [model, app, both] })
  const named = (grant?: (string | typeof model)[]) =>
    gate
      .session({ ...PRINCIPAL, ...(grant && { grant }) })
      .tools()
      .map(({ name }) => name)

  test('are name, description, inputSchema and annotations, and nothing else', () => {
    expect(gate.session(PRINCIPAL).tools()[0]).toEqual({
      name: 'of_model',
      description: model.description,
      inputSchema: model.inputSchema,
      annotations: model.annotations,
    })
  })

  test('are by default all that a model may call, and the one of the gate', () =>
    expect(named()).toEqual(['of_model', 'of_both', 'inspect_handle']))
  test('are those of the grant, by name', () => expect(named(['of_both'])).toEqual(['of_both']))
  test('are those of the grant, by declaration', () => expect(named([both])).toEqual(['of_both']))
  test('never hold one for the app', () => expect(named(['of_app', app])).toEqual([]))
  test('are none for an empty grant', () => expect(named([])).toEqual([]))

  test('a grant of a bound tool is its declaration', async () => {
    const declared = aTool({ run: undefined })
    const bound = toolset({ probe: () => 'bound' }, [declared])
    for (const grant of [[declared], [...bound]]) {
      const session = createGate({ tools: bound }).session({ ...PRINCIPAL, grant })
      expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ value: 'bound' })
    }
  })
})

describe('a call never throws and never rejects', () => {
  const throwing = () => {
    throw new Error('trap')
  }
  const traps = Object.fromEntries(Reflect.ownKeys(Reflect).map((trap) => [trap, throwing]))
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }
  const cycle: Record<string, unknown> = {}
  cycle.n = cycle
  const deep = JSON.parse(`${'{"n":'.repeat(5_000)}1${'}'.repeat(5_000)}`)

  test.each<[what: string, call: unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'probe'],
    ['a list', ['probe']],
    ['a function', () => {}],
    ['an empty object', {}],
    ['a call without name', { id: 'c1', args: {} }],
    ['a call with a symbol for a name', { id: 'c1', name: Symbol('probe') }],
    ['a call with a list for a name', { id: 'c1', name: ['probe'] }],
    ['a call with a name that turns into text', { id: 'c1', name: { toString: () => 'probe' } }],
    ['a call with a million letters for a name', { id: 'c1', name: 'p'.repeat(1e6) }],
    ['a call with half a pair for a name', { id: 'c1', name: '\ud800' }],
    ['a call whose getters throw', Object.defineProperty({}, 'name', { get: throwing })],
    ['a proxy that traps all', new Proxy({}, traps)],
    ['a revoked proxy', revoked()],
  ])('%s is unknown_tool', async (_, call) => {
    const { session } = openGate([aTool()])
    const outcome = await session.call(call as never)
    expect(outcome).toMatchObject({ status: 'denied', error: { code: 'unknown_tool' } })
    expect(outcome.callId).toMatch(/./)
    expect(outcome.model.length).toBeLessThan(500)
    expect(session.outcome(outcome.callId)).toMatchObject({ status: 'denied' })
  })

  test.each<[what: string, args: unknown]>([
    ['a number', 7],
    ['a list', []],
    ['true', true],
    ['a symbol', Symbol('args')],
    ['a function', () => {}],
    ['a bigint', { n: 1n }],
    ['NaN', { n: Number.NaN }],
    ['a date', { n: new Date() }],
    ['a map', new Map([['n', 1]])],
    ['a getter that throws', Object.defineProperty({}, 'n', { enumerable: true, get: throwing })],
    ['a proxy that traps all', new Proxy({}, traps)],
    ['a revoked proxy', revoked()],
    ['a value that holds itself', cycle],
    ['a very deep value', deep],
    ['a promise', Promise.resolve({})],
    ['a promise in a field', { n: Promise.resolve(1) }],
    ['text that is no JSON', '{"n":'],
    ['text of a list', '[]'],
    ['a NUL', '\0'],
    ['half a pair', '{"n":"\ud800"}'],
    ['100 000 brackets', '['.repeat(100_000)],
    ['own __proto__', JSON.parse('{"__proto__":{"n":1}}')],
  ])('arguments that are %s are invalid_arguments', async (_, args) => {
    const run = vi.fn()
    const { session } = openGate([aTool({ run })])
    const outcome = await session.call({ id: 'c1', name: 'probe', args })
    expect(outcome).toMatchObject({ callId: 'c1', status: 'error', error: { code: 'invalid_arguments' } })
    expect(run).not.toHaveBeenCalled()
  })

  test.each<[what: string, args: unknown]>([
    ['absent', undefined],
    ['null', null],
    ['an object without prototype', Object.create(null)],
  ])('arguments that are %s count as none', async (_, args) => {
    expect(await callOnce({}, args)).toMatchObject({ status: 'ok' })
  })

  test.each<[what: string, id: unknown]>([
    ['absent', undefined],
    ['empty', ''],
    ['a number', 3],
    ['an object', {}],
  ])('an id that is %s is replaced by a fresh one', async (_, id) => {
    const { session } = openGate([aTool()])
    const call = { id, name: 'probe' } as never
    const [one, other] = [await session.call(call), await session.call(call)]
    expect(one.callId).toMatch(/\w{8,}/)
    expect(other.callId).not.toBe(one.callId)
    expect(session.outcome(one.callId)).toMatchObject({ status: 'ok' })
  })

  const stores: [what: string, answer: () => unknown][] = [
    ['rejects', () => Promise.reject(new Error('store down'))],
    ['throws', throwing],
    ['answers nonsense', () => Promise.resolve('nonsense')],
    ['answers nothing', () => undefined],
  ]
  test.each(stores)('with a store that %s', async (_, answer) => {
    const store = new Proxy(memoryStore(), {
      get: (target, key) => (key === 'shared' ? target.shared : answer),
    })
    const keyed = aTool({ name: 'keyed', effect: 'write', idempotencyKey: () => 'k' })
    const { session } = openGate([aTool(), keyed], { store })
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ status: 'ok' })
    const outcome = await session.call({ id: 'c2', name: 'keyed' })
    expect(['ok', 'error']).toContain(outcome.status)
    // The decision records are written after the outcome: give them time to fail.
    await sleep(20)
  })

  test.each<[what: string, over: AnyToolOptions]>([
    ['a toModel that throws', { toModel: throwing }],
    ['a toModel that rejects', { toModel: async () => throwing() }],
    ['a toModel that gives nothing', { toModel: () => undefined }],
    ['a toModel that gives a number', { toModel: () => 7 }],
    ['a toModel that gives an object', { toModel: () => ({ text: 'x' }) }],
    ['a toUi that throws', { toUi: throwing }],
    ['a toUi that rejects', { toUi: async () => throwing() }],
    ['a toUi that gives nothing', { toUi: () => undefined }],
    ['a toUi without panel', { toUi: () => ({ data: 1 }) }],
    ['a toUi with a panel from data', { toUi: () => ({ panel: '<b>', data: 1 }) }],
    ['a toUi whose data has no JSON form', { toUi: () => ({ panel: 'p', data: { f: () => {} } }) }],
  ])('%s costs the view and not the call, and is logged', async (_, over) => {
    const { session, lines } = openGate([aTool(over)])
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect(outcome).toMatchObject({
      status: 'ok',
      value: { done: true },
      ui: { panel: 'probe', data: { done: true } },
    })
    expect(outcome.model).toContain('done')
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error' }))
    await sleep(5)
  })

  test('with a counter of tokens that throws', async () => {
    const { session } = openGate([aTool({ limits: { modelTokens: 40 }, run: () => 'long '.repeat(50) })], {
      countTokens: throwing,
    })
    expect(await session.call({ id: 'c1', name: 'probe' })).toHaveProperty('status')
  })

  test('with a listener that throws or rejects', async () => {
    const { session } = openGate([aTool()])
    session.on(throwing)
    session.on(async () => throwing())
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ status: 'ok' })
    await sleep(5)
  })

  test('with a log that throws', async () => {
    const log = { debug: throwing, info: throwing, warn: throwing, error: throwing }
    const { session } = openGate([aTool({ run: throwing })], { log })
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ error: { code: 'internal' } })
  })
})

describe('callAll', () => {
  const slow = aTool({
    input: z.object({ n: z.number() }),
    run: async ({ n }: { n: number }) => {
      await sleep(n)
      return n
    },
  })
  const calls = [30, 1, 15].map((n) => ({ id: `c${n}`, name: 'probe', args: { n } }))

  test('gives the outcomes in the order of the calls, whichever ends first', async () => {
    const { session, events } = openGate([slow])
    const outcomes = await session.callAll(calls)
    expect(outcomes.map(({ callId }) => callId)).toEqual(['c30', 'c1', 'c15'])
    const finished = events.filter(({ type }) => type === 'call.finished')
    expect(finished.map((event) => 'callId' in event && event.callId)).toEqual(['c1', 'c15', 'c30'])
  })

  test('gives one outcome each, good or bad', async () => {
    const { session } = openGate([slow])
    const outcomes = await session.callAll([...calls, undefined as never, { id: 'x', name: 'nothing' }])
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'denied', 'denied'])
  })

  test('of nothing is nothing', async () => {
    expect(await openGate([slow]).session.callAll([])).toEqual([])
  })

  test('is stopped as a whole by its signal', async () => {
    const { session } = openGate([slow])
    const controller = new AbortController()
    const all = session.callAll(calls, { signal: controller.signal })
    controller.abort()
    expect((await all).map(codeOf)).toEqual(['aborted', 'aborted', 'aborted'])
  })
})

describe('doors', () => {
  const door = async (callable: string, by: 'model' | 'program' | 'user'): Promise<Outcome> => {
    const made = aTool({ callable })
    const { session } = openGate([made])
    return by === 'model'
      ? session.call({ id: 'c1', name: 'probe', args: {} })
      : session.invoke(made, {}, { by })
  }
  test.each([
    ['model', 'model', 'ok'],
    ['both', 'model', 'ok'],
    ['app', 'model', 'unknown_tool'],
    ['model', 'program', 'ok'],
    ['both', 'program', 'ok'],
    ['app', 'program', 'ok'],
    ['both', 'user', 'ok'],
    ['app', 'user', 'ok'],
  ] as const)('a tool for %s, through the door of the %s: %s', async (callable, by, expected) => {
    const outcome = await door(callable, by)
    expect(codeOf(outcome) ?? outcome.status).toBe(expected)
  })

  test.each([{ by: 'program' }, { by: 'user', door: 'program' }, { callable: 'app' }])(
    '%j in a call opens no other door',
    async (extra) => {
      const { session } = openGate([aTool({ callable: 'app' })])
      const call = { id: 'c1', name: 'probe', args: {}, ...extra }
      expect(await session.call(call)).toMatchObject({ error: { code: 'unknown_tool' } })
      expect(await session.call(call, extra as never)).toMatchObject({ error: { code: 'unknown_tool' } })
    },
  )

  test.each([[undefined], [{}], [{ by: 'model' }], [{ by: 'operator' }]])(
    'invoke with %j is refused',
    async (options) => {
      const made = aTool()
      const { session } = openGate([made])
      await expect(session.invoke(made, {}, options as never)).rejects.toThrow(DefinitionError)
    },
  )

  test("invoke of a look-alike that is not the gate's is unknown_tool", async () => {
    const { session } = openGate([aTool({ callable: 'app' })])
    const run = vi.fn()
    expect(await session.invoke(aTool({ run }), {}, { by: 'program' })).toMatchObject({
      error: { code: 'unknown_tool' },
    })
    expect(run).not.toHaveBeenCalled()
  })

  test.each<[stage: string, over: AnyToolOptions, input: unknown, code: string]>([
    ['authorized', { permission: () => false }, {}, 'not_permitted'],
    ['admitted', {}, { wrong: 1 }, 'invalid_arguments'],
    ['held to its deadline', { run: () => sleep(500), limits: { timeoutMs: 10 } }, {}, 'timeout'],
    ['shaped', { run: () => Symbol('x') }, {}, 'unserializable'],
  ])('what is invoked is %s too', async (_, over, input, code) => {
    const made = aTool({ callable: 'app', ...over })
    const { session, events } = openGate([made])
    const outcome = await session.invoke(made, input, { by: 'user' })
    expect(outcome).toMatchObject({ error: { code } })
    expect(events.map(({ type }) => type)).toEqual(['call.started', 'call.finished'])
    expect(session.outcome(outcome.callId)).toMatchObject({ error: { code } })
  })

  test('what is invoked stays inside the grant', async () => {
    const [one, other] = [aTool({ name: 'one' }), aTool({ name: 'other' })]
    const { session } = openGate([one, other], {}, { grant: ['one'] })
    expect(await session.invoke(other, {}, { by: 'program' })).toMatchObject({
      error: { code: 'unknown_tool' },
    })
  })

  test('each invocation has an id of its own', async () => {
    const made = aTool()
    const { session } = openGate([made])
    const ids = [1, 2, 3].map(() => session.invoke(made, {}, { by: 'program' }))
    expect(new Set((await Promise.all(ids)).map(({ callId }) => callId)).size).toBe(3)
  })
})

describe('outcome(callId)', () => {
  test('is the latest under that id', async () => {
    const { session } = openGate([aTool({ run: (input: unknown) => input })])
    await session.call({ id: 'c1', name: 'probe', args: { n: 1 } })
    await session.call({ id: 'c1', name: 'probe', args: { n: 2 } })
    expect(session.outcome('c1')).toMatchObject({ value: { n: 2 } })
  })

  test.each(['c2', '', '__proto__', 'constructor'])('of %j, which was never called, is nothing', (id) => {
    expect(openGate([aTool()]).session.outcome(id)).toBeUndefined()
  })

  test('of a call with a prototype name is found', async () => {
    const { session } = openGate([aTool()])
    await session.call({ id: '__proto__', name: 'probe' })
    expect(session.outcome('__proto__')).toMatchObject({ status: 'ok' })
  })

  test('is not there while the call runs', async () => {
    const { opened, open } = latch()
    const { session } = openGate([aTool({ run: () => opened })])
    const running = session.call({ id: 'c1', name: 'probe' })
    expect(session.outcome('c1')).toBeUndefined()
    open()
    await running
    expect(session.outcome('c1')).toBeDefined()
  })

  test('has what an event left out because its reader was slow', async () => {
    const { session } = openGate([aTool({ run: () => 'x'.repeat(2_000) })])
    const reader = session.events[Symbol.asyncIterator]()
    for (let n = 0; n < 1_200; n++) await session.call({ id: `c${n}`, name: 'probe', args: { n } })
    session.on(() => {})
    let without = 0
    for (let read = 0; read < 2_400; read++) {
      const { value: event } = await reader.next()
      if (event?.type !== 'call.finished' || event.outcome) continue
      without++
      expect(session.outcome(event.callId), event.callId).toMatchObject({ status: 'ok' })
    }
    expect(without).toBeGreaterThan(0)
  })

  test('of another session stays there', async () => {
    const { gate, session } = openGate([aTool()])
    await session.call({ id: 'c1', name: 'probe' })
    for (const other of [{ user: 'u-18' }, { conversation: 'c-2' }, { tenant: 'other' }]) {
      expect(gate.session({ ...PRINCIPAL, ...other }).outcome('c1')).toBeUndefined()
    }
  })
})

describe('close', () => {
  test('stops what is open', async () => {
    const { session } = openGate([aTool({ run: () => new Promise(() => {}) })])
    const running = session.call({ id: 'c1', name: 'probe' })
    session.close()
    expect(await running).toMatchObject({ error: { code: 'aborted' } })
  })

  test.each(['read', 'write'])('lets no later call reach a tool that would %s', async (effect) => {
    const run = vi.fn()
    const made = aTool({ run, effect })
    const { session } = openGate([made])
    session.close()
    session.close()
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ error: { code: 'aborted' } })
    expect(await session.invoke(made, {}, { by: 'program' })).toMatchObject({ error: { code: 'aborted' } })
    expect(run).not.toHaveBeenCalled()
  })

  test('ends the loops over its events', async () => {
    const { session } = openGate([aTool()])
    const seen: string[] = []
    const loop = (async () => {
      for await (const { type } of session.events) seen.push(type)
    })()
    await session.call({ id: 'c1', name: 'probe' })
    session.close()
    await loop
    expect(seen).toEqual(['call.started', 'call.finished'])
  })

  test('leaves another view on the same session alone', async () => {
    const { gate, session } = openGate([aTool()])
    const view = gate.session(PRINCIPAL)
    const heard = vi.fn()
    view.on(heard)
    session.close()
    expect(await view.call({ id: 'c1', name: 'probe' })).toMatchObject({ status: 'ok' })
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('of the gate stops all sessions and lets no later call through', async () => {
    const { gate, session } = openGate([aTool({ run: () => new Promise(() => {}) })])
    const other = gate.session({ ...PRINCIPAL, user: 'u-18' })
    const running = [session.call({ id: 'c1', name: 'probe' }), other.call({ id: 'c1', name: 'probe' })]
    await gate.close()
    expect((await Promise.all(running)).map(codeOf)).toEqual(['aborted', 'aborted'])
    expect(codeOf(await session.call({ id: 'c2', name: 'probe' }))).toBe('aborted')
  })
})

describe('two views on one session', () => {
  test('see the same events and outcomes', async () => {
    const { gate, session } = openGate([aTool()])
    const view = gate.session(PRINCIPAL)
    const heard = vi.fn()
    view.on(heard)
    await session.call({ id: 'c1', name: 'probe' })
    expect(heard).toHaveBeenCalledTimes(2)
    expect(view.outcome('c1')).toMatchObject({ status: 'ok' })
  })

  test('of ids that could be mistaken for each other are two sessions', async () => {
    const { gate } = openGate([aTool()])
    const one = gate.session({ tenant: 'a","b', user: 'c', conversation: 'd' })
    const other = gate.session({ tenant: 'a', user: 'b","c', conversation: 'd' })
    const anonymous = gate.session({ tenant: 'a', anonymous: true, conversation: 'd' })
    const named = gate.session({ tenant: 'a', user: 'null', conversation: 'd' })
    await one.call({ id: 'c1', name: 'probe' })
    await named.call({ id: 'c1', name: 'probe' })
    expect(other.outcome('c1')).toBeUndefined()
    expect(anonymous.outcome('c1')).toBeUndefined()
  })
})
