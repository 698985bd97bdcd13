// The `say` template: a developer's words around holes of data, kept as a tree. Nothing here quotes, counts or
// writes; src/view/render.ts does, once it knows how much room there is.

import { faultOf } from './hole.js'

/** One line of a template. */
interface Line {
  /** The developer's words around the holes; one more than there are holes. */
  readonly texts: readonly string[]
  /** The index of its first hole. */
  readonly first: number
  /** Whether it has one hole and else only white space, kept in `texts[0]` as the indentation. */
  readonly alone: boolean
}

/** A text for a model, not yet written. Made by {@link say}; JSON can't pretend to be one. */
export class Say {
  constructor(
    readonly lines: readonly Line[],
    readonly holes: readonly unknown[],
  ) {}
}

/**
 * Says something to a model. The literal parts are your words; each hole is data, quoted by its shape, so that
 * no value can pass for your words. An array of `say` joins by line, any other by `, `; an empty array leaves
 * its line out. The first line's indentation is taken off all lines.
 *
 * @throws TypeError that names the hole (the first is 1) when it holds a promise, a function or a symbol.
 * @example
 * say`${rows.length} seats to ${query.to}. Cheapest first:
 * ${rows.map((row) => say`- ${row.date} ${row.miles} mi [row=${row.id}]`)}`
 */
export function say(strings: TemplateStringsArray, ...holes: unknown[]): Say {
  for (let index = 0; index < holes.length; index++) {
    const hole = holes[index]
    refuseFault(hole, index)
    if (Array.isArray(hole)) for (const item of hole) refuseFault(item, index)
  }
  return new Say(linesOf(strings), holes)
}

function refuseFault(value: unknown, index: number): void {
  const fault = faultOf(value)
  if (fault) throw new TypeError(`say: hole ${index + 1} holds ${fault}`)
}

/** A template's strings are one object for each place in the code, so its lines are found once. */
const known = new WeakMap<TemplateStringsArray, readonly Line[]>()

function linesOf(strings: TemplateStringsArray): readonly Line[] {
  const found = known.get(strings)
  if (found) return found
  // say(text) would turn data into the developer's words.
  if (!Array.isArray(strings?.raw))
    throw new TypeError('say is a template tag: write say`...`, not say(...).')
  const lines = readLines(strings)
  known.set(strings, lines)
  return lines
}

function readLines(strings: TemplateStringsArray): Line[] {
  const rows: { texts: string[]; first: number }[] = [{ texts: [''], first: 0 }]
  for (const [index, string] of strings.entries()) {
    if (string === undefined)
      throw new TypeError(`say: an escape that JavaScript lacks, before hole ${index + 1}.`)
    const [head = '', ...rest] = string.toWellFormed().split('\n')
    const row = rows[rows.length - 1]!
    row.texts[row.texts.length - 1] += head
    for (const text of rest) rows.push({ texts: [text], first: index })
    if (index < strings.length - 1) rows[rows.length - 1]!.texts.push('')
  }
  // The line breaks after the opening and before the closing quote are layout of the code.
  if (isBlank(rows[0])) rows.shift()
  if (isBlank(rows.at(-1))) rows.pop()
  const indent = /^[ \t]*/.exec(rows[0]?.texts[0] ?? '')![0]
  return rows.map(({ texts, first }) => {
    const start = texts[0]!.startsWith(indent) ? texts[0]!.slice(indent.length) : texts[0]!.trimStart()
    const alone = texts.length === 2 && texts[0]!.trim() === '' && texts[1]!.trim() === ''
    return { texts: alone ? [start, ''] : [start, ...texts.slice(1)], first, alone }
  })
}

function isBlank(row: { readonly texts: readonly string[] } | undefined): boolean {
  return row?.texts.length === 1 && row.texts[0]!.trim() === ''
}
