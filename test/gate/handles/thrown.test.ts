// Handle errors that a tool throws, wrong paths of `inspect_handle`, and values that are not of their kind: each ends
// as its own code, and whose it is to mend is said.

import {
  createGate,
  type HandleError,
  HandleNotFoundError,
  InvalidHandleError,
  kind,
  memoryStore,
  type Outcome,
  tool,
  UnexpectedHandleValueError,
} from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDesk } from '../../fixtures/desk.js'
import { aTool, openGate } from '../../fixtures/open-gate.js'

let calls = 0
type Asker = Pick<ReturnType<typeof openDesk>['session'], 'call'>
const ask = (session: Asker, name: string, args: unknown) => session.call({ id: `t${++calls}`, name, args })
const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : undefined)

/** A session that holds the handle of a large result. */
async function withResult(value: unknown) {
  const read = aTool({ name: 'read', effect: 'read', limits: { modelTokens: 200 }, run: () => value })
  const { session } = openGate([read])
  const { handles } = await ask(session, 'read', {})
  const [card] = handles
  if (!card) throw new Error('the result was shown whole')
  return { session, handle: card.handle }
}

const ROWS = { rows: Array.from({ length: 500 }, (_, i) => ({ id: i, city: `city ${i}` })), title: 'Cities' }
const TEXT = 'a line of text\n'.repeat(2_000)

describe('a wrong path of inspect_handle', () => {
  test.each<[value: unknown, path: string, code: string, words: string]>([
    [
      ROWS,
      '/rows/999',
      'handle_not_found',
      'There is no "999" in "/rows": it is a list, its items are 0 to 499.',
    ],
    [ROWS, '/nope', 'handle_not_found', 'There is no "nope" in the value: it has "rows", "title".'],
    [ROWS, '/titl', 'handle_not_found', 'There is no "titl" in the value: did you mean "title".'],
    [ROWS, 'rows/1', 'handle_malformed', '"rows/1" is no JSON Pointer. Write it as "/rows/0/name"'],
    [ROWS, 'bad', 'handle_malformed', '"bad" is no JSON Pointer.'],
    [ROWS, '/a~3', 'handle_malformed', '"/a~3" is no JSON Pointer.'],
    [ROWS, '/rows/3/city/x', 'handle_not_found', 'it is a string, with nothing below it.'],
    [ROWS, '/rows/-1', 'handle_not_found', 'There is no "-1" in "/rows"'],
    [ROWS, '/rows/01', 'handle_not_found', 'There is no "01" in "/rows"'],
    [ROWS, '/rows/0/id/0', 'handle_not_found', 'it is a number, with nothing below it.'],
    [ROWS, '/__proto__', 'handle_not_found', 'There is no "__proto__" in the value'],
    [ROWS, '/', 'handle_not_found', 'There is no "" in the value'],
    [TEXT, '/0', 'handle_not_found', 'There is no "0" in the value: it is a string, with nothing below it.'],
    [TEXT, '/zz', 'handle_not_found', 'There is no "zz" in the value'],
  ])('%# ends as its own code, at /path', async (value, path, code, words) => {
    const { session, handle } = await withResult(value)
    const outcome = await ask(session, 'inspect_handle', { handle, op: 'get', path })
    expect(errorOf(outcome)).toMatchObject({ code, category: 'arguments', retryable: true, path: '/path' })
    expect(errorOf(outcome)).not.toHaveProperty('ref')
    expect(outcome.model).toContain(`- /path: `)
    expect(outcome.model).toContain(words)
  })

  test('text where none is taken, and a search without one, are the same', async () => {
    const { session, handle } = await withResult(ROWS)
    const wrong = await ask(session, 'inspect_handle', { handle, op: 'get', text: 'city' })
    expect(errorOf(wrong)).toMatchObject({ code: 'handle_malformed', path: '/text', retryable: true })
    const none = await ask(session, 'inspect_handle', { handle, op: 'search' })
    expect(errorOf(none)).toMatchObject({ code: 'handle_malformed', path: '/text', retryable: true })
    expect(none.model).toContain('search needs text')
  })

  test('the third one says to stop, and a good look forgives', async () => {
    const { session, handle } = await withResult(ROWS)
    const look = (path: string) => ask(session, 'inspect_handle', { handle, op: 'get', path })
    await look('/nope')
    expect((await look('/nope')).model).not.toContain('Stop')
    const third = await look('/nope')
    expect(third.model).toContain('Stop: do not call inspect_handle for this again.')
    expect(errorOf(third)).toMatchObject({ code: 'handle_not_found', retryable: false })
    expect((await look('/title')).status).toBe('ok')
    expect(errorOf(await look('/nope'))).toMatchObject({ retryable: true })
  })
})

describe('a handle error that run throws', () => {
  const throwing = (error: unknown, over: Parameters<typeof aTool>[0] = {}) =>
    openGate([
      aTool({
        name: 'look',
        effect: 'read',
        run: () => {
          throw error
        },
        ...over,
      }),
    ])

  test.each<[error: HandleError, category: string, retryable: boolean]>([
    [new HandleNotFoundError('handle_not_found', 'No such order.', { pointer: '/a' }), 'arguments', true],
    [new HandleNotFoundError('handle_gone', 'It is gone.'), 'arguments', true],
    [new InvalidHandleError('handle_wrong_kind', 'This is a draft.', { pointer: '/a/0' }), 'arguments', true],
    [new InvalidHandleError('handle_not_permitted', 'Not yours.'), 'access', true],
    [new UnexpectedHandleValueError('handle_unexpected_value', 'No order.'), 'tool', false],
  ])('%s', async (error, category, retryable) => {
    const { session, lines } = throwing(error)
    const outcome = await ask(session, 'look', {})
    expect(errorOf(outcome)).toEqual({
      code: error.code,
      category,
      retryable,
      ...(error.pointer && { path: error.pointer }),
      userMessage: error.userMessage,
    })
    expect(outcome.model).toContain(error.message)
    expect(JSON.stringify(lines)).not.toContain('the tool threw')
  })

  test('of an act it says that what had begun may be done', async () => {
    const error = new HandleNotFoundError('handle_not_found', 'No such line.')
    const outcome = await ask(throwing(error, { effect: 'write' }).session, 'look', {})
    expect(outcome.model).toContain('What it had begun may be done')
  })

  test('of a code that nobody knows it is a fault like any other', async () => {
    const { session } = throwing(new HandleNotFoundError('handle_odd' as 'handle_gone', 'secret'))
    const outcome = await ask(session, 'look', {})
    expect(errorOf(outcome)).toMatchObject({ code: 'internal', category: 'tool' })
    expect(JSON.stringify(outcome.record())).not.toContain('secret')
  })

  test('its cause stays inside', async () => {
    const error = new HandleNotFoundError('handle_gone', 'Gone.', { cause: new Error('10.0.3.7:5432') })
    const { session, lines } = throwing(error)
    expect(JSON.stringify(await ask(session, 'look', {}))).not.toContain('10.0.3.7')
    expect(lines.length).toBeGreaterThan(0)
  })

  test('a failure and a handle error of a schema are words to the caller too', async () => {
    const { failure } = await import('sallyport')
    const refine = (error: unknown) =>
      openGate([
        aTool({
          name: 'look',
          effect: 'read',
          input: z.object({
            n: z.string().transform(() => {
              throw error
            }),
          }),
        }),
      ]).session
    const gone = new HandleNotFoundError('handle_gone', 'No seat of that name.', { pointer: '/n' })
    expect(errorOf(await ask(refine(gone), 'look', { n: 'x' }))).toMatchObject({
      code: 'handle_gone',
      path: '/n',
    })
    const busy = failure({ code: 'conflict', userMessage: 'Just taken.' })
    expect(errorOf(await ask(refine(busy), 'look', { n: 'x' }))).toMatchObject({ code: 'conflict' })
  })
})

describe('what another copy of the package made', () => {
  test('is known for what it is, and JSON that looks like it is not', async () => {
    vi.resetModules()
    const other = await import('../../../src/index.js')
    vi.resetModules()
    expect(other.HandleNotFoundError).not.toBe(HandleNotFoundError)
    const end = async (run: () => unknown) =>
      ask(openGate([aTool({ name: 'look', effect: 'read', run })]).session, 'look', {})
    const threw = (error: unknown) => () => {
      throw error
    }
    const lost = new other.HandleNotFoundError('handle_gone', 'Gone.')
    expect(errorOf(await end(threw(lost)))).toMatchObject({ code: 'handle_gone' })
    const busy = other.failure({ code: 'conflict', userMessage: 'Taken.' })
    expect(errorOf(await end(threw(busy)))).toMatchObject({ code: 'conflict' })
    expect(errorOf(await end(() => busy))).toMatchObject({ code: 'conflict' })
    expect((await end(() => other.empty('Nothing there.'))).status).toBe('empty')
    expect((await end(() => JSON.parse(JSON.stringify(busy)))).status).toBe('ok')
  })
})

describe('a bad handle of a call', () => {
  test("is the caller's to mend: said by category and path, and counted", async () => {
    const { session } = openDesk()
    const show = () => ask(session, 'show_order', { order: 'order_nonsense' })
    expect(errorOf(await show())).toMatchObject({
      code: 'handle_malformed',
      category: 'arguments',
      retryable: true,
      path: '/order',
    })
    await show()
    const third = await show()
    expect(errorOf(third)).toMatchObject({ code: 'handle_malformed', retryable: false })
    expect(third.model).toContain('Stop: do not call show_order for this again.')
  })

  test('arguments that do not fit have a path as well, with its keys escaped', async () => {
    const { session } = openGate([
      aTool({ name: 'look', effect: 'read', input: z.object({ 'a/b': z.array(z.object({ n: z.int() })) }) }),
    ])
    const outcome = await ask(session, 'look', { 'a/b': [{ n: 1 }, { n: 'x' }] })
    expect(errorOf(outcome)).toMatchObject({ category: 'arguments', path: '/a~1b/1/n' })
  })

  test('a store that is down is no argument, and is counted as none', async () => {
    const store = memoryStore({ maxRecords: 1_000 })
    const { session } = openDesk({ store })
    const found = await ask(session, 'find_orders', { count: 1 })
    vi.spyOn(store, 'getMany').mockRejectedValue(new Error('down'))
    for (let i = 0; i < 4; i++) {
      const outcome = await ask(session, 'show_order', { order: found.handles[0]?.handle })
      expect(errorOf(outcome)).toMatchObject({
        code: 'handle_store_unavailable',
        category: 'tool',
        retryable: true,
      })
    }
  })
})

describe('whose other failures are', () => {
  test.each<[category: string, over: Parameters<typeof aTool>[0], args?: unknown]>([
    ['access', { permission: () => false }],
    ['tool', { run: () => Promise.reject(new Error('no')) }],
    ['tool', { output: z.object({ a: z.string() }), run: () => ({ a: 1 }) as never }],
    ['arguments', {}, { wrong: 1 }],
  ])('%s: %#', async (category, over, args = {}) => {
    const { session } = openGate([aTool({ name: 'look', effect: 'read', ...over })])
    expect(errorOf(await ask(session, 'look', args))).toMatchObject({ category })
  })

  test('a held call is held by policy, and a tool that is not there is no business of the caller', async () => {
    const send = aTool({ name: 'send', effect: 'write', input: z.object({ to: z.string() }), run: () => 1 })
    const { session } = openGate([send], { mode: 'ask' })
    const held = await ask(session, 'send', { to: 'eve@evil.example' })
    expect(errorOf(held)).toMatchObject({ code: 'held', category: 'policy' })
    expect(errorOf(await ask(session, 'nope', {}))).toMatchObject({
      code: 'unknown_tool',
      category: 'access',
    })
  })
})

describe('a value that is not of its kind', () => {
  class Note {
    constructor(readonly text: string) {}
  }
  const isNote = (value: unknown): value is Note => value instanceof Note

  function desk(over: {
    decode?: (row: never) => unknown
    load?: (name: string) => unknown
    given?: unknown
  }) {
    const ran: unknown[] = []
    const NoteKind = kind<Note>('note', {
      is: isNote,
      encode: ({ text }) => ({ text }),
      decode: (over.decode ?? (({ text }: Note) => new Note(text))) as never,
    })
    const Account = kind<Note>('account', {
      by: 'name',
      is: isNote,
      load: (over.load ?? ((name: string) => new Note(name))) as never,
      nameOf: ({ text }) => text,
    })
    const give = tool({
      name: 'give',
      description: 'Gives.',
      useWhen: 'always',
      effect: 'read',
      input: z.object({}),
      output: z.object({ note: NoteKind.handle() }),
      run: () => ({ note: ('given' in over ? over.given : new Note('x')) as Note }),
    })
    const take = tool({
      name: 'take',
      description: 'Takes.',
      useWhen: 'always',
      effect: 'read',
      input: z.object({ note: NoteKind.handle().optional(), account: Account.handle().optional() }),
      run: (input) => {
        ran.push(input)
        return { ok: true }
      },
    })
    const store = memoryStore({ maxRecords: 100 })
    const gate = createGate({
      tools: [give, take],
      kinds: [NoteKind, Account],
      store,
      mode: 'observe',
      log: QUIET,
    })
    return { session: gate.session({ tenant: 'a', user: 'u', conversation: 'c' }), ran }
  }
  const QUIET = { debug() {}, info() {}, warn() {}, error() {} }
  const FAULT = {
    code: 'handle_unexpected_value',
    category: 'tool',
    retryable: false,
    userMessage: 'The tool made a mistake: it gave a value of the wrong kind.',
  }

  test.each<[what: string, decode: (row: { text: string }) => unknown]>([
    ['decode gives another thing', (row) => ({ plain: row.text })],
    ['decode gives it late', async (row) => ({ plain: row.text })],
    ['decode gives a text', () => 'x'],
  ])('%s: run never gets it', async (_, decode) => {
    const { session, ran } = desk({ decode: decode as never })
    const { handles } = await ask(session, 'give', {})
    const outcome = await ask(session, 'take', { note: handles[0]?.handle })
    expect(errorOf(outcome)).toMatchObject(FAULT)
    expect(ran).toEqual([])
  })

  test.each<[what: string, load: () => unknown]>([
    ['load gives another thing', () => ({ not: 'an account' })],
    ['load gives it late', async () => ({ not: 'an account' })],
  ])('%s: run never gets it', async (_, load) => {
    const { session, ran } = desk({ load })
    expect(errorOf(await ask(session, 'take', { account: 'sales' }))).toMatchObject(FAULT)
    expect(ran).toEqual([])
  })

  test('one that is, passes', async () => {
    const { session, ran } = desk({})
    const { handles } = await ask(session, 'give', {})
    expect((await ask(session, 'take', { note: handles[0]?.handle, account: 'sales' })).status).toBe('ok')
    expect(ran).toEqual([{ note: new Note('x'), account: new Note('sales') }])
  })

  test('a tool that returns one is not told to the person as the mistake of the assistant', async () => {
    const { session } = desk({ given: { not: 'a note' } })
    expect(errorOf(await ask(session, 'give', {}))).toMatchObject(FAULT)
  })

  test('a handle error of load is the word of its author', async () => {
    const { session } = desk({
      load: () => {
        throw new HandleNotFoundError('handle_unknown_name', 'Accounts are: sales, support.')
      },
    })
    const outcome = await ask(session, 'take', { account: 'x' })
    expect(errorOf(outcome)).toMatchObject({ code: 'handle_unknown_name', path: '/account', retryable: true })
    expect(outcome.model).toContain('Accounts are: sales, support.')
  })
})
