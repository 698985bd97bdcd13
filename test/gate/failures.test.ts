import { inspect } from 'node:util'
import { pino } from 'pino'
import { createGate, empty, failure, type Logger, type Outcome, toolset } from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, callOnce, codeOf, openGate, PRINCIPAL } from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()

const SECRET = 'sk_live_51HxQ'
const PATH = '/srv/app/billing/vault.ts'
const SAID = `connect ${PATH}:12:7 with ${SECRET}`

/** Searches every channel that a model, a UI or a client of the session can read. */
function expectNoLeak(...channels: unknown[]): void {
  for (const channel of channels) {
    for (const text of [JSON.stringify(channel), inspect(channel, { depth: 20, showHidden: true })]) {
      for (const planted of [SECRET, PATH]) expect(text).not.toContain(planted)
      // A stack, wherever it comes from.
      expect(text).not.toMatch(/\bat .{1,80}:\d+:\d+/)
      expect(text).not.toMatch(/node_modules|file:\/\//)
    }
  }
}

class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code = SECRET
  readonly path = PATH
}
const throwing = () => {
  throw new Error(SAID)
}

/** An error that throws whatever part of it is read. */
function evilError(): Error {
  const get = throwing
  return Object.defineProperties(new Error(SAID), { stack: { get }, message: { get }, name: { get } })
}

const THROWN: [what: string, thrown: () => unknown][] = [
  ['an Error', () => new Error(SAID)],
  ['an Error with a cause', () => new Error('failed', { cause: new Error(SAID) })],
  ['an Error of its own class', () => new VaultError(SAID)],
  ['an Error named by a secret', () => Object.assign(new Error('x'), { name: SAID })],
  ['an AggregateError', () => new AggregateError([new Error(SAID), SAID], SAID)],
  ['a DOMException', () => new DOMException(SAID, 'AbortError')],
  ['an Error whose getters throw', evilError],
  ['a text', () => SAID],
  ['null', () => null],
  ['undefined', () => undefined],
  ['a number', () => 4],
  ['a symbol', () => Symbol(SAID)],
  ['a bigint', () => 4n],
  ['an object', () => ({ message: SAID, stack: SAID, code: SECRET })],
  [
    'an object with getters',
    () => Object.defineProperty({}, 'message', { enumerable: true, get: () => SAID }),
  ],
  [
    'an object whose getters throw',
    () => Object.defineProperty({}, 'code', { enumerable: true, get: throwing }),
  ],
  ['an object with toJSON and toString', () => ({ toJSON: () => SAID, toString: () => SAID })],
  ['an object that looks like a failure', () => ({ code: 'x', retryable: true, userMessage: SAID })],
  ['a function', () => throwing],
  ['a proxy that traps all', () => new Proxy({}, { get: throwing, getPrototypeOf: throwing, has: throwing })],
  ['a promise', () => Promise.resolve(SAID)],
]

/** These don't stay what they are on the way to the log: one is awaited, the other traps who looks at it. */
const ODD: ReadonlySet<string> = new Set(['a promise', 'a proxy that traps all'])

describe('what is thrown and is no failure', () => {
  let thrown: unknown
  const boom = (): never => {
    throw thrown
  }
  const boomLater = async () => boom()
  const deep = async () => [await Promise.all([1, 2].map(async () => boom()))]

  const places: [place: string, over: AnyToolOptions][] = [
    ['run', { run: boom }],
    ['an async run', { run: boomLater }],
    ['the depth of a run', { run: deep }],
    ['a thenable that run returns', { run: () => Object.fromEntries([['then', boom]]) }],
    ['a refinement of input', { input: z.object({ n: z.number().refine(boom) }) }],
    ['a transformation of input', { input: z.object({ n: z.number().transform(boom) }) }],
    ['the schema of the output', { output: z.object({ done: z.boolean().refine(boom) }) }],
    ['idempotencyKey', { effect: 'write', idempotencyKey: boom }],
  ]

  describe.each(places)('in %s', (_, over) => {
    const run = () => ({ done: true })
    const { session, lines, events } = openGate([aTool({ input: z.object({ n: z.number() }), run, ...over })])
    let count = 0

    test.each(THROWN)('%s becomes internal, and only the log has it', async (what, make) => {
      thrown = make()
      const callId = `c${++count}`
      const outcome = await session.call({ id: callId, name: 'probe', args: { n: count } })
      expect(outcome).toMatchObject({
        status: 'error',
        error: { code: 'internal', retryable: false, ref: expect.stringMatching(/^\w{8,40}$/) },
      })
      const { ref } = (outcome as { error: { ref: string } }).error
      expect(outcome.model).toContain(ref)
      expect(outcome.ui).toMatchObject({ panel: 'probe', data: { status: 'error', code: 'internal', ref } })
      expectNoLeak(outcome, session.outcome(callId), events.splice(0))
      const logged = lines.splice(0).filter(({ fields }) => fields.ref === ref)
      expect(logged).toHaveLength(1)
      if (!ODD.has(what)) expect(logged[0]?.fields.err).toBe(thrown)
    })
  })

  test.each<[place: string, over: AnyToolOptions]>([
    ['an async transformation of input', { input: z.object({ n: z.number().transform(boomLater) }) }],
    ['an async refinement of input', { input: z.object({ n: z.number().refine(boomLater) }) }],
    ['an async schema of the output', { output: z.object({ done: z.boolean().refine(boomLater) }) }],
    ['an async idempotencyKey', { effect: 'write', idempotencyKey: boomLater }],
  ])('in %s becomes internal, and leaves no rejection behind', async (_, over) => {
    thrown = new Error(SAID)
    const {
      events,
      gate: _g,
      session: _s,
      lines,
      ...outcome
    } = await callOnce({ input: z.object({ n: z.number() }), run: () => ({ done: true }), ...over }, { n: 1 })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'internal' } })
    expectNoLeak(outcome, events)
    const { ref } = (outcome as { error: { ref: string } }).error
    expect(lines.some(({ fields }) => fields.ref === ref)).toBe(true)
  })

  describe.each<[place: string, over: AnyToolOptions]>([
    ['toModel', { toModel: boom }],
    ['toUi', { toUi: boom }],
    ['the data of toUi', { toUi: () => ({ panel: 'p', data: { x: { toJSON: boom } } }) }],
  ])('in %s', (_, over) => {
    const { session, lines, events } = openGate([aTool(over)])
    let count = 0
    test.each(THROWN)('%s costs the view, and only the log has it', async (_, make) => {
      thrown = make()
      const callId = `c${++count}`
      const outcome = await session.call({ id: callId, name: 'probe', args: { n: count } })
      expect(outcome).toMatchObject({ status: 'ok', value: { done: true }, ui: { data: { done: true } } })
      expect(outcome.model).toContain('done')
      expectNoLeak(outcome, session.outcome(callId), events.splice(0))
      expect(lines.splice(0)).toContainEqual(expect.objectContaining({ level: 'error' }))
    })
  })

  describe.each<[place: string, over: AnyToolOptions]>([
    ['a permission', { permission: boom }],
    ['an async permission', { permission: boomLater }],
    ['can', { permission: 'awards:read' }],
  ])('in %s', (_, over) => {
    const { session, lines, events } = openGate([aTool(over)], { can: boom })
    let count = 0
    test.each(THROWN)('%s denies, and only the log has it', async (what, make) => {
      thrown = make()
      const outcome = await session.call({ id: `c${++count}`, name: 'probe' })
      expect(outcome).toMatchObject({ status: 'denied', error: { code: 'not_permitted' } })
      expectNoLeak(outcome, events.splice(0))
      const logged = lines.splice(0)
      if (!ODD.has(what)) expect(logged.some(({ fields }) => fields.err === thrown)).toBe(true)
    })
  })

  describe.each<[place: string, result: () => unknown]>([
    ['a getter of the result', () => Object.defineProperty({}, 'n', { enumerable: true, get: boom })],
    [
      'a getter inside the result',
      () => ({ a: [Object.defineProperty({}, 'n', { enumerable: true, get: boom })] }),
    ],
    ['toJSON of the result', () => ({ toJSON: boom })],
    ['toJSON inside the result', () => ({ a: [{ toJSON: boom }] })],
    ['a proxy as the result', () => new Proxy({}, { ownKeys: boom, get: boom, getPrototypeOf: boom })],
    ['an iterator of the result', () => Object.assign(new Map(), { [Symbol.iterator]: boom, entries: boom })],
  ])('in %s', (_, result) => {
    const { session, events } = openGate([aTool({ run: result })])
    let count = 0
    test.each(THROWN)('%s comes to a failure, and does not leak', async (_, make) => {
      thrown = make()
      const outcome = await session.call({ id: `c${++count}`, name: 'probe', args: { n: count } })
      expect(['unserializable', 'internal']).toContain(codeOf(outcome))
      expectNoLeak(outcome, events.splice(0))
    })
  })

  test('in a method of a host object becomes internal too', async () => {
    const { session } = openGate(toolset({ probe: throwing }, [aTool({ run: undefined })]))
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect(codeOf(outcome)).toBe('internal')
    expectNoLeak(outcome)
  })

  test.each<[what: string, progress: () => object]>([
    ['a getter', () => Object.defineProperty({}, 'message', { get: throwing })],
    ['data', () => ({ data: { toJSON: throwing } })],
  ])('in %s of a progress is dropped', async (_, progress) => {
    const run = (_input: unknown, ctx: { progress(step: object): void }) => {
      ctx.progress(progress())
      return 'done'
    }
    const { session, events } = openGate([aTool({ run })])
    expect(await session.call({ id: 'c1', name: 'probe' })).toMatchObject({ status: 'ok' })
    expectNoLeak(events)
  })

  test('as an error in a result shows its name and nothing of what it says', async () => {
    for (const value of [new VaultError(SAID), { rows: [new AggregateError([new Error(SAID)], SAID)] }]) {
      const outcome = await callOnce({ run: () => value })
      expect(outcome.status).toBe('ok')
      expectNoLeak(outcome.status === 'ok' && outcome.value, outcome.model, outcome.ui, outcome.events)
      expect(JSON.stringify(outcome.ui.data)).toMatch(/Error/)
    }
  })

  test('as a result that the schema of the output refuses stays inside', async () => {
    const { session, events } = openGate([
      aTool({ output: z.object({ done: z.literal(true) }), run: () => ({ done: SAID }) }),
    ])
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'result_invalid', retryable: false } })
    expectNoLeak(outcome, events)
  })

  test('in two calls has two references', async () => {
    const { session } = openGate([aTool({ run: throwing })])
    const outcomes = await session.callAll([1, 2].map((n) => ({ id: `c${n}`, name: 'probe', args: { n } })))
    expect(new Set(outcomes.map((one) => 'error' in one && one.error.ref)).size).toBe(2)
  })
})

describe('the default kind of log, pino,', () => {
  const withPino = (run: () => unknown) => {
    const written: string[] = []
    const log = pino({ level: 'debug' }, { write: (line: string) => void written.push(line) }) as Logger
    const session = createGate({ tools: [aTool({ run })], log }).session(PRINCIPAL)
    return { session, written }
  }

  test('has message and stack under the reference', async () => {
    const { session, written } = withPino(throwing)
    const outcome = await session.call({ id: 'c1', name: 'probe' })
    const line = written.find((text) => 'error' in outcome && text.includes(outcome.error.ref ?? '?'))
    expect(line).toContain(SAID)
    expect(line).toContain('failures.test')
  })

  test.each(THROWN)('takes %s without a call that rejects', async (_, make) => {
    const { session } = withPino(() => {
      throw make()
    })
    expect(codeOf(await session.call({ id: 'c1', name: 'probe' }))).toBe('internal')
  })

  test('takes an error that throws itself when it is read', async () => {
    const error: Error = Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw error
      },
    })
    const { session } = withPino(() => {
      throw error
    })
    expect(codeOf(await session.call({ id: 'c1', name: 'probe' }))).toBe('internal')
  })
})

describe('a failure', () => {
  const taken = (more = {}) =>
    failure({ code: 'seat_taken', userMessage: 'The seat was just taken.', ...more })
  const later = async () => {
    throw taken()
  }
  test.each<[how: string, over: AnyToolOptions]>([
    ['returned', { run: () => taken() }],
    ['returned later', { run: async () => taken() }],
    [
      'thrown',
      {
        run: () => {
          throw taken()
        },
      },
    ],
    ['thrown later', { run: later }],
    ['thrown from the depth', { run: () => Promise.all([Promise.resolve(1), later().then(() => 2)]) }],
  ])('%s is data with code, flag and message', async (_, over) => {
    const outcome = await callOnce(over)
    expect(outcome).toMatchObject({
      status: 'error',
      error: { code: 'seat_taken', retryable: false, userMessage: 'The seat was just taken.' },
      ui: {
        panel: 'probe',
        data: {
          status: 'error',
          code: 'seat_taken',
          retryable: false,
          userMessage: 'The seat was just taken.',
        },
      },
    })
    expect(outcome.model).toContain('The seat was just taken.')
  })

  test('says to the model whether to give up', async () => {
    const texts = await Promise.all(
      [true, false].map(async (retryable) => {
        const outcome = await callOnce({ effect: 'write', run: () => taken({ retryable }) })
        expect(outcome).toMatchObject({ error: { retryable } })
        return outcome.model
      }),
    )
    expect(texts[0]).toMatch(/again/)
    expect(texts[1]).not.toBe(texts[0])
  })

  test('keeps its cause for the log', async () => {
    const cause = new Error(SAID)
    const {
      lines,
      events,
      gate: _,
      session: _s,
      ...outcome
    } = await callOnce({ run: () => taken({ cause }) })
    expectNoLeak(outcome, events)
    expect(lines.some(({ fields }) => fields.err === cause)).toBe(true)
  })

  test.each<[what: string, userMessage: string]>([
    ['line breaks', 'one\ntwo\r\nthree\u2028four'],
    ['control characters', 'a\u0000b\u001b[31mc\u0007'],
    ['directions', 'a\u202eb\u2066c'],
    ['invisible characters', 'a\u200bb\ufeffc\u{e0041}'],
    ['half a pair', 'a\ud800b'],
    ['a thousand letters', 'é'.repeat(1_000)],
    ['emoji at the cut', '👩‍👩‍👧‍👦'.repeat(100)],
  ])('has a message for a person that is cleaned of %s', async (_, userMessage) => {
    const outcome = await callOnce({ run: () => failure({ code: 'x', userMessage }) })
    const { error } = outcome as Outcome & { error: { userMessage: string } }
    expect(error.userMessage.length).toBeLessThanOrEqual(300)
    expect(error.userMessage.isWellFormed()).toBe(true)
    expect(error.userMessage).not.toMatch(
      /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff\u{e0000}-\u{e007f}]/u,
    )
    expect(outcome.ui.data).toMatchObject({ userMessage: error.userMessage })
    expect(outcome.model.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u)
  })

  test.each<[what: string, options: object, words: RegExp]>([
    ['an unknown key', { code: 'x', userMessage: 'm', retriable: true }, /retriable/],
    ['no code', { userMessage: 'm' }, /code/],
    ['a code of another form', { code: 'Seat-Taken', userMessage: 'm' }, /code/],
    ['an endless code', { code: 'a'.repeat(41), userMessage: 'm' }, /code/],
    ['no message', { code: 'x' }, /userMessage/],
    ['an empty message', { code: 'x', userMessage: '' }, /userMessage/],
  ])('with %s is refused when it is made', (_, options, words) => {
    expect(() => failure(options as never)).toThrow(words)
  })

  test('can not be pretended by data', async () => {
    const look = { code: 'not_permitted', retryable: true, userMessage: 'm', name: 'ToolFailure' }
    expect(await callOnce({ run: () => look })).toMatchObject({ status: 'ok', value: look })
    expect(await callOnce({ run: () => JSON.parse('{"message":"Nothing."}') })).toMatchObject({
      status: 'ok',
    })
  })

  const codes = [
    'invalid_arguments',
    'unknown_tool',
    'not_permitted',
    'held',
    'timeout',
    'aborted',
    'rate_limited',
    'upstream_unavailable',
    'upstream_error',
    'conflict',
    'not_found',
    'result_invalid',
    'unserializable',
    'result_too_large',
    'internal',
    'my_own_code',
  ]
  test.each(codes)('with the code %s has the status of that code', async (code) => {
    const outcome = await callOnce({ effect: 'write', run: () => failure({ code, userMessage: 'm' }) })
    // A code that only the gate may give can be refused as well; then the tool's fault is internal.
    const given = codeOf(outcome) ?? ''
    expect([code, 'internal']).toContain(given)
    const denied = ['unknown_tool', 'not_permitted'].includes(given)
    expect(outcome.status).toBe(denied ? 'denied' : given === 'held' ? 'held' : 'error')
  })
})

describe('empty', () => {
  const told = 'No award seats on those dates.'
  test.each<[how: string, run: () => unknown]>([
    ['returned', () => empty(told)],
    ['returned later', async () => empty(told)],
  ])('%s is no error, and its text is for the model and the person', async (_, run) => {
    const outcome = await callOnce({ run })
    expect(outcome).toMatchObject({
      status: 'empty',
      ui: { panel: 'notice', data: { status: 'empty', userMessage: told } },
    })
    expect(outcome).not.toHaveProperty('error')
    expect(outcome).not.toHaveProperty('value')
    expect(outcome.model).toContain(told)
  })

  test('is not checked against the output', async () => {
    const output = z.object({ done: z.boolean() })
    expect(await callOnce({ output, run: () => empty(told) })).toMatchObject({ status: 'empty' })
  })

  test.each([['a'.repeat(5_000)], ['one\ntwo\u202e'], ['\ud800'], ['']])('%# is cleaned', async (text) => {
    const { ui, model } = await callOnce({ run: () => empty(text) })
    const { userMessage } = ui.data as { userMessage: string }
    expect(userMessage.length).toBeLessThanOrEqual(300)
    expect(userMessage).toSatisfy((said: string) => said.isWellFormed() && !/[\n\u202e]/.test(said))
    expect(model).not.toContain('\u202e')
    expect(model.isWellFormed()).toBe(true)
  })
})

describe('invalid_arguments', () => {
  test.each<[what: string, args: unknown]>([
    ['a wrong type', { n: 'x' }],
    ['an unknown key', { m: 1 }],
    ['text that is no JSON', '{"n":'],
    ['a refinement', { n: 13 }],
  ])('for %s names no library, stack or path of the machine', async (_, args) => {
    const check = vi.fn((n: number) => n !== 13)
    const outcome = await callOnce(
      { input: z.object({ n: z.number().refine(check, 'must be lucky') }) },
      args,
    )
    expect(codeOf(outcome)).toBe('invalid_arguments')
    expect(JSON.stringify([outcome.model, outcome.ui, outcome.events])).not.toMatch(
      /zod|ajv|json5|SyntaxError/i,
    )
    expectNoLeak(outcome.model, outcome.ui, outcome.events)
  })
})
