// Sorts a result into what the default view is made of: facts, long texts and lists.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { hasLineBreak } from '../text/clean.js'
import { clip } from '../text/clip.js'
import { isSmall, MAX_TEXT } from './cells.js'
import { quoteString } from './hole.js'
import type { Table } from './rows.js'
import { isProse } from './scan.js'

/** What is in a result. */
export interface Found {
  readonly facts: Fact[]
  readonly texts: { readonly path: string; readonly text: string }[]
  readonly lists: Table[]
  /** Objects whose keys are sentences. */
  readonly prose: { readonly path: string; readonly value: JsonObject }[]
  /** Fields beyond those that can be shown. */
  more: number
}

/** A value in a line, with the path of its place. */
interface Fact {
  readonly path: string
  readonly value: Json
  /** Words that stand for it. */
  readonly name?: string
}

/** How a result is sorted. */
interface Sorting {
  /** What stands for a list of handles. */
  readonly named: ReadonlyMap<Json, string> | undefined
  /** Whether strangers may have written it. */
  readonly isForeign: boolean
  /** Whether every list is fenced that strangers may have written, however short its texts are. */
  readonly fencesLists: boolean
  /** Parts of one sort that could be shown: each takes tokens. */
  readonly most: number
}

/** Sorts a result; a place is named by its path with dots. */
export function gather(value: Json, sorting: Sorting): Found {
  const found: Found = { facts: [], texts: [], lists: [], prose: [], more: 0 }
  sort(value, '', 0, found, sorting)
  return found
}

const MAX_TEXTS = 4
const LEAST_LISTS = 8
const TOKENS_OF_A_LIST = 60
/** Objects within objects that are taken apart. */
const MAX_DEPTH = 4
/** So many keys that all hold records make a list. */
const MAP_KEYS = 4
/** A text up to this length is a fact. */
export const FACT_TEXT = 160

function sort(value: Json, path: string, depth: number, found: Found, sorting: Sorting): void {
  const name = sorting.named?.get(value)
  if (name !== undefined) {
    addTo(found.facts, { path, value, name }, found, sorting)
  } else if (typeof value === 'string') {
    if (isBlock(value, path, sorting) && found.texts.length < MAX_TEXTS)
      found.texts.push({ path, text: value })
    else addTo(found.facts, { path, value }, found, sorting)
  } else if (sorting.isForeign && isRecord(value) && Object.keys(value).some(isProse)) {
    addTo(found.prose, { path, value: value as JsonObject }, found, sorting)
  } else if (sorting.isForeign && sorting.fencesLists && Array.isArray(value) && value.length > 0) {
    addList({ path, rows: value }, found, sorting)
  } else if (typeof value !== 'object' || value === null || isPlain(value, depth)) {
    addTo(found.facts, { path, value }, found, sorting)
  } else if (Array.isArray(value) && !isSpread(value)) {
    addList({ path, rows: value }, found, sorting)
  } else if (isMap(value)) {
    addList({ path, rows: Object.values(value), keys: Object.keys(value) }, found, sorting)
  } else if (depth === MAX_DEPTH) {
    addTo(found.facts, { path, value }, found, sorting)
  } else {
    for (const key in value) {
      const step = clip(key, MAX_TEXT)
      const at = path === '' ? step : `${path}.${step}`
      sort((value as JsonObject)[key]!, at, depth + 1, found, sorting)
    }
  }
}

function addTo<T>(parts: T[], part: T, found: Found, { most }: Sorting): void {
  if (parts.length < most) parts.push(part)
  else found.more++
}

function addList(list: Table, found: Found, sorting: Sorting): void {
  // The words around a list take their room, too.
  const most = Math.max(LEAST_LISTS, sorting.most / TOKENS_OF_A_LIST)
  if (found.lists.length < most) found.lists.push(list)
  else found.more++
}

/** Whether a list or an object stands in a line. The result itself is taken apart, unless it is empty. */
function isPlain(value: object, depth: number): boolean {
  return isSmall(value) && (depth > 0 || Object.keys(value).length === 0)
}

/** Whether a text stands on lines of its own: it is long, or a stranger's and more than a fact beside others. */
function isBlock(text: string, path: string, { isForeign }: Sorting): boolean {
  if (isLong(text)) return true
  return isForeign && (hasLineBreak(text) || (path === '' && /\S\s+\S/.test(text)))
}

function isLong(text: string): boolean {
  return text.length > FACT_TEXT || (text.length > MAX_TEXT && hasLineBreak(text))
}

/** Whether a list is shown item by item: one record, or a few with long texts, which no row could hold. */
function isSpread(rows: readonly Json[]): boolean {
  if (rows.length > MAX_TEXTS) return false
  return rows.some((row) => {
    if (!isRecord(row)) return typeof row === 'string' && isLong(row)
    return rows.length === 1 || Object.values(row).some((item) => typeof item === 'string' && isLong(item))
  })
}

/** Whether an object is a list of records by key. */
function isMap(value: object): boolean {
  if (Array.isArray(value)) return false
  let count = 0
  for (const key in value) {
    if (!isRecord(value[key as keyof typeof value])) return false
    if (++count === MAP_KEYS) return true
  }
  return false
}

/** How a fact stands in a line. */
export function factPath(path: string): string {
  return path === '' ? '' : `${quoteString(path)}: `
}
