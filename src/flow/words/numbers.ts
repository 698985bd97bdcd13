// Numbers as people write them: `1,234.50`, `1.234,50 €`, `10%`, `twice`. A text that can be read in two ways
// gives both readings; which one was meant, the user alone knows.

/** What a text says in numbers. */
export interface NumbersSaid {
  readonly values: ReadonlySet<number>
  /** Those that were said as a percentage. */
  readonly percents: ReadonlySet<number>
  /** Words such as `half` and `double`. */
  readonly factors: ReadonlySet<number>
}

/** Finds the numbers of a text. */
export function numbersIn(text: string): NumbersSaid {
  const values = new Set<number>()
  const percents = new Set<number>()
  const factors = new Set<number>()
  for (const match of text.matchAll(WRITTEN)) {
    if (isEnumerator(text, match.index, match.index + match[0].length)) continue
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 12)
    const percent = PERCENT.test(after)
    const times = /^k(?!\p{L})/iu.test(after) ? 1000 : 1
    for (const value of readings(match[0])) {
      values.add(value * times)
      if (percent) percents.add(value)
    }
  }
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const factor = FACTORS.get(word)
    if (factor !== undefined) factors.add(factor)
  }
  return { values, percents, factors }
}

/** Whether digits only count the points of a list: `1. Read my mail. 2. Delete the draft.` */
export function isEnumerator(text: string, start: number, end: number): boolean {
  return (
    /^[.)]\s+\S/.test(text.slice(end, end + 8)) &&
    /(?:^|[.:;!?]\W*\s\(?)$/.test(text.slice(Math.max(0, start - 8), start))
  )
}

/** The number that a value of an argument or a result stands for, if it stands for one. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return undefined
  return Number(value)
}

// Not inside a word, an id or a date: `2024-05-15`, `v1.2.3` and `10:30` are no numbers.
const WRITTEN = /(?<![\p{L}\d.,:/_-])\d{1,15}(?:[.,'’]\d{1,15}){0,5}(?![\p{L}_]*\d|[-:/.,'’]\d)/gu
const PERCENT = /^\s?(%|percent|per cent|pct|prozent|por ?ciento|pour ?cent)/i

const FACTORS: ReadonlyMap<string, number> = new Map([
  ...['half', 'halve', 'hälfte', 'halbe', 'halbiere', 'mitad', 'moitié'].map((word) => [word, 0.5] as const),
  ...['double', 'twice', 'doppelt', 'verdopple', 'doble', 'duplica'].map((word) => [word, 2] as const),
  ...['triple', 'dreifach', 'verdreifache', 'triplica'].map((word) => [word, 3] as const),
])

function readings(written: string): number[] {
  const marks = written.match(/[.,'’]/g) ?? []
  const digits = written.replace(/[.,'’]/g, '')
  if (marks.length === 0) return [Number(digits)]
  const last = Math.max(...[...".,'’"].map((mark) => written.lastIndexOf(mark)))
  const decimals = written.length - last - 1
  const grouped = /^\d{1,3}(?:[.,'’]\d{3})+$/.test(written)
  const decimal = Number(`${written.slice(0, last).replace(/[.,'’]/g, '')}.${written.slice(last + 1)}`)
  if (new Set(marks).size > 1) return grouped ? [Number(digits), decimal] : [decimal]
  if (marks.length > 1) return grouped ? [Number(digits)] : []
  return decimals === 3 && grouped ? [Number(digits), decimal] : [decimal]
}
