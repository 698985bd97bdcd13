// Names of tools that a reader takes for one another, whatever the texts say. No rule lives here.

import { foldName } from '../base/names.js'
import { parameterNames } from './related.js'
import type { ToolDescription } from './rule.js'
import { plainWords, stem, wordsOf } from './words.js'

/** Why two names are taken for one another; undefined when they are not, or a text tells them apart. */
export function lookAlike(a: ToolDescription, b: ToolDescription): string | undefined {
  // Case and separators are another rule's.
  if (foldName(a.name) === foldName(b.name)) return undefined
  if (fold(a.name) === fold(b.name)) return 'characters in them look the same'
  if (speaksOf(a, b) || speaksOf(b, a) || !takeTheSame(a, b)) return undefined
  const [left, right] = [stems(a.name), stems(b.name)]
  if (left.join() === right.join()) return 'they differ in singular and plural alone'
  if (left.toSorted().join() === right.toSorted().join()) return 'they differ in the order of words alone'
  const [verb = '', ...rest] = left
  const [other = '', ...otherRest] = right
  const isSame = SAME.some((verbs) => verbs.includes(verb) && verbs.includes(other))
  return isSame && rest.length > 0 && rest.join() === otherRest.join()
    ? `'${verb}' and '${other}' mean the same`
    : undefined
}

/** Verbs that a model takes for each other. */
const SAME: readonly (readonly string[])[] = [
  'get fetch retrieve',
  'delete remove',
  'find search',
  'create make',
].map((verbs) => verbs.split(' '))

/** `read_fi1e` is `read_file` to a reader: a second server's tool that wants the calls of the first. */
function fold(name: string): string {
  const letters = name.normalize('NFKC').replaceAll('I', 'l').toLowerCase()
  const folded = [...letters].map((letter) => LOOKS_LIKE[letter] ?? letter).join('')
  return folded
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Digits, and letters of the Cyrillic and Greek alphabets. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  '0o 1l |l 5s \u0430a \u0435e \u043eo \u0440p \u0441c \u0443y \u0445x \u0456l \u0455s \u03bfo \u03b1a'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

function stems(name: string): string[] {
  return wordsOf(name).map(stem)
}

function speaksOf({ description = '' }: ToolDescription, { name }: ToolDescription): boolean {
  return plainWords(description.replaceAll(/[_-]/g, '')).includes(foldName(name))
}

function takeTheSame(a: ToolDescription, b: ToolDescription): boolean {
  return parameterNames(a).toSorted().join() === parameterNames(b).toSorted().join()
}
