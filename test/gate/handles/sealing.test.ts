// Odd results on their way out: what a kind does and does not take, and what a failure to keep them comes to.

import { createGate, kind, memoryStore, type RecordStore, result, type Session, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { KEY } from '../../fixtures/desk.js'
import { workOfAsync } from '../../fixtures/work.js'

class Doc {
  constructor(readonly title: string) {}
}
const Docs = kind('doc', {
  is: (value): value is Doc => value instanceof Doc,
  encode: ({ title }) => ({ title }),
  decode: (row: { title: string }) => new Doc(row.title),
})
const base = { description: 'Does it.', useWhen: 'it is wanted', input: z.object({}) } as const
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const WHO = { tenant: 'a', user: 'u', conversation: 'c' }
let calls = 0
const ask = (session: Session, name: string, args: object = {}) =>
  session.call({ id: `s${++calls}`, name, args: args as never })

test('an object that crosses as its name may stand beside a handle', async () => {
  class Calendar {
    constructor(readonly name: string) {}
  }
  const Calendars = kind('calendar', {
    by: 'name',
    is: (value): value is Calendar => value instanceof Calendar,
    load: (name) => new Calendar(name),
  })
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    run: () => ({ calendar: new Calendar('work'), doc: new Doc('t'), word: 'work' }),
  })
  const session = createGate({ tools: [give], kinds: [Calendars, Docs] }).session(WHO)
  expect(await ask(session, 'give')).toMatchObject({
    status: 'ok',
    value: { calendar: 'work', word: 'work' },
    handles: [{ kind: 'doc' }],
  })
})

test('a kind that can not tell its values leaves a union to what else stands there', async () => {
  const Blind = kind('blind', { encode: (value) => value, decode: (row) => row })
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    output: z.object({ doc: z.union([Blind.handle(), z.literal('none')]) }),
    run: () => ({ doc: 'none' }),
  })
  const session = createGate({ tools: [give], kinds: [Blind] }).session(WHO)
  expect(await ask(session, 'give')).toMatchObject({ value: { doc: 'none' }, handles: [] })
})

describe('a codec that gives nothing', () => {
  test.each([
    ['a promise', async () => ({ title: 'lost' })],
    ['null', () => null],
    ['undefined', () => undefined],
  ])('%s is told at once, and not when it is opened', async (_, encode) => {
    const Bad = kind('bad', {
      is: (value): value is Doc => value instanceof Doc,
      encode: encode as never,
      decode: (row) => row as Doc,
    })
    const give = tool({ ...base, name: 'give', effect: 'read', run: () => ({ doc: new Doc('t') }) })
    const session = createGate({ tools: [give], kinds: [Bad], log: quiet }).session(WHO)
    expect(await ask(session, 'give')).toMatchObject({ error: { code: 'handle_codec_failed' } })
    expect(await session.handles.list()).toEqual([])
  })
})

/** A store whose writing of handles is in the test's hands. */
function slowStore(put: (write: () => Promise<void>) => Promise<void>): RecordStore {
  const store = memoryStore()
  return new Proxy(store, {
    get(_, key) {
      const value = Reflect.get(store, key, store) as unknown
      if (key === 'putMany')
        return (records: Parameters<RecordStore['putMany']>[0]) =>
          records[0]?.space === 'handle' ? put(async () => store.putMany(records)) : store.putMany(records)
      return typeof value === 'function' ? value.bind(store) : value
    },
  })
}

test.each([
  ['read', true],
  ['trigger', false],
  ['write', false],
] as const)('%s: what ran and could not be kept may be tried again: %s', async (effect, retryable) => {
  const store = slowStore(() => Promise.reject(new Error('down')))
  const give = tool({ ...base, name: 'give', effect, run: () => ({ doc: new Doc('t') }) })
  const session = createGate({ tools: [give], kinds: [Docs], store, log: quiet }).session(WHO)
  session.userSaid('give', { id: 'm' })
  expect(await ask(session, 'give')).toMatchObject({
    error: { code: 'handle_store_unavailable', retryable },
  })
})

test('a call that is aborted while its handles are written leaves none', async () => {
  let write = () => {}
  const store = slowStore((go) => new Promise<void>((done) => (write = () => done(go()))))
  const give = tool({ ...base, name: 'give', effect: 'read', run: () => ({ doc: new Doc('t') }) })
  const session = createGate({ tools: [give], kinds: [Docs], store, key: KEY, log: quiet }).session(WHO)
  const asked = ask(session, 'give')
  await new Promise((done) => setTimeout(done, 20))
  session.abort()
  write()
  expect(await asked).toMatchObject({ error: { code: 'aborted' } })
  await new Promise((done) => setTimeout(done, 20))
  expect(await session.handles.list()).toEqual([])
})

test('a list of 20 000 entities at a declared place is sealed in one walk', async () => {
  const docs = Array.from({ length: 20_000 }, (_, i) => new Doc(`${i}`))
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    output: z.object({ docs: z.array(Docs.handle()) }),
    run: () => ({ docs }),
  })
  const session = createGate({ tools: [give], kinds: [Docs] }).session(WHO)
  const work = await workOfAsync(async () => {
    expect((await ask(session, 'give')).handles).toHaveLength(1)
  })
  // Each compared with each took eight seconds.
  expect(work).toBeLessThan(4_000)
})

test('a tool that is given a whole result gets a copy, to do with as it likes', async () => {
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    run: () => ({ rows: Array.from({ length: 500 }, (_, i) => ({ text: `text ${i}` })) }),
  })
  const take = tool({
    ...base,
    name: 'take',
    effect: 'read',
    input: z.object({ from: result.handle() }),
    run: ({ from }) => {
      const { rows } = from as unknown as { rows: { text: string }[] }
      rows[3]!.text = 'changed'
      return { rows: rows.length }
    },
  })
  const session = createGate({ tools: [give, take] }).session(WHO)
  const { handle } = (await ask(session, 'give')).handles[0]!
  expect(await ask(session, 'take', { from: handle })).toMatchObject({ value: { rows: 500 } })
  const read = await ask(session, 'inspect_handle', { handle, op: 'get', path: '/rows/3/text' })
  expect(read).toMatchObject({ value: { value: 'text 3' } })
})

test.each([
  ['32', 'in memory', () => undefined],
  ['256', 'in a store that others read', () => ({ store: memoryStore({ shared: true }), key: KEY })],
])(
  'the newest %s whole results %s are kept, and who asks for an older one is told to call again',
  async (most, _, options) => {
    const give = tool({
      ...base,
      name: 'give',
      effect: 'read',
      input: z.object({ n: z.number() }),
      run: ({ n }) => ({ rows: Array.from({ length: 60 }, (_, i) => ({ text: `text ${n} ${i}` })) }),
      limits: { modelTokens: 200 },
    })
    const session = createGate({ tools: [give], ...options() }).session(WHO)
    const handles: string[] = []
    for (let n = 0; n <= Number(most); n++)
      handles.push((await ask(session, 'give', { n })).handles[0]!.handle)
    const look = (handle = '') => ask(session, 'inspect_handle', { handle, op: 'get', path: '/rows/3/text' })
    const oldest = await look(handles[0])
    expect(oldest).toMatchObject({ error: { code: 'handle_gone' } })
    expect(oldest.model).toContain('was let go to make room for newer ones. Call its tool again.')
    expect(await look(handles[1])).toMatchObject({ value: { value: 'text 1 3' } })
  },
)

test('one that other sessions left no room for is told of, too', async () => {
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    input: z.object({}),
    run: () => ({ rows: Array.from({ length: 30 }, (_, i) => ({ text: `text ${i}` })) }),
    limits: { modelTokens: 60 },
  })
  const gate = createGate({ tools: [give] })
  const session = gate.session(WHO)
  const [card] = (await ask(session, 'give', {})).handles
  for (let n = 0; n < 2_000; n++) {
    expect((await ask(gate.session({ ...WHO, conversation: `c${n}` }), 'give', {})).handles).toHaveLength(1)
  }
  const gone = await ask(session, 'inspect_handle', { handle: card!.handle, op: 'get', path: '/rows/3/text' })
  expect(gone).toMatchObject({ error: { code: 'handle_gone' } })
  expect(gone.model).toContain('was let go to make room for newer ones. Call its tool again.')
})

test('a secret that a tool gives at a wrong place is in no log', async () => {
  const logged: unknown[] = []
  const log = { ...quiet, error: (...said: unknown[]) => void logged.push(said) }
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    output: z.object({ word: z.int() }),
    run: () => ({ word: 'hunter2' }) as never,
  })
  const session = createGate({ tools: [give], log }).session(WHO)
  expect(await ask(session, 'give')).toMatchObject({ error: { code: 'result_invalid' } })
  expect(JSON.stringify(logged)).toContain('word')
  expect(JSON.stringify(logged)).not.toContain('hunter2')
})

test('parts that hold each other twice end the call, and not the process', async () => {
  type Node = { doc?: unknown; parts?: Node[] | undefined }
  const Tree: z.ZodType<Node> = z.object({
    doc: Docs.handle().optional(),
    get parts() {
      return z.array(Tree).optional()
    },
  }) as never
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    output: Tree as never,
    run: () => {
      let node: Node = { doc: new Doc('t') }
      for (let depth = 0; depth < 60; depth++) node = { parts: [node, node] }
      return node as never
    },
  })
  const session = createGate({ tools: [give], kinds: [Docs], log: quiet }).session(WHO)
  expect(await ask(session, 'give')).toMatchObject({ status: 'error' })
}, 120_000)

test.each([{ limt: 1 }, { limit: -1 }])('list(%j) is refused', async (options) => {
  const session = createGate({ tools: [], kinds: [Docs] }).session(WHO)
  await expect(session.handles.list(options as never)).rejects.toThrow('list()')
})

test('what is no text is no handle', async () => {
  const session = createGate({ tools: [], kinds: [Docs] }).session(WHO)
  await expect(session.handles.revoke(undefined as never)).rejects.toMatchObject({ code: 'handle_malformed' })
})

test('a read that was cut is cached with the handle of its whole, which every hit keeps again', async () => {
  let ran = 0
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    cache: { ttlMs: 60_000 },
    input: z.object({ n: z.number() }),
    run: ({ n }) => {
      ran++
      return { rows: Array.from({ length: 500 }, (_, i) => ({ text: `text ${n} ${i}` })) }
    },
  })
  const session = createGate({ tools: [give] }).session(WHO)
  const first = await ask(session, 'give', { n: 0 })
  for (let n = 1; n < 20; n++) await ask(session, 'give', { n })
  const again = await ask(session, 'give', { n: 0 })
  expect(again).toMatchObject({ replayed: 'cache', handles: first.handles })
  expect(ran).toBe(20)
  const { handle } = again.handles[0]!
  const read = await ask(session, 'inspect_handle', { handle, op: 'get', path: '/rows/3/text' })
  expect(read).toMatchObject({ value: { value: 'text 0 3' } })
})
