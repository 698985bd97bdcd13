// The model view of a tool that declares none: facts in a line, long texts as blocks, each list as a short table,
// and where the rest is. Builds only what it shows; src/view/render.ts holds it to the budget.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { hasLineBreak } from '../text/clean.js'
import { clip } from '../text/clip.js'
import { beginningText, cellText, isSmall, isWhole, MAX_ID, MAX_TEXT } from './cells.js'
import { thirdParty } from './fence.js'
import { quoteString } from './hole.js'
import { ownWords } from './own-words.js'
import { Listing, Tally } from './pieces.js'
import { type Say, say } from './say.js'
import { type Table, tableOf } from './table.js'

interface DefaultViewOptions {
  /** Named as the source of the texts in fences. */
  readonly tool: string
  /** The most rows of a list that are shown; fewer when they are long. */
  readonly items: number
  /** Whether strangers may have written the texts. */
  readonly thirdParty: boolean
  /** How to read on, for a view that leaves something out. Trusted words, one sentence. */
  readonly rest?: () => string | undefined
  /** What stands for a list of handles: one line, since a token is dear. */
  readonly lists?: ReadonlyMap<Json, string>
}

/** Shows any value: counts, first rows as compact lines, ids, and where the rest is. */
export function defaultView(value: Json, options: DefaultViewOptions): Say {
  const { thirdParty: isForeign, items, lists: named } = options
  const found: Found = { facts: [], texts: [], lists: [], more: 0, isAll: true, named, isForeign, items }
  gather(value, '', 0, found)
  const { facts, texts, lists, more } = found
  const room = { most: options.items, share: 1 / Math.max(1, lists.length) }
  const tables = lists.map((list) => tableOf(list, room))
  const fields = new Listing(facts.length, ', ', (index) => facts[index]!, 'fields', facts.length + more)
  const isAll = more === 0 && found.isAll && tables.every((table) => table.isAll)
  return stacked([
    ...(facts.length > 0 ? [say`${fields}`] : []),
    ...(more > 0 ? [say`${new Tally(fields, (shown) => `${fields.total - shown} more fields`)}`] : []),
    ...texts.map((text) => block(text, options)),
    ...tables.map(({ view }) => view),
    ...(isAll ? [] : [ownWords(options.rest?.() ?? 'The full result is in the panel.')]),
  ])
}

/** Parts below each other. As an array they would be items, of which a budget drops the last. */
function stacked(parts: readonly Say[]): Say {
  return parts.reduce((above, part) => say`${above}\n${part}`)
}

const MAX_FACTS = 24
const MAX_TEXTS = 4
const MAX_LISTS = 8
/** Objects within objects that are taken apart. */
const MAX_DEPTH = 4
/** So many keys that all hold records make a list. */
const MAP_KEYS = 4
/** A text up to this length is a fact. */
const FACT_TEXT = 160

interface Found {
  readonly facts: string[]
  readonly texts: { readonly path: string; readonly text: string }[]
  readonly lists: Table[]
  /** Fields that aren't shown. */
  more: number
  /** Whether no fact is clipped or counted. */
  isAll: boolean
  readonly named: DefaultViewOptions['lists']
  readonly isForeign: boolean
  readonly items: number
}

/** Sorts a result into facts, texts and lists; `path` names the place by dots. */
function gather(value: Json, path: string, depth: number, found: Found): void {
  const name = found.named?.get(value)
  if (name !== undefined) {
    found.facts.push(path === '' ? name : `${quoteString(path)}: ${name}`)
  } else if (typeof value === 'string') {
    if (isBlock(value, path, found) && found.texts.length < MAX_TEXTS) found.texts.push({ path, text: value })
    else addFact(value, path, found)
  } else if (found.isForeign && typeof value === 'object' && value !== null && hasProseKeys(value, found)) {
    addLines(value, path, found)
  } else if (typeof value !== 'object' || value === null || isPlain(value, depth)) {
    addFact(value, path, found)
  } else if (Array.isArray(value) && !isSpread(value)) {
    addList({ path, rows: value }, found)
  } else if (isMap(value)) {
    addList({ path, rows: Object.values(value), keys: Object.keys(value) }, found)
  } else if (depth === MAX_DEPTH) {
    addFact(value, path, found)
  } else {
    for (const key in value) {
      const step = clip(key, MAX_TEXT)
      gather((value as JsonObject)[key]!, path === '' ? step : `${path}.${step}`, depth + 1, found)
    }
  }
}

/** Whether a list or an object stands in a line. The result itself is taken apart, unless it is empty. */
function isPlain(value: object, depth: number): boolean {
  return isSmall(value) && (depth > 0 || Object.keys(value).length === 0)
}

function addFact(value: Json, path: string, found: Found): void {
  if (found.facts.length === MAX_FACTS) {
    found.more++
    return
  }
  const text = cellText(value, FACT_TEXT)
  found.facts.push(path === '' ? text : `${quoteString(path)}: ${text}`)
  found.isAll &&= isWhole(value, FACT_TEXT)
}

function addList(list: Table, found: Found): void {
  if (found.lists.length < MAX_LISTS) found.lists.push(list)
  else found.more++
}

/** Whether a text stands on lines of its own: it is long, or a stranger's and more than a fact beside others. */
function isBlock(text: string, path: string, { isForeign }: Found): boolean {
  if (isLong(text)) return true
  return isForeign && (hasLineBreak(text) || (path === '' && /\S\s+\S/.test(text)))
}

/**
 * An object, or rows, whose keys are sentences: they stand in the fence as their values do. In a line of facts and as
 * the names of columns they would stand among our own words.
 */
function addLines(value: object, path: string, found: Found): void {
  if (found.texts.length === MAX_TEXTS) {
    found.more++
    return
  }
  const keys = Object.keys(value)
  const shown = keys.slice(0, found.items)
  const line = (key: string) => {
    const item = (value as JsonObject)[key] as Json
    found.isAll &&= isWhole(item, MAX_TEXT) && key.length <= MAX_ID
    return Array.isArray(value)
      ? `- ${beginningText(item)}`
      : `${quoteString(clip(key, MAX_ID))}: ${beginningText(item)}`
  }
  found.isAll &&= shown.length === keys.length
  const rest = keys.length - shown.length
  found.texts.push({ path, text: [...shown.map(line), ...(rest > 0 ? [`${rest} more`] : [])].join('\n') })
}

/** Whether the keys of an object, or of the rows that may be shown, are sentences. */
function hasProseKeys(value: object, { items }: Found): boolean {
  if (!Array.isArray(value)) return Object.keys(value).some(isProse)
  // Most rows have the keys of the row before, in the same order.
  const known: string[] = []
  for (const row of value.slice(0, items)) {
    if (!isRecord(row)) continue
    let i = 0
    for (const key in row) {
      if (key !== known[i] && isProse(key)) return true
      known[i++] = key
    }
  }
  return false
}

/** Longer than a name, in words or in characters, or on several lines. */
function isProse(key: string): boolean {
  return key.length > MAX_TEXT || hasLineBreak(key) || (key.length > 20 && PROSE.test(key))
}

const PROSE = /^\S+(?:\s+\S+){4}/

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

function block({ path, text }: Found['texts'][number], options: DefaultViewOptions): Say {
  const body = options.thirdParty ? thirdParty(options.tool, text) : text
  if (path === '') return say`${body}`
  return say`
    ${path}, ${text.length} characters:
    ${body}`
}
