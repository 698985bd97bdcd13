import fc from 'fast-check'
import { type Outcome, toolset } from 'sallyport'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { aTool, codeOf, openGate } from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'
import { workOfAsync } from '../fixtures/work.js'

failOnUnhandled()

// A host object with methods that no tool declares, and a gate on it. Whatever is written, they must not run.
const unwired = vi.fn(() => 'unwired')
const seen: unknown[] = []
const wired = (input: unknown) => {
  seen.push(input)
  return input
}
const host = { open: wired, find: wired, save: wired, close: unwired, _delete: unwired, run: unwired }
const nested = z.object({
  id: z.string().optional(),
  name: z.string().max(50).optional(),
  filter: z.object({ tags: z.array(z.string()).optional(), min: z.number().optional() }).optional(),
  extra: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})
const tools = toolset(host, [
  aTool({ name: 'open', input: nested, run: undefined }),
  aTool({ name: 'find_all', handler: 'find', input: z.looseObject({}), run: undefined }),
  aTool({ name: 'save', effect: 'write', input: nested, run: undefined }),
])
const { session } = openGate(tools)
const names = ['open', 'find_all', 'save']
const statuses = ['ok', 'empty', 'error', 'denied']

const prototypes = [Object, Array, Function, String, Number, Promise, Map].map(
  ({ prototype }) => prototype as object,
)
const shapes = () => JSON.stringify(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String)))
const before = shapes()

afterEach(() => {
  expect(shapes()).toBe(before)
  expect(unwired).not.toHaveBeenCalled()
  expect(Object.keys(host)).toEqual(['open', 'find', 'save', 'close', '_delete', 'run'])
})

let count = 0
/** One call of each tool. Fails when a call rejects, hangs, or comes to something else than an outcome. */
async function callsWith(args: unknown): Promise<Outcome[]> {
  seen.length = 0
  const outcomes = await Promise.all(names.map((name) => session.call({ id: `c${++count}`, name, args })))
  for (const outcome of outcomes) {
    expect(statuses).toContain(outcome.status)
    expect(typeof outcome.model).toBe('string')
    expect(outcome.model.isWellFormed()).toBe(true)
    expect(() => JSON.stringify(outcome)).not.toThrow()
  }
  for (const input of seen) expectPlain(input)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  return outcomes
}

/** What a tool is given is plain, to the bottom. */
function expectPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect([Object.prototype, Array.prototype, null]).toContain(Object.getPrototypeOf(value))
  expect(Object.hasOwn(value, '__proto__')).toBe(false)
  for (const part of Object.values(value)) expectPlain(part)
}

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  '_handler',
  'handler',
  'name',
  'tool',
  'recipient',
  'id',
  '_tainted',
  '_exempt',
  'toString',
  'toJSON',
  'then',
  'valueOf',
  'hasOwnProperty',
  'filter',
  'extra',
  'tags',
  'min',
  'length',
  '$ref',
  '',
]
const WORDS = [
  'close',
  '_delete',
  'run',
  'polluted',
  'open',
  '{}',
  '[]',
  'null',
  '{"polluted":1}',
  '\0',
  '\ud800',
]

const leaf = fc.oneof(
  fc.constantFrom<unknown>(...WORDS, null, true, 0, -0, 1e308, 2 ** 53),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
)
/** JSON that tries to be more than data. */
const hostile = fc.letrec<{ value: unknown; object: [string, unknown][] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    tie('object').map((pairs) => ({ pairs })),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  object: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 6 })), tie('value')), {
    maxLength: 5,
  }),
}))

/** As text, with repeated keys and `__proto__` as they are written. */
function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return printObject((value as { pairs: [string, unknown][] }).pairs)
  return JSON.stringify(value) ?? 'null'
}

function printObject(pairs: [string, unknown][]): string {
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${print(value)}`).join(',')}}`
}

const printed = hostile.object.map(printObject)

/** What models do to JSON, and what nobody should. */
const damage = fc.constantFrom<(text: string, at: number) => string>(
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `\`\`\`\n${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll(/"(\w+)":/g, '$1:'),
  (text) => text.replace(/\}$/, ',}'),
  (text) => `// said the model\n${text}/* and more`,
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text, at) => text.slice(0, at % (text.length + 1)),
  (text, at) => text.slice(at % (text.length + 1)),
  (text, at) => `${text.slice(0, at % (text.length + 1))}\\u0000\\x41${text.slice(at % (text.length + 1))}`,
  (text, at) => `${'['.repeat(at % 5_000)}${text}`,
  (text, at) => `${'{"a":'.repeat(at % 200)}${text}${'}'.repeat(at % 200)}`,
  (text) => text.replaceAll('_', '\\u005f'),
)

describe('no argument makes a call reject, hang, pollute a prototype or reach an unwired method', () => {
  test('as any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({
        unit: fc.constantFrom(...'{}[]":,\'\\/*` \n\u2028-+.eE0123nulltrfasxNI__proto__'),
        maxLength: 60,
      }),
    )
    await fc.assert(
      fc.asyncProperty(text, async (args) => {
        await callsWith(args)
      }),
      { numRuns: 300 },
    )
  })

  test('as hostile JSON, damaged', async () => {
    await fc.assert(
      fc.asyncProperty(printed, damage, fc.nat(20_000), async (text, harm, at) => {
        await callsWith(harm(text, at))
      }),
      { numRuns: 500 },
    )
  })

  test('as hostile JSON, parsed', async () => {
    await fc.assert(
      fc.asyncProperty(printed, async (text) => {
        await callsWith(JSON.parse(text))
      }),
      { numRuns: 300 },
    )
  })

  test('as any value of the language', async () => {
    const value = fc.anything({
      key: fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 5 })),
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
    })
    await fc.assert(
      fc.asyncProperty(value, async (args) => {
        await callsWith(args)
      }),
      { numRuns: 300 },
    )
  })

  test('so that what is let in is what was written', async () => {
    await fc.assert(
      fc.asyncProperty(printed, async (text) => {
        const [, outcome] = await callsWith(text)
        if (outcome?.status !== 'ok') return
        // The loose tool takes any key and returns its input.
        const written = JSON.parse(text)
        expect(JSON.parse(JSON.stringify(outcome.value))).toEqual(JSON.parse(JSON.stringify(written)))
      }),
      { numRuns: 200 },
    )
  })

  test.each<[what: string, text: () => string]>([
    ['brackets', () => '['.repeat(256 * 1024)],
    ['braces', () => '{"a":'.repeat(50_000)],
    ['quotes', () => '"'.repeat(256 * 1024)],
    ['escapes', () => `{"a":"${'\\u0041'.repeat(43_000)}"}`],
    ['backslashes', () => `{"a":"${'\\'.repeat(256 * 1024)}`],
    ['keys', () => `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['one key', () => `{"${'k'.repeat(250_000)}":1}`],
    ['digits', () => `{"n":${'9'.repeat(250_000)}}`],
    ['exponents', () => '{"n":1e99999999999}'],
    ['comments', () => `${'/*'.repeat(120_000)}{}`],
    ['fences', () => '```'.repeat(80_000)],
    ['white space', () => `${' '.repeat(260_000)}{}`],
    ['white space and a fence', () => `${'\n'.repeat(130_000)}\`\`\`json${'\n'.repeat(130_000)}`],
    ['single quotes', () => `{${"'a':'b',".repeat(30_000)}}`],
    ['texts in texts', () => [1, 2, 3, 4, 5, 6, 7, 8, 9].reduce((text) => JSON.stringify(text), '{"n":1}')],
    ['many megabytes', () => `{"a":"${'x'.repeat(30 * 1024 * 1024)}"}`],
    ['half pairs', () => `{"a":"${'\ud800'.repeat(80_000)}"}`],
  ])('as a pile of %s, and is answered soon', async (_, text) => {
    const args = text()
    const work = await workOfAsync(async () => {
      for (const outcome of await callsWith(args)) expect(outcome.model.length).toBeLessThan(5_000)
    })
    expect(work).toBeLessThan(1_500)
  })
})

describe('no name and no call', () => {
  const unwiredNames = [
    ...Object.keys(host).filter((key) => host[key as 'close'] === unwired),
    'find',
    ...KEYS,
  ]

  test('reaches what is not offered', async () => {
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...unwiredNames))
    await fc.assert(
      fc.asyncProperty(name, async (asked) => {
        fc.pre(!names.includes(asked))
        const outcome = await session.call({ id: `c${++count}`, name: asked, args: {} })
        expect(codeOf(outcome)).toBe('unknown_tool')
        expect(outcome.model.isWellFormed()).toBe(true)
        expect(outcome.model.split('\n')).toHaveLength(1)
      }),
      { numRuns: 200 },
    )
  })

  test('of any form makes a call reject', async () => {
    const call = fc.oneof(
      fc.anything(),
      fc.record({
        id: fc.anything(),
        name: fc.oneof(fc.constantFrom<unknown>(...names), fc.anything()),
        args: fc.anything(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(call, async (asked) => {
        const outcome = await session.call(asked as never)
        expect(statuses).toContain(outcome.status)
        expect(session.outcome(outcome.callId)).toBeDefined()
      }),
      { numRuns: 300 },
    )
  })
})
