// How well requests are read: over tables that a writer made who hasn't seen the code. Each row that isn't read right
// stands below as a known miss; a row more, or more tools asked for that weren't wanted, fails.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actsAsked, type OfferedTool } from '../../../../src/flow/words/request/asked.js'
import { readRequest } from '../../../../src/flow/words/request/read.js'
import { KNOWN_MISSES } from './known-misses.js'

interface Row {
  readonly id: string
  readonly request: string
  readonly tools: readonly OfferedTool[]
  readonly acts: readonly string[]
  readonly slots: Readonly<Partial<Record<'whom' | 'whose' | 'what', readonly string[]>>>
  readonly amounts: readonly number[]
}

interface Ordinary {
  readonly id: string
  readonly catalog: string
  readonly request: string
  readonly wanted: readonly string[]
}

const read = <Data>(name: string): Data =>
  JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8')) as Data

const CATALOGS = read<Record<string, readonly OfferedTool[]>>('catalogs.json')

const asked = (request: string, tools: readonly OfferedTool[]): string[] => [
  ...new Set(actsAsked(readRequest(request), tools).map(({ tool }) => tool)),
]

test.each(['en', 'de', 'es', 'fr'])('the acts of requests.%s are read, but for known misses', (language) => {
  const wrong = read<Row[]>(`requests.${language}.json`).filter(({ request, tools, acts }) => {
    const got = asked(request, tools)
    return got.length !== acts.length || !acts.every((act) => got.includes(act))
  })
  expect(wrong.map(({ id }) => id)).toEqual(KNOWN_MISSES[`requests.${language}`])
})

test.each(['en', 'de'])('the acts of ordinary-requests.%s are read, but for known misses', (language) => {
  const wrong = read<Ordinary[]>(`ordinary-requests.${language}.json`).filter(
    ({ request, catalog, wanted }) => {
      const got = asked(request, CATALOGS[catalog] ?? [])
      return got.length !== wanted.length || !wanted.every((each) => got.includes(each))
    },
  )
  expect(wrong.map(({ id }) => id)).toEqual(KNOWN_MISSES[`ordinary-requests.${language}`])
})

// Shares of what stands in the tables: wanted and not asked for, asked for and not wanted.
test.each([
  ['en', 0.05, 0.02],
  ['de', 0.05, 0.02],
])(
  'ordinary requests (%s) miss at most %d of the wanted tools and cover at most %d of the others',
  (language, misses, covers) => {
    let wantedTools = 0
    let missed = 0
    let others = 0
    let covered = 0
    for (const { request, catalog, wanted } of read<Ordinary[]>(`ordinary-requests.${language}.json`)) {
      const tools = CATALOGS[catalog] ?? []
      const got = asked(request, tools)
      wantedTools += wanted.length
      others += tools.filter(({ effect }) => effect !== 'read').length - wanted.length
      missed += wanted.filter((each) => !got.includes(each)).length
      covered += got.filter((each) => !wanted.includes(each)).length
    }
    expect(missed / wantedTools).toBeLessThanOrEqual(misses)
    expect(covered / others).toBeLessThanOrEqual(covers)
  },
)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}#@]+/gu) ?? []

/** Whether two texts share half of their words or more. */
function overlap(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = a.filter((word) => b.includes(word)).length
  return (2 * shared) / (a.length + b.length) >= 0.5
}

// The share of labelled slots that one read overlaps. They are loose labels; the acts above are firm.
test.each([
  ['en', { whom: 0.75, whose: 0.6, what: 0.75 }],
  ['de', { whom: 0.45, whose: 0.55, what: 0.7 }],
  ['es', { whom: 0.6, whose: 0.6, what: 0.75 }],
  ['fr', { whom: 0.75, whose: 0.65, what: 0.75 }],
] as const)('slots of requests.%s', (language, least) => {
  for (const slot of ['whom', 'whose', 'what'] as const) {
    let labelled = 0
    let found = 0
    for (const { request, slots } of read<Row[]>(`requests.${language}.json`)) {
      const got = readRequest(request).clauses.flatMap((clause) => clause.slots[slot])
      for (const wanted of slots[slot] ?? []) {
        labelled += 1
        found += got.some(({ text }) => overlap(text, wanted)) ? 1 : 0
      }
    }
    expect([slot, found / labelled >= least[slot]]).toEqual([slot, true])
  }
})

test.each([
  ['en', 0, 3],
  ['de', 3, 2],
  ['es', 0, 1],
  ['fr', 0, 3],
])('amounts of requests.%s: %d missed, %d too many', (language, most, spare) => {
  let missed = 0
  let wrong = 0
  for (const { request, amounts } of read<Row[]>(`requests.${language}.json`)) {
    const got = readRequest(request).clauses.flatMap(({ numbers }) =>
      numbers.filter(({ is }) => is === 'amount').map(({ value }) => value),
    )
    missed += amounts.filter((amount) => !got.includes(amount)).length
    wrong += got.filter((value) => !amounts.includes(value)).length
  }
  expect(missed).toBeLessThanOrEqual(most)
  expect(wrong).toBeLessThanOrEqual(spare)
})
