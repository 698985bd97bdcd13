// A list in the default view: how many rows there are, the names of the columns once, and the first rows as
// compact lines, as many as its room holds. Looks at few more rows than it shows.

import { tokensOf } from './budget.js'
import { beginningText, type Grain, MAX_TEXT } from './cells.js'
import { type Columns, columnsOf, mostScanned } from './columns.js'
import { Fenced } from './fence.js'
import { Lines } from './lines.js'
import { Listing } from './pieces.js'
import { columnName, factText, isOfRecords, moreColumns, rowText, type Table, title } from './rows.js'
import { type Say, say } from './say.js'
import { type Column, Scan } from './scan.js'

/** How a list is shown. */
interface TableOptions {
  /** The most rows, whatever the room; default: all. */
  readonly items: number | undefined
  /** Whose fence rows stand in that need one. */
  readonly source: string
  /** Whether strangers may have written them. */
  readonly isForeign: boolean
  /** Whether they stand in a fence, however short their texts are. */
  readonly fencesLists: boolean
}

/** A list as it is shown. */
interface ShownTable {
  readonly view: readonly Say[]
  /** Whether rows are left out for want of room. */
  readonly isFull: boolean
  /** Whether nothing is left out or clipped. */
  readonly isAll: boolean
  /** Whether more detail would show more of these rows. */
  readonly mayGrow: boolean
}

/** A list that isn't empty. What was seen and written of it is kept from one try to the next. */
export class Sheet {
  readonly #table: Table
  readonly #options: TableOptions
  readonly #most: number
  readonly #isOfRecords: boolean
  #scan: Scan | undefined
  /** Of the newest detail; rows differ by their columns. */
  #written: Written[] = []
  #tried: Tried | undefined

  constructor(table: Table, options: TableOptions) {
    this.#table = table
    this.#options = options
    this.#most = Math.min(options.items ?? Number.POSITIVE_INFINITY, table.rows.length)
    this.#isOfRecords = isOfRecords(table.rows, Math.min(this.#most, MAX_TEXT))
  }

  /** What it takes of some tokens. */
  need(tokens: number, detail: number): number {
    const { shown, taken, marks } = this.#fitting(tokens, detail, false)
    return (shown < this.#most ? tokens : taken) + marks
  }

  /** Shows it in some tokens. */
  made(tokens: number, detail: number): ShownTable {
    return this.#isOfRecords ? this.#recordTable(tokens, detail) : this.#valueLine(tokens, detail)
  }

  /** Values in one line: `tags: 3 values: a, b, c`. */
  #valueLine(tokens: number, detail: number): ShownTable {
    const { rows } = this.#table
    const { shown, marks, tried } = this.#fitting(tokens, detail, true)
    const { lines, grain } = tried
    const values = new Listing(shown, ', ', lines.text, 'values', rows.length)
    const called = title(this.#table, values, ': ')
    const view =
      marks === 0
        ? say`${called}${values}`
        : say`${called}\n${new Fenced(this.#options.source, say`${values}`)}`
    const mayGrow = !grain.isAll
    return { view: [view], isFull: shown < this.#most, isAll: shown === rows.length && !mayGrow, mayGrow }
  }

  #recordTable(tokens: number, detail: number): ShownTable {
    const { rows, keys } = this.#table
    const { tried, seen, shown, marks } = this.#fitting(tokens, detail, true)
    const { columns, lines, grain } =
      shown === seen ? tried : this.#triedOn(this.#scanned(detail), shown, detail)
    const { kept, same, hidden, unknown } = columns
    const names = kept.map(({ name }) => columnName(name, grain))
    if (keys) names.unshift('key')
    const header = new Listing(names.length, ', ', (index) => names[index]!, 'columns', names.length + hidden)
    const facts = same.map((one) => factText(one, grain))
    const sameText = new Listing(facts.length, ', ', (index) => facts[index]!, 'columns')
    const body = new Listing(shown, '\n', lines.text, 'rows', rows.length)
    const called = title(this.#table, body, '. ')
    const head = say`Columns: ${header}${hidden > 0 || unknown ? moreColumns(header, unknown) : say``}`
    const above = facts.length === 0 ? [] : say`Same in each row shown: ${sameText}`
    const view =
      marks === 0
        ? say`
          ${called}${head}
          ${above}
          ${body}`
        : say`
          ${called}
          ${new Fenced(this.#options.source, say`${head}\n${above}\n${body}`)}`
    const mayGrow = hidden > 0 || unknown || !grain.isAll
    return { view: [view], isFull: shown < this.#most, isAll: shown === rows.length && !mayGrow, mayGrow }
  }

  #fitting(tokens: number, detail: number, withMarks: boolean): Fit {
    const scan = this.#scanned(detail)
    let count = Math.min(FIRST_ROWS, this.#most)
    for (;;) {
      scan.atMost(count, tokens)
      const marks = scan.isProse ? FENCE : 0
      const within = withMarks ? tokens - marks : tokens
      const seen = scan.atMost(count, within)
      const tried = this.#triedOn(scan, seen, detail)
      const room = within - tried.frame
      const { shown, taken } = tried.lines.fitting(Math.max(seen, this.#isOfRecords ? 0 : 1), room)
      const isDone = shown < seen || seen < count || count === this.#most
      if (isDone) return { tried, seen, shown, taken: taken + tried.frame, marks }
      // About as many as will fit.
      count = Math.min(this.#most, Math.max(count * 1.5, (count * room) / taken + 2) | 0)
    }
  }

  /** The columns of the first rows, and those rows as they stand with them. */
  #triedOn(scan: Scan, count: number, detail: number): Tried {
    const known = this.#tried
    if (known?.count === count && known.grain.detail === detail) return known
    const columns = this.#isOfRecords ? columnsOf(scan, count, detail) : NONE
    const frame = frameOf(columns, this.#table.path)
    this.#tried = { count, columns, frame, ...this.#linesOf(columns.kept, detail) }
    return this.#tried
  }

  #scanned(detail: number): Scan {
    const most = mostScanned(detail)
    const { rows, keys } = this.#table
    // A view of more detail looks at more columns, where there are more.
    if (!this.#scan || (this.#scan.most < most && this.#scan.unknownAt < rows.length))
      this.#scan = new Scan(rows, keys, most, this.#options)
    return this.#scan
  }

  #linesOf(kept: readonly Column[], detail: number): Written {
    const known = this.#written.find((one) => one.grain.detail === detail && isAlike(one.kept, kept))
    if (known) return known
    const grain: Grain = { detail, isAll: true }
    const write = this.#isOfRecords
      ? rowText(this.#table, kept, grain)
      : (index: number) => beginningText(this.#table.rows[index], grain)
    const written: Written = { kept, grain, lines: new Lines(write) }
    this.#written = [...this.#written.filter((one) => one.grain.detail === detail), written]
    return written
  }
}

/** Rows as they stand with some columns. */
interface Written {
  readonly kept: readonly Column[]
  readonly grain: Grain
  readonly lines: Lines
}

/** The first rows, with the columns that they have. */
interface Tried extends Written {
  readonly count: number
  readonly columns: Columns
  /** Tokens of the words around the rows. */
  readonly frame: number
}

/** What fits in some room. */
interface Fit {
  readonly tried: Tried
  /** So many rows were looked at. */
  readonly seen: number
  readonly shown: number
  /** Tokens, without those of a fence. */
  readonly taken: number
  /** Tokens of a fence. */
  readonly marks: number
}

/** Rows that are looked at first. */
const FIRST_ROWS = 16
const NONE: Columns = { kept: [], same: [], hidden: 0, unknown: false }

function isAlike(some: readonly Column[], others: readonly Column[]): boolean {
  return some.length === others.length && some.every(({ name }, index) => name === others[index]!.name)
}

/** Tokens of `1000 rows, first 500 shown. Columns:`. */
const FRAME = 20
/** Tokens of the two lines of a fence. */
export const FENCE = 40

function frameOf({ kept, same }: Columns, path: string): number {
  const quiet: Grain = { detail: 1, isAll: true }
  const names = [
    ...kept.map(({ name }) => columnName(name, quiet)),
    ...same.map((one) => factText(one, quiet)),
  ]
  return tokensOf(names.join(', ')) + tokensOf(path) + FRAME
}
