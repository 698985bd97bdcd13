import fc from 'fast-check'
import { empty, failure, type Json, say } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, callOnce, openGate } from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()

const bytesOf = (value: Json) => Buffer.byteLength(JSON.stringify(value))

describe('the UI view', () => {
  const fails = (more = {}) => failure({ code: 'gone', userMessage: 'It is gone.', ...more })
  const throwing = () => {
    throw new Error('no')
  }
  test.each<[of: string, over: AnyToolOptions, args: unknown, ui: object]>([
    ['a value', {}, {}, { panel: 'probe', data: { done: true } }],
    ['a value that is null', { run: () => null }, {}, { panel: 'probe', data: null }],
    [
      'a value with toUi',
      { toUi: (data: unknown) => ({ panel: 'awards', data: { of: data } }) },
      {},
      { panel: 'awards', data: { of: { done: true } } },
    ],
    [
      'toUi without data',
      { toUi: () => ({ panel: 'awards', data: undefined }) },
      {},
      { panel: 'awards', data: null },
    ],
    [
      'empty',
      { run: () => empty('Nothing.') },
      {},
      { panel: 'notice', data: { status: 'empty', userMessage: 'Nothing.' } },
    ],
    [
      'a failure',
      { run: () => fails() },
      {},
      {
        panel: 'probe',
        data: { status: 'error', code: 'gone', retryable: false, userMessage: 'It is gone.' },
      },
    ],
    [
      'what was thrown',
      { run: throwing },
      {},
      {
        panel: 'probe',
        data: {
          status: 'error',
          code: 'internal',
          retryable: false,
          userMessage: expect.any(String),
          ref: expect.any(String),
        },
      },
    ],
    [
      'wrong arguments',
      {},
      { wrong: 1 },
      {
        panel: 'probe',
        data: {
          status: 'error',
          code: 'invalid_arguments',
          retryable: true,
          userMessage: expect.any(String),
        },
      },
    ],
    [
      'a denial',
      { permission: () => false },
      {},
      {
        panel: 'probe',
        data: { status: 'denied', code: 'not_permitted', retryable: false, userMessage: expect.any(String) },
      },
    ],
  ])('of %s', async (_, over, args, ui) => {
    const outcome = await callOnce(over, args)
    expect(outcome.ui).toEqual(ui)
    expect(outcome.events.at(-1)).toMatchObject({ type: 'call.finished', outcome: { ui } })
  })

  test('never takes its panel from data', async () => {
    const value = { panel: 'evil', data: 1, ui: { panel: 'evil' } }
    expect((await callOnce({ run: () => value })).ui).toEqual({ panel: 'probe', data: value })
  })

  test.each(['<img src=x>', '', 'a'.repeat(100), 'two words', 7, null])(
    'falls back when toUi names the panel %j',
    async (panel) => {
      const { ui } = await callOnce({ toUi: () => ({ panel, data: 1 }) })
      expect(ui).toEqual({ panel: 'probe', data: { done: true } })
    },
  )

  test('is made of the sealed value, as the model view is', async () => {
    const seen: unknown[] = []
    await callOnce({
      output: z.object({ at: z.string() }),
      run: () => ({ at: 'noon', secret: 1 }),
      toModel: (value: unknown) => {
        seen.push(value)
        return say`x`
      },
      toUi: (value: unknown) => {
        seen.push(value)
        return { panel: 'p', data: value }
      },
    })
    expect(seen).toEqual([{ at: 'noon' }, { at: 'noon' }])
  })

  test('is plain JSON whatever toUi gives', async () => {
    const value = { rows: [{ id: 1 }] }
    const outcome = await callOnce({
      run: () => value,
      toUi: (sealed: typeof value) => ({
        panel: 'p',
        data: {
          at: new Date(0),
          big: 1n,
          get rows() {
            return sealed.rows
          },
        },
      }),
    })
    expect(outcome.ui.data).toStrictEqual({ at: '1970-01-01T00:00:00.000Z', big: '1', rows: [{ id: 1 }] })
  })

  test.each<[what: string, wrap: (sealed: { rows: unknown[] }) => object]>([
    [
      'a getter',
      (sealed) => ({
        get rows() {
          return sealed.rows
        },
      }),
    ],
    ['a symbol key', (sealed) => ({ rows: sealed.rows, [Symbol('secret')]: 'secret' })],
  ])('is plain JSON when toUi wraps the sealed value with %s', async (_, wrap) => {
    const run = () => ({ rows: [{ id: 1 }] })
    const { ui } = await callOnce({ run, toUi: (sealed: never) => ({ panel: 'p', data: wrap(sealed) }) })
    expect(Object.getOwnPropertyDescriptors(ui.data)).toEqual({
      rows: {
        value: [{ id: 1 }],
        enumerable: true,
        writable: expect.any(Boolean),
        configurable: expect.any(Boolean),
      },
    })
  })

  test('is not changed by what toUi does to its object afterwards', async () => {
    const panel: { rows?: unknown } = {}
    let n = 0
    const { session } = openGate([
      aTool({
        run: () => ({ rows: [++n] }),
        toUi: ({ rows }: { rows: unknown }) => ({ panel: 'p', data: Object.assign(panel, { rows }) }),
      }),
    ])
    const first = await session.call({ id: 'c1', name: 'probe', args: { n: 1 } })
    await session.call({ id: 'c2', name: 'probe', args: { n: 2 } })
    expect(first.ui.data).toEqual({ rows: [1] })
  })

  test('never gets into the text for the model', async () => {
    const { model } = await callOnce({
      toModel: () => say`Done.`,
      toUi: () => ({ panel: 'p', data: 'only for the panel' }),
    })
    expect(model).toBe('Done.')
  })

  test('holds all rows, however few the model sees', async () => {
    const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `row ${id}` }))
    const outcome = await callOnce({ run: () => ({ rows }), limits: { items: 5 } })
    expect(outcome).toMatchObject({ status: 'ok', value: { rows }, ui: { data: { rows } } })
    expect(outcome.model).toContain('500')
    expect(outcome.model).not.toContain('row 50')
  })
})

describe('over uiBytes', () => {
  test('a first page is given, and said to be one', async () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `row ${id}` }))
    const outcome = await callOnce({ run: () => ({ total: 1_000, rows }), limits: { uiBytes: 2_000 } })
    const { data, cut } = outcome.ui
    expect(cut?.note).toMatch(/page/)
    expect(bytesOf(data)).toBeLessThanOrEqual(2_000)
    const page = data as { total: number; rows: Json[] }
    expect(page.total).toBe(1_000)
    expect(page.rows.length).toBeGreaterThan(20)
    expect(page.rows.slice(0, -1)).toEqual(rows.slice(0, page.rows.length - 1))
    // What the program gets is whole.
    expect(outcome).toMatchObject({ value: { rows } })
  })

  test('of the data of toUi as well', async () => {
    const { ui } = await callOnce({
      limits: { uiBytes: 500 },
      toUi: () => ({ panel: 'p', data: { text: 'é'.repeat(5_000) } }),
    })
    expect(bytesOf(ui.data)).toBeLessThanOrEqual(500)
    expect(ui).toMatchObject({ panel: 'p', cut: { note: expect.any(String) } })
  })

  test('and not below it: a list of small numbers is given whole', async () => {
    const list = Array(1_000).fill(1)
    expect(bytesOf(list)).toBeLessThan(3_000)
    const { ui } = await callOnce({ run: () => list, limits: { uiBytes: 3_000 } })
    expect(ui).toEqual({ panel: 'probe', data: list })
  })

  test('a notice is short, however long its message', async () => {
    const over = {
      run: () => failure({ code: 'gone', userMessage: 'é'.repeat(300) }),
      limits: { uiBytes: 256 },
    }
    expect(bytesOf((await callOnce(over)).ui.data)).toBeLessThanOrEqual(1_000)
  })

  test('a page never passes its budget and stays well-formed, whatever the value', async () => {
    let next: unknown
    let count = 0
    const limits = { uiBytes: 256 }
    const { session } = openGate([aTool({ run: () => next, limits })])
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('\0'.repeat(90), '👩‍👩‍👧‍👦'.repeat(40)),
    )
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie('any'), { maxLength: 12 }),
        fc.dictionary(text, tie('any'), { maxKeys: 12 }),
      ),
    })).any
    await fc.assert(
      fc.asyncProperty(value, async (made) => {
        next = made
        const outcome = await session.call({ id: `c${++count}`, name: 'probe', args: { n: count } })
        if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
        const { data, cut } = outcome.ui
        expect(bytesOf(data)).toBeLessThanOrEqual(256)
        expect(JSON.stringify(data).isWellFormed()).toBe(true)
        expect(cut !== undefined).toBe(bytesOf(outcome.value as Json) > 256)
        if (!cut) expect(data).toEqual(outcome.value)
      }),
      { numRuns: 300 },
    )
  })
})
