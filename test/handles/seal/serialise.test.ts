import fc from 'fast-check'
import { failure, type Json } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aTool, callOnce, codeOf, goodValue, openGate } from '../../fixtures/open-gate.js'
import { failOnUnhandled } from '../../fixtures/unhandled.js'

failOnUnhandled()

class Money {
  constructor(readonly cents: number) {}
}
class Price extends Money {
  toJSON() {
    return { cents: this.cents }
  }
}
class SeatError extends RangeError {
  override readonly name = 'SeatError'
}
const bytes = Uint8Array.from([0, 1, 254, 255])
const half = 'a\ud800b'

/** The one JSON form of each. */
const FORMS: [what: string, value: () => unknown, form: Json][] = [
  ['null', () => null, null],
  ['true', () => true, true],
  ['a number', () => 1.5, 1.5],
  ['negative zero', () => -0, 0],
  ['NaN', () => Number.NaN, null],
  ['Infinity', () => Number.POSITIVE_INFINITY, null],
  ['-Infinity', () => Number.NEGATIVE_INFINITY, null],
  ['a text', () => 'über "x"\n', 'über "x"\n'],
  ['half a pair', () => half, 'a\ufffdb'],
  ['a NUL', () => 'a\0b', 'a\0b'],
  ['a bigint', () => 12_345_678_901_234_567_890n, '12345678901234567890'],
  ['a date', () => new Date(Date.UTC(2026, 4, 1, 9, 30)), '2026-05-01T09:30:00.000Z'],
  ['a date that is none', () => new Date(Number.NaN), null],
  ['a date before the year 0', () => new Date(-1e14), '-001199-02-15T14:13:20.000Z'],
  ['a map with texts for keys', () => new Map([['a', 1n]]), { a: '1' }],
  ['a map with other keys', () => new Map([[1, new Date(0)]]), [[1, '1970-01-01T00:00:00.000Z']]],
  ['an empty map', () => new Map(), {}],
  ['a set', () => new Set([1n, 'b']), ['1', 'b']],
  ['an Error', () => new Error('secret'), { error: 'Error' }],
  ['an Error of its own class', () => new SeatError('secret'), { error: 'SeatError' }],
  [
    'an Error with a code',
    () => Object.assign(new Error('x'), { code: 'ENOENT' }),
    { error: 'Error', code: 'ENOENT' },
  ],
  [
    'a failure inside a result',
    () => [failure({ code: 'gone', userMessage: 'It is gone.' })],
    [{ error: 'gone', userMessage: 'It is gone.' }],
  ],
  ['bytes', () => bytes, 'AAH+/w=='],
  ['a Buffer', () => Buffer.from(bytes), 'AAH+/w=='],
  ['a view on part of a buffer', () => new Uint8Array(bytes.buffer, 2), '/v8='],
  ['an ArrayBuffer', () => bytes.slice().buffer, 'AAH+/w=='],
  ['a DataView', () => new DataView(bytes.slice().buffer), 'AAH+/w=='],
  ['a Float64Array', () => Float64Array.from([1.5, Number.NaN]), [1.5, null]],
  ['an Int16Array', () => Int16Array.from([-1, 2]), [-1, 2]],
  ['a BigInt64Array', () => BigInt64Array.from([-1n]), ['-1']],
  ['a boxed text', () => Object('x'), 'x'],
  ['a boxed number', () => Object(7), 7],
  ['a URL', () => new URL('https://a.example/b?c'), 'https://a.example/b?c'],
  ['an instance with toJSON', () => new Price(5), { cents: 5 }],
  ['an object with toJSON', () => ({ secret: 1, toJSON: () => ({ open: 2 }) }), { open: 2 }],
  ['toJSON that gives what has a form', () => ({ toJSON: () => [1n, new Price(5)] }), ['1', { cents: 5 }]],
  ['an object without prototype', () => Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  [
    'a getter',
    () => ({
      get a() {
        return 1n
      },
    }),
    { a: '1' },
  ],
  ['a key with half a pair', () => ({ [half]: 1 }), { 'a\ufffdb': 1 }],
  ['symbol keys', () => ({ a: 1, [Symbol('b')]: 2 }), { a: 1 }],
  ['what is not enumerable', () => Object.defineProperty({ a: 1 }, 'b', { value: 2 }), { a: 1 }],
  ['a list with holes', () => Object.assign(new Array(3), { 0: 1, 2: 3 }), [1, null, 3]],
  ['undefined in an object', () => ({ a: 1, b: undefined }), { a: 1 }],
  ['undefined in a list', () => [1, undefined], [1, null]],
  ['undefined in a map', () => new Map([['a', undefined]]), {}],
  [
    'one object twice',
    () => {
      const one = { a: 1 }
      return [one, one]
    },
    [{ a: 1 }, { a: 1 }],
  ],
]

/** What has none, with the path inside it. */
const NONE: [what: string, value: () => unknown, path: string][] = [
  ['a symbol', () => Symbol('x'), ''],
  ['a function', () => () => 1, ''],
  ['a class', () => Money, ''],
  ['an instance without toJSON', () => new Money(1), ''],
  ['a RegExp', () => /x/, ''],
  ['a WeakMap', () => new WeakMap(), ''],
  ['a Response', () => new Response('x'), ''],
  ['a promise', () => ({ late: Promise.resolve(1) }), 'late'],
  [
    'a getter that throws',
    () => Object.defineProperty({}, 'bad', { enumerable: true, get: throwing }),
    'bad',
  ],
  ['toJSON that throws', () => ({ toJSON: throwing }), ''],
  ['toJSON of an instance that throws', () => Object.assign(new Price(1), { toJSON: throwing }), ''],
  ['toJSON that gives a function', () => ({ toJSON: () => throwing }), ''],
  [
    'toJSON that gives itself',
    () => {
      const self = { toJSON: (): unknown => self }
      return self
    },
    '',
  ],
  [
    'toJSON without end',
    () => {
      const again = () => ({ toJSON: again })
      return again()
    },
    '',
  ],
  [
    'a cycle of an object',
    () => {
      const self: Record<string, unknown> = {}
      self.again = self
      return self
    },
    'again',
  ],
  [
    'a cycle of a list',
    () => {
      const self: unknown[] = []
      self.push(self)
      return self
    },
    '[0]',
  ],
  [
    'a cycle of a map',
    () => {
      const self = new Map()
      self.set('again', self)
      return self
    },
    'again',
  ],
  [
    'a cycle of a set',
    () => {
      const self = new Set()
      self.add(self)
      return self
    },
    '[0]',
  ],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
    '',
  ],
]

function throwing(): never {
  throw new Error('trap')
}

const PLACES: [place: string, put: (value: unknown) => unknown, path: string][] = [
  ['an object', (value) => ({ a: { b: value } }), 'a.b'],
  ['a list', (value) => ({ rows: [0, { price: value }] }), 'rows[1].price'],
  ['a map', (value) => new Map([['a', new Map([['b', value]])]]), 'a.b'],
  ['a set', (value) => new Set([new Set([value])]), '[0][0]'],
  ['a value of toJSON', (value) => ({ a: { toJSON: () => ({ b: value }) } }), 'a'],
]

let next: unknown
let count = 0
const shared = openGate([aTool({ run: () => next })])

/** What a tool's result comes to. One gate for all: hundreds of them would take longer than the walks. */
async function returned(value: unknown) {
  next = value
  shared.lines.length = 0
  const outcome = await shared.session.call({ id: `c${++count}`, name: 'probe', args: { n: count } })
  return { ...outcome, logged: JSON.stringify(shared.lines) }
}

describe.each(FORMS)('%s', (_, make, form) => {
  test('has its form as the whole result', async () => {
    const outcome = await returned(make())
    expect(goodValue(outcome)).toStrictEqual(form)
    expect(outcome.ui.data).toStrictEqual(form)
  })

  test.each(PLACES)('has its form in %s', async (_place, put) => {
    expect(goodValue(await returned(put(make())))).toStrictEqual(goodValue(await returned(put(form))))
  })
})

test('undefined as the whole result is null', async () => {
  expect(goodValue(await returned(undefined))).toBeNull()
})

describe.each(NONE)('%s', (what, make, inner) => {
  test('is unserializable as the whole result', async () => {
    const outcome = await returned(make())
    // A revoked proxy can't even be awaited, so the run itself throws.
    const code = what === 'a revoked proxy' ? 'internal' : 'unserializable'
    expect(outcome).toMatchObject({ status: 'error', error: { code, retryable: false } })
    if (inner) expect(outcome.model).toContain(inner)
    expect(outcome.ui).toMatchObject({ panel: 'probe', data: { code } })
  })

  test.each(PLACES)('is unserializable in %s, and its path is named', async (_place, put, path) => {
    const outcome = await returned(put(make()))
    expect(codeOf(outcome)).toBe('unserializable')
    expect(outcome.model).toContain(path)
    expect(outcome.logged).toContain(path)
    expect(outcome.model).not.toContain('trap')
  })
})

describe('no form ever is', () => {
  test.each([...FORMS, ...NONE])('[object Object] for %s', async (_, make) => {
    const { model, ui } = await returned(make())
    expect(model + JSON.stringify(ui)).not.toContain('[object')
  })
})

describe('a result that is too much', () => {
  test('of 50 MB of text crosses', async () => {
    const text = 'x'.repeat(50 * 1024 * 1024)
    const outcome = await returned({ text })
    expect(outcome.status).toBe('ok')
    expect(outcome.model.length).toBeLessThan(20_000)
    expect(Buffer.byteLength(JSON.stringify(outcome.ui.data))).toBeLessThanOrEqual(1024 * 1024)
    expect((goodValue(outcome) as { text: string }).text).toHaveLength(text.length)
  })

  test('by one object in itself over and over ends as data', async () => {
    let value: unknown = { leaf: true }
    for (let i = 0; i < 60; i++) value = [value, value]
    expect(['result_too_large', 'unserializable']).toContain(codeOf(await returned(value)))
  })

  test('by a length that nobody filled is not walked', async () => {
    let reads = 0
    const value = new Proxy(new Array(4_000_000_000), {
      get(target, key) {
        if (typeof key === 'string' && /^\d/.test(key) && ++reads > 100_000) throw new Error('walked on')
        return Reflect.get(target, key)
      },
    })
    expect(['result_too_large', 'unserializable']).toContain(codeOf(await returned({ value })))
    expect(reads).toBeLessThan(100_000)
  })

  test('by its depth ends as data', async () => {
    let value: unknown = 1
    for (let i = 0; i < 100_000; i++) value = { value }
    expect(codeOf(await returned(value))).toBe('unserializable')
  })
})

describe('the value', () => {
  test('is a copy: what the tool changes later changes nothing', async () => {
    const kept = { rows: [{ price: 1 }] }
    const outcome = await returned(kept)
    kept.rows[0]!.price = 2
    expect(goodValue(outcome)).toEqual({ rows: [{ price: 1 }] })
    expect(Object.isFrozen(kept.rows)).toBe(false)
  })

  test('with an output holds declared keys only', async () => {
    const output = z.object({ done: z.boolean(), at: z.object({ x: z.number() }).optional() })
    const outcome = await callOnce({
      output,
      run: () => ({ done: true, secret: 1, at: { x: 1, secret: 2 } }),
    })
    expect(goodValue(outcome)).toEqual({ done: true, at: { x: 1 } })
    expect(JSON.stringify([outcome.model, outcome.ui, outcome.events])).not.toContain('secret')
  })

  test('may have a key that is __proto__ and pollutes nothing', async () => {
    const outcome = await callOnce({
      run: () => JSON.parse('{"__proto__":{"polluted":1},"a":[{"__proto__":1}]}'),
    })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(outcome.status).toBe('ok')
    const value = goodValue(outcome) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test('is stable under parse and print, and never a crash, whatever the tool returns', async () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
      maxDepth: 4,
    })
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const outcome = await returned(value)
        if (outcome.status !== 'ok') return expect(codeOf(outcome)).toBe('unserializable')
        for (const safe of [outcome.value, outcome.ui.data]) {
          const text = JSON.stringify(safe)
          expect(text.isWellFormed()).toBe(true)
          const back = JSON.parse(text)
          expect(back).toStrictEqual(safe)
          expect(JSON.stringify(back)).toBe(text)
        }
        expect(outcome.model.isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
