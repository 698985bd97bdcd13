import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InspectAsk, inspect } from '../../../src/handles/look/inspect.js'
import { asRead } from '../../../src/handles/look/json-text.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import type { Card } from '../../../src/tool/outcome.js'

const card: Card = { handle: 'rows_0', kind: 'rows', label: 'Rows', facts: {} }

const files = [
  { name: 'zeta.md', size: 30, tags: ['old'], by: { id: 2 } },
  { name: 'Alpha.md', size: 4, tags: ['new', 'read'] },
  { name: 'beta.ts', size: null, tags: [] },
  { name: 'gamma.ts', size: 200 },
]

function look(value: Json, ask: InspectAsk, room?: number): JsonObject {
  return inspect({ card, value }, ask, room).value
}

function rows(ask: InspectAsk, value: Json = files): unknown[] {
  return (look(value, ask).rows as { at: number }[]).map(({ at }) => at)
}

describe('filter', () => {
  test.each<[Omit<InspectAsk, 'op'>, number[]]>([
    [{ by: '/size', is: '=', value: 4 }, [1]],
    [{ by: '/size', is: '=', value: '4' }, [1]],
    [{ by: '/size', is: '!=', value: 4 }, [0, 2, 3]],
    [{ by: '/size', is: '<', value: 30 }, [1]],
    [{ by: '/size', is: '<=', value: 30 }, [0, 1]],
    [{ by: '/size', is: '>', value: 30 }, [3]],
    [{ by: '/size', is: '>=', value: 30 }, [0, 3]],
    [{ by: '/size', is: '=', value: null }, [2]],
    [{ by: '/name', is: 'contains', value: 'ALPHA' }, [1]],
    [{ by: '/tags', is: 'contains', value: 'read' }, [1]],
    [{ by: '/tags', is: 'exists' }, [0, 1, 2]],
    [{ by: '/tags', is: 'exists', value: false }, [3]],
    [{ by: '/by/id', is: '=', value: 2 }, [0]],
    [{ by: '/toString', is: 'exists' }, []],
    [{ by: '/name', is: '<', value: 7 }, []],
    [{ by: '/name', is: 'contains', value: '.*' }, []],
  ])('%j', (ask, expected) => {
    expect(rows({ op: 'filter', ...ask })).toEqual(expected)
  })

  test('gives the rows with their numbers, and pages them', () => {
    const ask = { op: 'filter', by: '/tags', is: 'exists', limit: 2 } as const
    expect(look(files, ask)).toEqual({
      path: '',
      of: 4,
      from: 0,
      total: 3,
      rows: [
        { at: 0, row: files[0] },
        { at: 1, row: files[1] },
      ],
      next: 2,
    })
    expect(look(files, { ...ask, from: 2 })).toMatchObject({ rows: [{ at: 2, row: files[2] }] })
    expect(look(files, { ...ask, from: 2 })).not.toHaveProperty('next')
  })

  test('of a list within, and of plain items', () => {
    expect(rows({ op: 'filter', path: '/n', is: '>', value: 2 }, { n: [1, 2, 3, 4] })).toEqual([2, 3])
  })

  test('a row that is too large is named by its path', () => {
    const value = { rows: [{ id: 1 }, { id: 2, text: 'x'.repeat(500) }] }
    expect(look(value, { op: 'filter', path: '/rows', by: '/id', is: '=', value: 2 }, 100)).toMatchObject({
      rows: [],
      apart: { path: '/rows/1', type: 'object' },
    })
  })

  test.each<[InspectAsk, Json, string]>([
    [{ op: 'filter', value: 1 }, files, 'filter needs is: one of = != < <= > >= contains exists.'],
    [{ op: 'filter', is: '=' }, files, 'filter with = needs value: what to compare with.'],
    [{ op: 'filter', is: '=', value: 1, by: 'size' }, files, '"size" is no JSON Pointer.'],
    [{ op: 'filter', is: '=', value: 1 }, { a: 1 }, 'filter is for lists; the value is an object.'],
    [{ op: 'sort', is: '=' }, files, 'is is for filter, not for sort.'],
    [{ op: 'page', by: '/size' }, files, 'by is for filter and sort, not for page.'],
  ])('%j is refused and says how to ask', (ask, value, message) => {
    expect(() => look(value, ask)).toThrow(message)
  })
})

describe('sort', () => {
  test('numbers first, then the rest; rows without the place last, either way', () => {
    expect(rows({ op: 'sort', by: '/size' })).toEqual([1, 0, 3, 2])
    expect(rows({ op: 'sort', by: '/size', desc: true })).toEqual([2, 3, 0, 1])
    expect(rows({ op: 'sort', by: '/by/id', desc: true })).toEqual([0, 1, 2, 3])
    expect(rows({ op: 'sort', by: '/name' })).toEqual([1, 2, 3, 0])
  })

  test('pages show every row once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 })),
        fc.integer({ min: 1, max: 5 }),
        (value, limit) => {
          const seen: number[] = []
          for (let from: number | undefined = 0; from !== undefined; ) {
            const page: JsonObject = look(value, { op: 'sort', from, limit })
            seen.push(...(page.rows as unknown as { row: number }[]).map(({ row }) => row))
            from = page.next as number | undefined
          }
          expect(seen).toEqual(value.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('a text that is JSON', () => {
  test('is read as what it says, and a number too large keeps its digits', () => {
    expect(asRead(JSON.stringify(files, null, 2))).toEqual(files)
    expect(asRead('{"id": 12345678901234567890}')).toEqual({ id: '12345678901234567890' })
  })

  test.each(['plain', '7', '"text"', '[1, 2', '{"a": 1} and more', ''])('%j stays a text', (text) => {
    expect(asRead(text)).toBe(text)
  })

  test('only the whole value is read', () => {
    const value = { body: '[1]' }
    expect(asRead(value)).toBe(value)
  })
})
