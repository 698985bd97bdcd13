// What one call gave may answer an equal one only where nothing can have changed in between.

import {
  createGate,
  kind,
  memoryStore,
  type Outcome,
  type RecordStore,
  type Session,
  type Tool,
  tool,
} from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { foreignTool } from '../../src/tool/foreign.js'
import { KEY } from '../fixtures/desk.js'
import { codeOf, keptLog, latch, standingClock } from '../fixtures/open-gate.js'

const base = { description: 'Does it.', useWhen: 'it is wanted' } as const
const WHO = { tenant: 'acme', user: 'u-17', conversation: 'c-1' }
const { log } = keptLog()

class Note {
  constructor(public text: string) {}
}
const Notes = kind('note', {
  is: (value): value is Note => value instanceof Note,
  encode: ({ text }) => ({ text }),
  decode: (row: { text: string }) => new Note(row.text),
  ttlMs: 1_000,
})

let calls = 0
const ask = (session: Session, name: string, args: object = {}): Promise<Outcome> =>
  session.call({ id: `e${++calls}`, name, args: args as never })

describe('the cache of a read', () => {
  test('gives no handle whose record has ended', async () => {
    const clock = standingClock()
    const find = tool({
      ...base,
      name: 'find_note',
      effect: 'read',
      input: z.object({}),
      cache: { ttlMs: 60_000 },
      run: () => ({ note: new Note('hello') }),
    })
    const read = tool({
      ...base,
      name: 'read_note',
      effect: 'read',
      input: z.object({ note: Notes.handle() }),
      run: ({ note }) => ({ text: note.text }),
    })
    const session = createGate({ tools: [find, read], kinds: [Notes], mode: 'observe', clock, log }).session(
      WHO,
    )
    await ask(session, 'find_note')
    clock.forward(2_000)
    const note = (await ask(session, 'find_note')).handles[0]?.handle
    expect(await ask(session, 'read_note', { note })).toMatchObject({ value: { text: 'hello' } })
  })

  test('asks again for a value that the program may have changed, in a session without handles', async () => {
    const read = tool({
      ...base,
      name: 'read_note',
      effect: 'read',
      input: z.object({ note: Notes.handle() }),
      cache: { ttlMs: 60_000 },
      run: ({ note }) => ({ text: note.text }),
    })
    const gate = createGate({ tools: [read], kinds: [Notes], mode: 'observe', log })
    const session = gate.session({ ...WHO, handles: false })
    const note = new Note('first')
    expect(await ask(session, 'read_note', { note })).toMatchObject({ value: { text: 'first' } })
    note.text = 'second'
    expect(await ask(session, 'read_note', { note })).toMatchObject({ value: { text: 'second' } })
  })

  test('answers a read without handles in a session without handles too', async () => {
    let runs = 0
    const look = tool({
      ...base,
      name: 'look',
      effect: 'read',
      input: z.object({}),
      cache: { ttlMs: 60_000 },
      run: () => ({ runs: ++runs }),
    })
    const session = createGate({ tools: [look], mode: 'observe', log }).session({ ...WHO, handles: false })
    await ask(session, 'look')
    expect(await ask(session, 'look')).toMatchObject({ value: { runs: 1 }, replayed: 'cache' })
  })

  test('keeps a read that says more to the model than its value holds', async () => {
    const look = tool({
      ...base,
      name: 'look',
      effect: 'read',
      input: z.object({}),
      cache: { ttlMs: 60_000 },
      run: () => ({ n: 1 }),
      toModel: () => 'many words '.repeat(100),
    })
    const session = createGate({ tools: [look], mode: 'observe', log }).session(WHO)
    expect(await ask(session, 'look')).toMatchObject({ status: 'ok', value: { n: 1 } })
    expect(await ask(session, 'look')).toMatchObject({ status: 'ok', value: { n: 1 }, replayed: 'cache' })
  })
})

describe('equal calls at once', () => {
  async function twoAtOnce(make: (run: () => Promise<object>) => Tool): Promise<number> {
    let runs = 0
    const { opened, open } = latch()
    const made = make(async () => {
      runs++
      await opened
      return { done: true }
    })
    const session = createGate({ tools: [made], mode: 'observe', log }).session(WHO)
    const both = [ask(session, 'look'), ask(session, 'look')]
    await new Promise((resolve) => setTimeout(resolve, 5))
    open()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['ok', 'ok'])
    return runs
  }

  test('of a read of the program share one run', async () => {
    const look = (run: () => Promise<object>) =>
      tool({ ...base, name: 'look', effect: 'read', input: z.object({}), run })
    expect(await twoAtOnce(look)).toBe(1)
  })

  test('of a tool that only a stranger calls a read run each', async () => {
    const look = (run: () => Promise<object>) =>
      foreignTool({
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        effect: 'read',
        upstream: { id: 'fs', tool: 'look' },
        run,
      })
    expect(await twoAtOnce(look)).toBe(2)
  })
})

test('a read that ends takes no other one that is under way from those who come later', async () => {
  const runs: number[] = []
  const { opened, open } = latch()
  const look = tool({
    ...base,
    name: 'look',
    effect: 'read',
    input: z.object({ n: z.int() }),
    async run({ n }) {
      runs.push(n)
      if (n === 1) await opened
      return { n }
    },
  })
  const session = createGate({ tools: [look], mode: 'observe', log }).session(WHO)
  const slow = ask(session, 'look', { n: 1 })
  await ask(session, 'look', { n: 2 })
  const late = ask(session, 'look', { n: 1 })
  await ask(session, 'look', { n: 3 })
  open()
  expect((await Promise.all([slow, late])).map(({ status }) => status)).toEqual(['ok', 'ok'])
  expect(runs).toEqual([1, 2, 3])
})

describe('a write under an idempotency key', () => {
  const hanging = () => new Promise<never>(() => {})
  const down = () => Promise.reject(new Error('the disk is full'))

  async function twiceWith(over: Partial<RecordStore>) {
    const store = memoryStore()
    const failing = new Proxy(store, {
      get(target, key) {
        const own = over[key as keyof RecordStore] ?? target[key as keyof RecordStore]
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
    let runs = 0
    const pay = tool({
      ...base,
      name: 'pay',
      effect: 'write',
      egress: false,
      input: z.object({}),
      limits: { timeoutMs: 200 },
      idempotencyKey: () => 'k',
      run: () => ({ runs: ++runs }),
    })
    const { log, lines } = keptLog()
    const session = createGate({ tools: [pay], mode: 'observe', store: failing, log }).session(WHO)
    const outcomes = [await ask(session, 'pay'), await ask(session, 'pay')]
    const faults = lines.flatMap(({ fields }) => (fields.err instanceof Error ? [fields.err.message] : []))
    return { codes: outcomes.map((each) => codeOf(each) ?? each.status), runs, faults }
  }

  test('whose record ended while it was asked for is under way elsewhere: it is not done twice', async () => {
    const { codes, runs } = await twiceWith({ getMany: async (keys) => keys.map(() => undefined) })
    expect(codes).toEqual(['ok', 'conflict'])
    expect(runs).toBe(1)
  })

  test.each<[what: string, over: Partial<RecordStore>, fault: string]>([
    ['that hangs', { compareAndSet: hanging }, 'the store did not answer in time'],
    ['that fails', { compareAndSet: down }, 'the disk is full'],
  ])('and a store %s: it is not done, and the log says why', async (_, over, fault) => {
    const { codes, runs, faults } = await twiceWith(over)
    expect(codes).toEqual(['internal', 'internal'])
    expect(runs).toBe(0)
    expect(faults).toContain(fault)
  })

  test('that lost the race for its record wrote nothing: the next call under the key runs', async () => {
    const other: { race?: () => Promise<unknown> } = {}
    let runs = 0
    const make = tool({
      ...base,
      name: 'make_note',
      effect: 'read',
      input: z.object({}),
      run: () => ({ note: new Note('') }),
    })
    const input = z.object({ note: Notes.handle(), word: z.string() })
    const write = { ...base, effect: 'write', egress: false, updates: 'note', input } as const
    const plain = tool({
      ...write,
      name: 'add_word',
      run({ note, word }) {
        note.text += word
        return { done: true }
      },
    })
    const keyed = tool({
      ...write,
      name: 'add_word_once',
      idempotencyKey: ({ word }) => word,
      async run({ note, word }) {
        runs++
        note.text += word
        const { race } = other
        delete other.race
        await race?.()
        return { done: true }
      },
    })
    const read = tool({
      ...base,
      name: 'read_note',
      effect: 'read',
      input: z.object({ note: Notes.handle() }),
      run: ({ note }) => ({ text: note.text }),
    })
    // Two gates on one store, as two processes have them: within one, a write waits for the other.
    const store = memoryStore({ shared: true })
    const [session, elsewhere] = [1, 2].map(() =>
      createGate({
        tools: [make, plain, keyed, read],
        kinds: [Notes],
        key: KEY,
        store,
        mode: 'observe',
        log,
      }).session(WHO),
    ) as [Session, Session]
    const note = (await ask(session, 'make_note')).handles[0]!.handle
    other.race = () => ask(elsewhere, 'add_word', { note, word: 'first ' })
    expect(codeOf(await ask(session, 'add_word_once', { note, word: 'second' }))).toBe('handle_stale')
    expect(await ask(session, 'add_word_once', { note, word: 'second' })).toMatchObject({ status: 'ok' })
    expect(runs).toBe(2)
    expect(await ask(session, 'read_note', { note })).toMatchObject({ value: { text: 'first second' } })
  })
})
