// Which tools a model could take in place of another, going by their names. No rule lives here.

import { isRecord } from '../json/json.js'
import type { ToolDescription } from './rule.js'
import { plainWords, stem, wordsOf } from './words.js'

const SEARCHES: ReadonlySet<string> = new Set('search find query lookup'.split(' '))
const SMALL: ReadonlySet<string> = new Set('a an the of to for and in on by with from'.split(' '))

const VERBS: ReadonlySet<string> = new Set(
  'get list read search find query fetch create add update edit set write send delete remove move copy run start stop open close show check make use'.split(
    ' ',
  ),
)

/** The namespace that all names start with, as `git`; undefined where they share a verb, or there is one tool. */
export function commonPrefix(tools: readonly ToolDescription[]): string | undefined {
  const first = wordsOf(tools[0]?.name ?? '')[0]
  if (tools.length < 2 || !first || VERBS.has(first)) return undefined
  return tools.every(({ name }) => wordsOf(name)[0] === first && wordsOf(name).length > 1) ? first : undefined
}

/** Words that stand in more than half of the descriptions, in a list of at least four tools. */
export function boilerplateOf(tools: readonly ToolDescription[]): ReadonlySet<string> {
  if (tools.length < 4) return new Set()
  const counts = new Map<string, number>()
  for (const { description = '' } of tools) {
    for (const word of new Set(plainWords(description).map(stem)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, number]) => number > tools.length / 2).map(([word]) => word))
}

/**
 * Finds relatives: tools that take a parameter of the same name (or none, both), that both
 * search, or whose names start with the same word and one holds all words of the other (`read_file`,
 * `read_text_file`) or one word in the middle or a prefix sets them apart (`read_text_file`, `read_media_file`;
 * `diff_staged`, `diff_unstaged`).
 */
export function relativesIn(
  tools: readonly ToolDescription[],
): (tool: ToolDescription) => readonly ToolDescription[] {
  const prefix = commonPrefix(tools)
  const words = new Map(tools.map((tool) => [tool, namingWords(tool.name, prefix)]))
  const keys = new Map(tools.map((tool) => [tool, parameterNames(tool)]))
  return (tool) =>
    tools.filter(
      (other) =>
        other !== tool &&
        areRelated(words.get(tool) ?? [], words.get(other) ?? []) &&
        takeAlike(keys.get(tool) ?? [], keys.get(other) ?? []),
    )
}

function namingWords(name: string, prefix: string | undefined): string[] {
  const words = wordsOf(name)
  return (words[0] === prefix ? words.slice(1) : words).filter((word) => !SMALL.has(word)).map(stem)
}

function areRelated(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false
  if (SEARCHES.has(a[0] ?? '') && SEARCHES.has(b[0] ?? '')) return true
  const common = a.filter((word) => b.includes(word)).length
  if (a[0] !== b[0]) return false
  if (common === Math.min(a.length, b.length)) return true
  if (a.length !== b.length || a.length < 2 || common !== a.length - 1) return false
  return a.at(-1) === b.at(-1) || a.every((word, i) => isVariant(word, b[i] ?? ''))
}

/** Whether two words are the same, or one is the other with something before it, as `staged` and `unstaged`. */
function isVariant(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a)
}

/** One tool can be called in place of another only if what fills one fills the other in part. */
function takeAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 ? a.length === b.length : a.some((name) => b.includes(name))
}

/** The names of the parameters at the root. */
export function parameterNames({ inputSchema }: ToolDescription): string[] {
  return isRecord(inputSchema.properties) ? Object.keys(inputSchema.properties) : []
}
