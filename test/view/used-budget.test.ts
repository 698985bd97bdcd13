// A view grows with its budget: whatever a result looks like, what was cut fills most of the room, and never more.

import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/json/json.js'
import { estimateTokens } from '../../src/view/budget.js'
import { defaultView } from '../../src/view/default-view.js'
import { render } from '../../src/view/render.js'
import { workOf } from '../fixtures/work.js'

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const WORDS = 'the quick survey of harbours found seven older boats near Lisbon with paint that peels'.split(
  ' ',
)
const words = (count: number, from = 0) => times(count, (n) => WORDS[(n * 7 + from) % WORDS.length]).join(' ')
const directory = (depth: number, width: number, at = 'src'): Json[] =>
  times(width, (n) => {
    const name = `${at}-${n}`
    return depth === 0 || n % 3 === 0
      ? { name: `${name}.ts`, type: 'file', size: n * 113 }
      : { name, type: 'directory', children: directory(depth - 1, width, name) }
  })
const deep = (depth: number): Json =>
  depth === 0 ? words(30) : { level: depth, note: words(4, depth), next: deep(depth - 1) }
const row = (n: number) => ({ id: `o-${n}`, title: words(5, n), total: n * 3.5, open: n % 2 === 0 })

/** Twenty kinds of result, larger than any budget below. */
const RESULTS: Record<string, Json> = {
  'a flat list': times(4_000, row),
  'a list in an object': { page: 1, of: 90, results: times(4_000, row) },
  'a list deep inside': { data: { viewer: { repositories: { nodes: times(4_000, row) } } } },
  'lists in rows': times(600, (n) => ({
    order: n,
    lines: times(40, (i) => ({ sku: `s${n}-${i}`, count: i })),
  })),
  'wide rows': times(150, (n) => Object.fromEntries(times(120, (c) => [`field${c}`, `${words(2, n + c)}`]))),
  'a tree of directories': directory(4, 14),
  'one long text': words(60_000),
  'a long text in an object': { file: 'notes.md', body: words(60_000) },
  'a few long texts': times(4, (n) => words(20_000, n)),
  'many short texts': times(3_000, (n) => words(20, n)),
  'a list of long texts': times(80, (n) => words(2_000, n)),
  'a text and a list': { summary: words(30_000), rows: times(4_000, row), total: 4_000 },
  'a matrix': times(300, (y) => times(300, (x) => (x * y) % 97)),
  'a map of values': Object.fromEntries(times(5_000, (n) => [`key${n}`, words(3, n)])),
  'a map of records': Object.fromEntries(times(5_000, (n) => [`key${n}`, row(n)])),
  'other scripts': times(3_000, (n) => ({ id: n, title: `東京の港で見つかった船 ${n}`, city: 'Лиссабон' })),
  numbers: times(50_000, (n) => n * 17),
  'a deep object': deep(900),
  'many lists': Object.fromEntries(times(60, (n) => [`list${n}`, times(90, row)])),
  'rows of several lines': times(900, (n) => ({ id: n, note: `${words(12, n)}\n${words(12, n + 3)}` })),
  'one huge record': { record: Object.fromEntries(times(900, (n) => [`part${n}`, { text: words(60, n) }])) },
  'sentences as keys': Object.fromEntries(times(3_000, (n) => [`${words(8, n)} ${n}`, words(6, n)])),
}

describe.each([500, 2_000, 8_000, 20_000])('with %i tokens', (budget) => {
  test.each(Object.entries(RESULTS))('%s', (_, value) => {
    for (const thirdParty of [true, false]) {
      const rest = 'The rest is in result_1: read on with inspect_handle.'
      const options = { tool: 'search', budget, thirdParty, rest: () => rest }
      const { text } = render(defaultView(value, options), {
        budget,
        nonce: () => 'abcdefgh',
        rest: () => rest,
      })
      expect(text).toContain(rest)
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(budget * 0.6)
    }
  })
})

test('there is no cliff: a list that grows by a row is shown by no fewer', () => {
  const shown = times(60, (n) => {
    const view = defaultView(times(n + 2, row), { tool: 'x', budget: 600, thirdParty: true })
    return render(view, { budget: 600, nonce: () => 'a' }).text.match(/^- o-/gm)!.length
  })
  for (let n = 1; n < shown.length; n++) expect(shown[n]! - shown[n - 1]!).toBeGreaterThanOrEqual(-2)
  expect(shown.at(-1)).toBeGreaterThan(10)
})

test('of 50 000 rows no more are looked at than could be shown', () => {
  let looked = 0
  const rows = new Proxy(times(50_000, row), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked++
      return Reflect.get(target, key, receiver)
    },
  })
  const looks = [500, 2_000, 8_000].map((budget) => {
    looked = 0
    render(defaultView({ rows }, { tool: 'x', budget, thirdParty: true }), { budget, nonce: () => 'a' })
    return looked
  })
  // A row has 8 tokens at the least, and is looked at a few times.
  expect(looks[0]).toBeLessThan(3_000)
  for (const [at, budget] of [500, 2_000, 8_000].entries()) expect(looks[at]).toBeLessThan(budget * 6)
})

test.each<[count: number, items?: number]>([[100], [1_000], [50_000], [100, 60]])(
  'of %i rows each that is shown is read twice: when it is looked at, and written (at most: %s)',
  (count, items) => {
    let reads = 0
    const rows = times(count, (n) => {
      const one = { ...row(n) }
      return Object.defineProperty(one, 'title', {
        enumerable: true,
        get: () => {
          reads++
          return 'seven boats'
        },
      })
    })
    // One title differs, so that the column stands on its rows.
    rows[1] = { ...row(1), title: 'one boat' }
    const limit = items === undefined ? {} : { items }
    const view = defaultView({ rows }, { tool: 'x', budget: 2_000, thirdParty: true, ...limit })
    const shown = render(view, { budget: 2_000, nonce: () => 'a' }).text.match(/^- o-/gm)!.length
    expect(shown).toBeGreaterThan(50)
    expect(reads).toBeLessThan(shown * 3)
  },
)

test('a large budget costs in proportion', () => {
  const rows = times(50_000, row)
  const work = (budget: number) =>
    workOf(() =>
      render(defaultView({ rows }, { tool: 'x', budget, thirdParty: true }), { budget, nonce: () => 'a' }),
    )
  work(2_000)
  expect(work(80_000)).toBeLessThan(Math.max(work(2_000), 5) * 40 * 4)
})
