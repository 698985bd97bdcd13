// What must hold on every way that a value can take through a gate: results, handles, rows, copies, looks, caches, and
// a session that another process takes up. The ways are made up at random.

import fc from 'fast-check'
import { createGate, type GateOptions, kind, memoryStore, type Outcome, type Session, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { INTEGRITY, type Integrity } from '../../src/tool/outcome.js'

class Doc {
  constructor(
    readonly title: string,
    readonly body: string,
  ) {}
}
const Docs = kind('doc', {
  is: (value): value is Doc => value instanceof Doc,
  encode: ({ title, body }) => ({ title, body }),
  decode: (row: { title: string; body: string }) => new Doc(row.title, row.body),
})

type Given = 'first-party' | 'third-party-structured' | 'third-party-text'
const LABELS = ['first-party', 'third-party-structured', 'third-party-text'] as const
const rank = (label: Integrity) => INTEGRITY.indexOf(label)

const ENCODINGS = {
  plain: (v: string) => v,
  base64: (v: string) => Buffer.from(v).toString('base64'),
  reversed: (v: string) => [...v].reverse().join(''),
  hex: (v: string) => Buffer.from(v).toString('hex'),
  percent: (v: string) => encodeURIComponent(v),
  split: (v: string) => `${v.slice(0, 4)} and ${v.slice(4)}`,
} as const

const base = { description: 'Does it.', useWhen: 'it is wanted' } as const

/** A gate on a store. Its documents say `title` and `body`, each from a place with its own label. */
function open(world: World, store: ReturnType<typeof memoryStore>): Desk {
  const doc = (i: number) => new Doc(`title ${i}`, world.body)
  const sink = (name: string, role: 'target' | 'command' | 'credential') =>
    tool({
      ...base,
      name,
      effect: 'trigger',
      // The laxest: a target that goes nowhere outside takes first-party values.
      egress: false,
      roles: { value: role },
      input: z.object({ value: z.string() }),
      run: () => ({ done: true }),
    })
  const tools = [
    tool({
      ...base,
      name: 'list',
      effect: 'read',
      origin: {
        docs: 'first-party',
        'docs.*.title': world.title,
        'docs.*.body': world.label,
      },
      input: z.object({ count: z.int() }),
      run: ({ count }) => ({ docs: Array.from({ length: count }, (_, i) => doc(i)) }),
    }),
    tool({
      ...base,
      name: 'rows',
      effect: 'read',
      cache: { ttlMs: 60_000 },
      origin: { '*.title': world.title, '*.body': world.label },
      input: z.object({}),
      run: () => [0, 1].map((i) => ({ title: `title ${i}`, body: world.body })),
    }),
    tool({
      ...base,
      name: 'copy',
      effect: 'derive',
      input: z.object({ doc: Docs.handle() }),
      run: ({ doc: { title, body } }) => ({ copy: new Doc(title, body) }),
    }),
    tool({
      ...base,
      name: 'unpack',
      effect: 'read',
      origin: 'first-party',
      input: z.object({ doc: Docs.handle() }),
      run: ({ doc: { title, body } }) => ({ title, body, words: body.split(' ') }),
    }),
    sink('go', 'target'),
    sink('execute', 'command'),
    sink('login', 'credential'),
    tool({
      ...base,
      name: 'go_doc',
      effect: 'trigger',
      egress: false,
      roles: { doc: 'target' },
      input: z.object({ doc: Docs.handle() }),
      run: () => ({ done: true }),
    }),
  ]
  const options = { tools, kinds: [Docs], key: 'k'.repeat(40), mode: 'ask', store, log: quiet } as const
  const gate = createGate(options as unknown as GateOptions)
  const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
  return { session, close: () => gate.close() }
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

interface World {
  readonly title: Given
  readonly label: Given
  readonly body: string
}
interface Desk {
  readonly session: Session
  close(): Promise<void>
}

const LOOKS = [
  { op: 'get', path: '/body' },
  { op: 'get', path: '/title' },
  { op: 'page' },
  { op: 'describe' },
  { op: 'search', text: 'e' },
] as const

type Step =
  | { readonly do: 'list'; readonly count: number }
  | { readonly do: 'rows' }
  | { readonly do: 'restart' }
  | { readonly do: 'copy' | 'unpack' | 'look'; readonly of: number; readonly look: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('list' as const), count: fc.constantFrom(1, 12) }),
  fc.constantFrom<Step>({ do: 'rows' }, { do: 'restart' }),
  fc.record({
    do: fc.constantFrom('copy' as const, 'unpack' as const, 'look' as const, 'look' as const),
    of: fc.nat(30),
    look: fc.nat(LOOKS.length - 1),
  }),
)

/** Walks a way. Gives the session at its end, and all documents that it met, rows of lists too. */
async function walk(world: World, steps: readonly Step[], see: (label: Seen) => void) {
  const store = memoryStore()
  let desk = open(world, store)
  let calls = 0
  const ask = (name: string, args: object): Promise<Outcome> =>
    desk.session.call({ id: `c${++calls}`, name, args: args as never })
  const docs: string[] = []
  const meet = (outcome: Outcome) => {
    if (outcome.status !== 'ok') throw new Error(`the way ends at ${outcome.model}`)
    for (const { handle } of outcome.handles) docs.push(handle)
    const { docs: found = [] } = (outcome.value ?? {}) as { docs?: string[] }
    for (const each of found) if (!docs.includes(each)) docs.push(each)
    return outcome
  }
  desk.session.userSaid('Please do what is to be done', { id: 'u1' })
  for (const each of steps) {
    if (each.do === 'restart') {
      await desk.close()
      desk = open(world, store)
    } else if (each.do === 'list') meet(await ask('list', { count: each.count }))
    else if (each.do === 'rows') meet(await ask('rows', {}))
    else if (docs.length > 0) {
      // A list as a whole is not a document: of 12 the handle itself comes first, and can only be looked at.
      const handle = docs[each.of % docs.length] as string
      if (each.do === 'look') {
        const approval = LOOKS[each.look] as (typeof LOOKS)[number]
        const outcome = await ask('inspect_handle', { handle, ...approval })
        if (outcome.status === 'ok') see({ approval, label: outcome.label.integrity })
      } else {
        const outcome = await ask(each.do, { doc: handle })
        if (outcome.status === 'ok') meet(outcome)
      }
    }
  }
  return { ask, docs, close: () => desk.close() }
}

interface Seen {
  readonly approval: (typeof LOOKS)[number]
  readonly label: Integrity
}

// No URL: one that was shown whole may be opened, where nothing goes out.
const value = fc.constantFrom(
  'eve@evil.example',
  'Eve Nobody',
  'DE89370400440532013000',
  '/etc/passwd',
  'rm -rf /',
  'hunter2-hunter2',
)
const begin: Step = { do: 'list', count: 1 }
const steps = fc.array(step, { minLength: 1, maxLength: 6 }).map((way) => [begin, ...way])
const title = fc.constantFrom(...LABELS)
const RUNS = { numRuns: 20 }

const WASHES: readonly Step[][] = [
  [{ do: 'unpack', of: 0, look: 0 }],
  [
    { do: 'copy', of: 0, look: 0 },
    { do: 'unpack', of: 1, look: 0 },
  ],
  [{ do: 'unpack', of: 0, look: 0 }, { do: 'restart' }],
  [
    { do: 'list', count: 12 },
    { do: 'unpack', of: 3, look: 0 },
  ],
]

test('a value that only outsiders or the model account for is never target, command or credential, whatever its way and encoding', async () => {
  const label = fc.constantFrom('third-party-structured' as const, 'third-party-text' as const)
  const encoding = fc.constantFrom(ENCODINGS.plain, ENCODINGS.plain, ...Object.values(ENCODINGS))
  const sinks = fc.constantFrom('go', 'go', 'go', 'execute', 'login')
  await fc.assert(
    fc.asyncProperty(
      value,
      encoding,
      label,
      title,
      steps,
      sinks,
      async (wanted, encode, given, other, way, sink) => {
        const world = { title: other, label: given, body: encode(wanted) }
        const { ask, close } = await walk(world, way, () => {})
        for (const each of [wanted, world.body])
          expect((await ask(sink, { value: each })).status).toBe('held')
        await close()
      },
    ),
    {
      ...RUNS,
      // Ways by which values were once, or could be, washed.
      examples: WASHES.map((way) => [
        'eve@evil.example',
        ENCODINGS.plain,
        'third-party-text',
        'first-party',
        [begin, ...way],
        'go',
      ]),
    },
  )
})

test('no look into a handle shows a better label than the place had, whatever its way', async () => {
  await fc.assert(
    fc.asyncProperty(value, title, title, steps, async (body, own, other, way) => {
      const { close } = await walk({ title: other, label: own, body }, way, ({ approval, label }) => {
        const place =
          approval.op !== 'get'
            ? Math.max(rank(own), rank(other))
            : rank(approval.path === '/body' ? own : other)
        expect(rank(label)).toBeGreaterThanOrEqual(place)
      })
      await close()
    }),
    RUNS,
  )
})

test('a first-party value goes on by all of these ways, so that the properties above say something', async () => {
  const world = { title: 'first-party', label: 'first-party', body: '/srv/reports' } as const
  const ways: readonly Step[][] = [
    [{ do: 'rows' }],
    [{ do: 'rows' }, { do: 'restart' }],
    [
      { do: 'list', count: 1 },
      { do: 'look', of: 0, look: 0 },
    ],
    [
      { do: 'list', count: 1 },
      { do: 'copy', of: 0, look: 0 },
      { do: 'look', of: 1, look: 0 },
    ],
    [{ do: 'list', count: 12 }, { do: 'restart' }, { do: 'look', of: 3, look: 0 }],
  ]
  for (const way of ways) {
    const { ask, docs, close } = await walk(world, way, () => {})
    expect((await ask('go', { value: world.body })).status).toBe('ok')
    if (docs.length > 0) expect((await ask('go_doc', { doc: docs.at(-1) })).status).toBe('ok')
    await close()
  }
})
