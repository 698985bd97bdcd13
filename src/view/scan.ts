// The rows of a list in the default view, looked at once: which columns they have, how short they may come out, and
// whether they need a fence. Looks at no row that could not be shown.

import { isRecord, type Json } from '../json/json.js'
import { hasLineBreak } from '../text/clean.js'
import { MAX_TEXT, widthOf } from './cells.js'

/** A column of the rows that were looked at. */
export interface Column {
  readonly name: string
  /** Whether it names things, so that half of a value is of no use. */
  readonly isId: boolean
  /** The row that has it first, and the value there. */
  readonly at: number
  readonly first: Json
  /** So many first rows all have it, with the same value. */
  sameFor: number
}

const ID =
  /(?:^|[_.-])(?:id|uuid|guid|key|ref|sha|slug|handle|token|ur[il]|path|name)$|[a-z](?:I[dD]|Key|Ref|Ur[il]|Path|Name)$/

/** What was seen of the first rows. */
export class Scan {
  /** In the order in which the rows bring them. */
  readonly columns: Column[] = []
  /** The first row that brings more columns than are looked at. */
  unknownAt = Number.POSITIVE_INFINITY
  /**
   * Whether the keys of a row are sentences, or its texts have several lines: then rows stand in a fence. As the names
   * of columns and in rows they would stand among our own words.
   */
  isProse: boolean
  /** Whether strangers may have written them. */
  readonly isForeign: boolean
  readonly #byName = new Map<string, Column>()
  /** The columns of the row before, in its order: most rows have the same. */
  readonly #before: Column[] = []
  /** Tokens of the first so many rows, at the least. */
  readonly #least: number[] = [0]

  constructor(
    readonly rows: readonly Json[],
    readonly keys: readonly string[] | undefined,
    /** The most columns: hostile rows could each bring new ones. */
    readonly most: number,
    { isForeign, fencesLists }: { readonly isForeign: boolean; readonly fencesLists: boolean },
  ) {
    this.isForeign = isForeign
    this.isProse = fencesLists
  }

  /** Rows that may fit: no token is more than four characters, and each row has two of its own. */
  atMost(most: number, tokens: number): number {
    const least = this.#least
    let seen = 0
    for (; seen < most && least[seen]! <= tokens; seen++) if (seen + 1 === least.length) this.#look(seen)
    return seen
  }

  #look(index: number): void {
    const row = this.rows[index]
    const key = this.keys?.[index]
    if (this.isForeign && key !== undefined && isProse(key)) this.isProse = true
    const width = isRecord(row) ? this.#lookAtMembers(row, index) : this.#lookAt(row)
    this.#least.push(this.#least[index]! + 2 + width / 4)
  }

  #lookAt(value: Json | undefined): number {
    if (typeof value === 'string' && this.isForeign && !this.isProse) this.isProse = hasLineBreak(value)
    return widthOf(value)
  }

  #lookAtMembers(row: Readonly<Record<string, unknown>>, index: number): number {
    let width = 0
    let looked = 0
    for (const name in row) {
      // Looking on would cost more than all that is shown.
      if (looked === this.most) {
        this.unknownAt = Math.min(this.unknownAt, index)
        break
      }
      const value = row[name] as Json
      const before = this.#before[looked]
      const column = before?.name === name ? before : this.#columnOf(name, value, index, looked)
      if (column?.sameFor === index && value === column.first) column.sameFor = index + 1
      const wide = this.#lookAt(value)
      if (looked < MAX_MEMBERS) width += wide
      looked++
    }
    return width
  }

  #columnOf(name: string, first: Json, at: number, place: number): Column | undefined {
    let column = this.#byName.get(name)
    if (!column) {
      if (this.columns.length === this.most) {
        this.unknownAt = Math.min(this.unknownAt, at)
        return undefined
      }
      column = { name, isId: ID.test(name), at, first, sameFor: at === 0 ? 0 : -1 }
      this.#byName.set(name, column)
      this.columns.push(column)
      if (this.isForeign && isProse(name)) this.isProse = true
    }
    this.#before[place] = column
    return column
  }
}

/** Fewer than the columns that are shown at the least. */
const MAX_MEMBERS = 8

/** Longer than a name, in words or in characters, or on several lines. */
export function isProse(key: string): boolean {
  return key.length > MAX_TEXT || hasLineBreak(key) || (key.length > 20 && PROSE.test(key))
}

const PROSE = /^\S+(?:\s+\S+){4}/
