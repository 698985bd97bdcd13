import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HandleError } from '../../../src/handles/errors.js'
import {
  INSPECT_OPS,
  type InspectAsk,
  type Inspection,
  inspect,
  inspectSchema,
} from '../../../src/handles/look/inspect.js'
import { fold } from '../../../src/handles/look/inspect-search.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { pointerOf } from '../../../src/json/pointer.js'
import type { Card } from '../../../src/tool/outcome.js'
import { workOf } from '../../fixtures/work.js'

const card: Card = {
  handle: 'report_0000',
  kind: 'report',
  label: 'Q3',
  facts: { pages: 2 },
  size: 99,
  expiresAt: '2026-01-01T00:00:00.000Z',
}

function look(value: Json, ask: InspectAsk, room?: number): Inspection {
  return inspect({ card, value }, ask, room)
}

function refusal(value: Json, ask: InspectAsk): HandleError {
  try {
    look(value, ask)
  } catch (error) {
    if (error instanceof HandleError) return error
    throw error
  }
  throw new Error('it was answered')
}

const report = {
  title: 'Quarter three',
  rows: [
    { city: 'Lisbon', sold: 7 },
    { city: 'Oslo', sold: null },
  ],
  'a/b': { '~': true, '~1': 'tilde one' },
  '': 'empty key',
  note: 'x'.repeat(300),
}

describe('describe', () => {
  test('gives the card and the shape, two levels deep', () => {
    const { value, part } = look(report, { op: 'describe' })
    expect(value).toEqual({
      kind: 'report',
      label: 'Q3',
      facts: { pages: 2 },
      size: 99,
      expiresAt: '2026-01-01T00:00:00.000Z',
      path: '',
      shape: {
        is: 'object of 5 keys',
        keys: {
          title: 'text of 13 characters',
          rows: { is: 'list of 2 items', first: 'object of 2 keys' },
          'a/b': { is: 'object of 2 keys', keys: { '~': 'boolean', '~1': 'text of 9 characters' } },
          '': 'text of 9 characters',
          note: 'text of 300 characters',
        },
      },
    })
    expect(part).toBeUndefined()
  })

  test('the shape is that of the part', () => {
    expect(look(report, { op: 'describe', path: '/rows/1' }).value.shape).toEqual({
      is: 'object of 2 keys',
      keys: { city: 'text of 4 characters', sold: 'null' },
    })
  })

  test('says how a row of a collection is addressed', () => {
    const { value } = inspect({ card, value: [1, 2, 3], count: 3 }, { op: 'describe' })
    expect(value.rows).toBe('report_0000.0 to report_0000.2')
  })

  test('counts the keys that it leaves out', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, i]))
    expect(look(wide, { op: 'describe' }).value.shape).toMatchObject({ left: '960 more keys' })
    const long = { ['k'.repeat(100_000)]: 1, b: 2 }
    expect(look(long, { op: 'describe' }).value.shape).toMatchObject({
      keys: { b: 'number' },
      left: '1 more key',
    })
  })
})

describe('get', () => {
  test.each<[path: string, at: (string | number)[], value: Json]>([
    ['', [], report],
    ['/title', ['title'], 'Quarter three'],
    ['/rows/1', ['rows', 1], { city: 'Oslo', sold: null }],
    ['/rows/1/sold', ['rows', 1, 'sold'], null],
    ['/a~1b/~0', ['a/b', '~'], true],
    ['/a~1b/~01', ['a/b', '~1'], 'tilde one'],
    ['/', [''], 'empty key'],
  ])('%s', (path, at, value) => {
    const answer = look(report, { op: 'get', path })
    expect(answer.value).toMatchObject({ path, value })
    expect(answer.part).toEqual({ key: 'value', at })
  })

  test.each<[path: string, words: RegExp]>([
    ['/titl', /There is no "titl" in the value: did you mean "title"\./],
    ['/zzzzzz', /it has "title", "rows", "a\/b", "", "note"\./],
    ['/rows/2', /There is no "2" in "\/rows": it is a list, its items are 0 to 1\./],
    ['/rows/01', /it is a list/],
    ['/rows/-', /it is a list/],
    ['/rows/length', /it is a list/],
    ['/rows/0/city/0', /it is a string, with nothing below it/],
    ['/rows/1/sold/x', /it is null/],
    ['/__proto__', /There is no "__proto__"/],
    ['/constructor', /There is no "constructor"/],
    ['/rows/0/__proto__/toString', /There is no "__proto__"/],
  ])('%s leads nowhere, and the error says what is there', (path, words) => {
    const error = refusal(report, { op: 'get', path })
    expect(error).toMatchObject({ code: 'handle_not_found', pointer: '/path' })
    expect(error.message).toMatch(words)
  })

  test.each(['title', '/a~2', '/a~', '#/title'])('%s is no pointer', (path) => {
    expect(refusal(report, { op: 'get', path })).toMatchObject({ code: 'handle_malformed', pointer: '/path' })
  })

  test('what was written and what is there stand in the error in short, however long', () => {
    const long = 'k'.repeat(100_000)
    expect(refusal({ [long]: 1 }, { op: 'get', path: `/${long}x` }).message.length).toBeLessThan(400)
  })

  test('what is too large begins with its first page', () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => ({ i }))
    expect(look(rows, { op: 'get' }).value).toMatchObject({ type: 'list', from: 0, total: 5_000, next: 20 })
    expect(look('x'.repeat(100_000), { op: 'get' }).value).toMatchObject({ type: 'text', next: 32 * 1024 })
  })

  test('a key __proto__ of the data is a key like any other', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1}}') as Json
    expect(look(value, { op: 'get', path: '/__proto__/polluted' }).value.value).toBe(1)
    const page = look(value, { op: 'page' }).value.members as object
    expect(Object.keys(page)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(page)).toBe(Object.prototype)
  })
})

describe('page', () => {
  test('rows of a list', () => {
    const rows = Array.from({ length: 45 }, (_, i) => i)
    const { value, part } = look({ rows }, { op: 'page', path: '/rows', from: 20 })
    expect(value).toEqual({
      path: '/rows',
      type: 'list',
      from: 20,
      total: 45,
      items: rows.slice(20, 40),
      next: 40,
    })
    expect(part).toEqual({ key: 'items', at: ['rows'], from: 20 })
    expect(look({ rows }, { op: 'page', path: '/rows', from: 40 }).value).not.toHaveProperty('next')
    expect(look({ rows }, { op: 'page', path: '/rows', from: 99 }).value).toMatchObject({
      items: [],
      total: 45,
    })
  })

  test('members of an object', () => {
    const { value, part } = look(report, { op: 'page', from: 1, limit: 2 })
    expect(value).toMatchObject({
      from: 1,
      total: 5,
      next: 3,
      members: { rows: report.rows, 'a/b': report['a/b'] },
    })
    expect(part).toEqual({ key: 'members', at: [] })
  })

  test('characters of a text, and no code point is split', () => {
    const text = 'a\u{1f600}b'
    expect(look(text, { op: 'page', limit: 2 }).value).toMatchObject({ text: 'a', next: 1, total: 4 })
    expect(look(text, { op: 'page', from: 1, limit: 1 }).value).toMatchObject({ text: '\u{1f600}', next: 3 })
    expect(look(text, { op: 'page', from: 2 }).value).toMatchObject({ from: 1, text: '\u{1f600}b' })
  })

  test('a row that is too large stands apart', () => {
    const rows = [1, 'x'.repeat(100_000), 3]
    expect(look(rows, { op: 'page' }).value).toMatchObject({ items: [1], next: 1 })
    expect(look(rows, { op: 'page', from: 1 }).value).toMatchObject({
      items: [],
      apart: { path: '/1', type: 'text', length: 100_000 },
      next: 2,
    })
  })

  test('what is too deep for a result is followed by its path', () => {
    let deep: Json = 'bottom'
    for (let i = 0; i < 20_000; i++) deep = [deep]
    expect(look(deep, { op: 'get' }).value).toMatchObject({ items: [], apart: { path: '/0', type: 'list' } })
    expect(look(deep, { op: 'search', text: 'BOTTOM' }).value.total).toBe(1)
    expect(look(deep, { op: 'describe' }).value.shape).toMatchObject({ first: { first: 'list of 1 item' } })
  })
})

describe('search', () => {
  test('finds texts, numbers, booleans, null and keys, whatever the case', () => {
    const value = { City: 'LISBON', n: [17, true, null], note: 'to lisbon and from Lisbon' }
    const found = (text: string) => look(value, { op: 'search', text }).value.matches
    expect(found('lisbon')).toEqual([
      { at: '/City', excerpt: 'LISBON' },
      { at: '/note', excerpt: value.note },
      { at: '/note', excerpt: value.note },
    ])
    expect(found('CITY')).toEqual([{ at: '/City', in: 'key', excerpt: 'City' }])
    expect(found('7')).toEqual([{ at: '/n/0', excerpt: '17' }])
    expect(found('RU')).toEqual([{ at: '/n/1', excerpt: 'true' }])
    expect(found('nul')).toEqual([{ at: '/n/2', excerpt: 'null' }])
  })

  test('is below the path only, and pointers are from the root', () => {
    const { value } = look(report, { op: 'search', path: '/rows', text: 's' })
    expect((value.matches as JsonObject[]).map(({ at }) => at)).toEqual([
      '/rows/0/city',
      '/rows/0/sold',
      '/rows/1/city',
      '/rows/1/sold',
    ])
  })

  test('is plain text, not a pattern', () => {
    expect(look(['a.c', 'abc'], { op: 'search', text: 'a.c' }).value.total).toBe(1)
    expect(look(['(a+)+$'], { op: 'search', text: '(A+)+$' }).value.total).toBe(1)
  })

  test('an excerpt stands around, and says where in the text', () => {
    const text = `${'\u{1f600}'.repeat(100)}needle${'y'.repeat(100)}`
    const [match] = look(text, { op: 'search', text: 'NEEDLE' }).value.matches as JsonObject[]
    expect(match).toMatchObject({ at: '', character: 200 })
    expect(match!.excerpt).toBe(`…${'\u{1f600}'.repeat(30)}needle${'y'.repeat(60)}…`)
  })

  test('shows at most limit, counts all, and goes on', () => {
    const text = 'ab'.repeat(30)
    const first = look(text, { op: 'search', text: 'a', limit: 25 }).value
    expect(first).toMatchObject({ total: 30, next: 25 })
    const second = look(text, { op: 'search', text: 'a', limit: 25, from: 25 }).value
    expect(second.matches).toHaveLength(5)
    expect(second).not.toHaveProperty('next')
  })

  test('letters that change their length or their form without case are found at their place', () => {
    expect(look('İİİstanbul', { op: 'search', text: 'STANBUL' }).value.total).toBe(1)
    const [match] = look(`${'İ'.repeat(100)}x${'y'.repeat(99)}`, { op: 'search', text: 'X' }).value
      .matches as JsonObject[]
    expect(match).toMatchObject({ character: 100 })
    expect(look('ΟΔΟΣ', { op: 'search', text: 'οδος' }).value.total).toBe(1)
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code)
      if (fold(letter).length !== letter.length) throw new Error(`U+${code.toString(16)} changes its length`)
    }
  })

  test.each<[what: string, make: () => Json, text: string]>([
    ['one text', () => 'a'.repeat(50_000_000), `b${'a'.repeat(199)}`],
    ['one text, the other way round', () => 'a'.repeat(50_000_000), `${'a'.repeat(199)}b`],
    ['very many matches', () => 'ab'.repeat(25_000_000), 'A'],
    [
      'many small ones',
      () => Array.from({ length: 1_000_000 }, (_, id) => ({ id, name: 'a short text' })),
      'zz',
    ],
  ])('50 MB take a moment: %s', (_, make, text) => {
    const value = make()
    expect(workOf(() => look(value, { op: 'search', text }))).toBeLessThan(6_000)
  })
})

describe('count', () => {
  test.each<[what: string, ask: Omit<InspectAsk, 'op'>, count: number]>([
    ['keys', {}, 5],
    ['items', { path: '/rows' }, 2],
    ['characters', { path: '/title' }, 13],
    ['nothing inside', { path: '/rows/0/sold' }, 0],
    ['matches', { text: 'O' }, 8],
    ['matches below a path', { text: 'o', path: '/rows' }, 5],
  ])('%s', (_, ask, count) => {
    expect(look(report, { op: 'count', ...ask }).value.count).toBe(count)
  })
})

test.each([
  ['', 0],
  ['one', 1],
  ['one\ntwo', 2],
  ['one\ntwo\n', 2],
  ['\n\n', 2],
])('count tells the lines of a text: %j', (text, lines) => {
  expect(look(text, { op: 'count' }).value).toMatchObject({ count: text.length, lines })
})

describe('a question that is none', () => {
  test('search without text, and text where it would do nothing', () => {
    expect(refusal(report, { op: 'search' })).toMatchObject({ code: 'handle_malformed', pointer: '/text' })
    expect(refusal(report, { op: 'page', text: 'x' })).toMatchObject({
      code: 'handle_malformed',
      pointer: '/text',
    })
  })

  test.each<[object, boolean]>([
    [{ op: 'page', from: 0, limit: 200 }, true],
    [{ op: 'search', text: 'x'.repeat(200) }, true],
    [{ op: 'delete' }, false],
    [{ op: 'page', limit: 0 }, false],
    [{ op: 'page', limit: 201 }, false],
    [{ op: 'page', from: -1 }, false],
    [{ op: 'search', text: '' }, false],
    [{ op: 'get', pointer: '/a' }, false],
  ])('the schema: %j is %s', (ask, fine) => {
    expect(inspectSchema.safeParse(ask).success).toBe(fine)
  })
})

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '__proto__', 'a/b', '~1'),
)
const anyJson: fc.Arbitrary<Json> = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyText,
    fc.constantFrom(null, true, 0, 17, 1e21, -0.5),
    fc.array(tie('node'), { maxLength: 30 }),
    fc.array(fc.tuple(anyText, tie('node')), { maxLength: 30 }).map((members) => Object.fromEntries(members)),
  ),
})).node
const room = fc.constantFrom(1, 40, 400, undefined)

describe('for any value', () => {
  test('paging through everything gives back exactly the value', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        room,
        (value, limit, room) => {
          expect(readAll(value, '', limit, room)).toEqual(value)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a pointer from search always leads to what was found', () => {
    fc.assert(
      fc.property(anyJson, fc.string({ minLength: 1, maxLength: 2 }), room, (value, text, room) => {
        for (let from: Json | undefined = 0; from !== undefined; ) {
          const answer: JsonObject = look(value, { op: 'search', text, from: from as number }, room).value
          for (const { at, in: where } of answer.matches as { at: string; in?: string }[]) {
            const { part } = look(value, { op: 'get', path: at })
            expect(pointerOf(part!.at)).toBe(at)
            if (where === 'key') expect(fold(String(part!.at.at(-1)))).toContain(fold(text))
            else expect(fold(String(look(value, { op: 'get', path: at }).value.value))).toContain(fold(text))
          }
          from = answer.next
        }
      }),
      { numRuns: 300 },
    )
  })

  test('nothing but a HandleError is ever thrown, and an answer is bounded', () => {
    const ask = fc.record(
      {
        op: fc.constantFrom(...INSPECT_OPS),
        path: fc.oneof(
          anyText,
          anyText.map((text) => `/${text}`),
          fc.constantFrom('/0', '/0/0', '/a'),
        ),
        from: fc.oneof(fc.nat(5), fc.constant(Number.MAX_SAFE_INTEGER)),
        limit: fc.integer({ min: 1, max: 200 }),
        text: fc.string({ minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['op'] },
    )
    fc.assert(
      fc.property(anyJson, ask, (value, ask) => {
        try {
          expect(JSON.stringify(look(value, ask, 2_000).value).length).toBeLessThan(2_000 * 7)
        } catch (error) {
          if (!(error instanceof HandleError)) throw error
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Reads a value by its pages alone. */
function readAll(value: Json, path: string, limit: number | undefined, room: number | undefined): Json {
  const texts: string[] = []
  const items: Json[] = []
  const members: [string, Json][] = []
  for (let from: Json | undefined = 0; from !== undefined; ) {
    const page: JsonObject = look(value, { op: 'page', path, from: from as number, limit }, room).value
    const apart = page.apart as { path: string } | undefined
    const whole = apart && readAll(value, apart.path, limit, room)
    if (page.type === 'text') texts.push(page.text as string)
    else if (page.type === 'list')
      items.push(...(page.items as Json[]), ...(whole === undefined ? [] : [whole]))
    else if (page.type === 'object') {
      members.push(...Object.entries(page.members as JsonObject))
      if (apart)
        members.push([apart.path.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~'), whole!])
    } else return page.value!
    if (page.next === undefined) {
      return page.type === 'text'
        ? texts.join('')
        : page.type === 'list'
          ? items
          : Object.fromEntries(members)
    }
    from = page.next
  }
  throw new Error('not reached')
}
