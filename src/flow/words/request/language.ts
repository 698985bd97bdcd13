// The lexicons, compiled once: sets of words, phrases, and the forms of each verb.

import { DE } from '../lexicon/de.js'
import { EN } from '../lexicon/en.js'
import { ES } from '../lexicon/es.js'
import { FR } from '../lexicon/fr.js'
import type { Family, RequestLexicon, Thing } from '../lexicon/shape.js'
import { formsOf, type VerbForm } from './forms.js'
import type { Token } from './tokens.js'

export type LanguageName = RequestLexicon['language']

/** The languages that requests can be read in. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const satisfies readonly LanguageName[]

/** A phrase list as a tree by first word: the longest that stands at a place is found in steps of its length. */
type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>

export interface Language {
  readonly name: LanguageName
  readonly lexicon: RequestLexicon
  readonly forms: ReadonlyMap<string, readonly VerbForm[]>
  /** By the form without accents, as in the names of tools, and where a pronoun at the end moved the accent. */
  readonly plainForms: ReadonlyMap<string, readonly VerbForm[]>
  readonly things: ReadonlyMap<string, readonly Thing[]>
  readonly plainThings: ReadonlyMap<string, readonly Thing[]>
  readonly asks: Phrases
  readonly wishes: Phrases
  readonly may: Phrases
  readonly denialPhrases: Phrases
  readonly byMyself: Phrases
  readonly verbless: readonly (readonly [Family, Phrases])[]
  has(list: WordList, word: string): boolean
}

/** The keys of a lexicon that are lists of single words. */
type WordList = {
  [Key in keyof RequestLexicon]: RequestLexicon[Key] extends string ? Key : never
}[keyof RequestLexicon]

const LEXICONS: Readonly<Record<LanguageName, RequestLexicon>> = { en: EN, de: DE, es: ES, fr: FR }
const COMPILED = new Map<LanguageName, Language>()

/** A language, compiled when it is first wanted: most programs speak one. */
export function languageOf(name: LanguageName): Language {
  let language = COMPILED.get(name)
  if (!language) {
    language = compile(LEXICONS[name])
    COMPILED.set(name, language)
  }
  return language
}

/**
 * The languages a text may be in, likeliest first: those with the most small words of their own in it. None, where
 * there are next to none: a language that was not loaded shares a word or two with one that was.
 */
export function languagesOf(tokens: readonly Token[], among: readonly LanguageName[]): LanguageName[] {
  const speaking = among.map(languageOf)
  const plain = tokens.filter(({ quoted }) => !quoted)
  const words = plain.filter(({ kind }) => kind === 'word').length
  const least = words < MANY_WORDS ? 0 : words * LEAST_SHARE
  return speaking
    .filter((language) => countOf(plain, language, [language]) > least)
    .map((language) => [language.name, countOf(plain, language, speaking)] as const)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
}

/** Shorter texts may be a verb and names. */
export const MANY_WORDS = 6
const LEAST_SHARE = 0.12

function countOf(tokens: readonly Token[], language: Language, among: readonly Language[]): number {
  let count = 0
  for (const { low } of tokens) {
    if (language.has('marks', low)) count += 1 / sharing(low, among)
    else if (Object.hasOwn(language.lexicon.numbers, low)) count += 0.6
    else if (verbFormsAt({ low }, language).length > 0) count += 0.6
  }
  return count
}

/** Of how many languages it is a small word: "a" tells little. */
const sharing = (word: string, among: readonly Language[]): number =>
  among.filter(({ has }) => has('marks', word)).length

/** How many tokens of the longest phrase stand here; 0 for none. */
export function phraseAt(phrases: Phrases, tokens: readonly Token[], at: number): number {
  let longest = 0
  for (const phrase of phrases.get((tokens[at] as Token).low) ?? []) {
    if (phrase.length > longest && phrase.every((word, i) => tokens[at + i]?.low === word))
      longest = phrase.length
  }
  return longest
}

/** The things that a word is a word for, plural forms of a rule included. */
export function thingsOf(
  word: string,
  { things, name }: Pick<Language, 'things' | 'name'>,
): readonly Thing[] {
  return (
    things.get(word) ??
    things.get(word.replace(/['’]s$|s$/, '')) ??
    (name === 'de' || word.includes('-') ? ofCompound(word, things) : [])
  )
}

/** The last part of a compound says what it is: Einkaufsnotiz, Acme-Deal. */
function ofCompound(word: string, things: Language['things']): readonly Thing[] {
  for (let at = Math.max(2, word.length - LONGEST_PART); at <= word.length - SHORTEST_PART; at++) {
    const found = things.get(word.slice(at))
    if (found) return found
  }
  return []
}
const SHORTEST_PART = 4
const LONGEST_PART = 16

/** The verb forms of a word; in Spanish also with pronouns at its end, in French without its accents lost. */
export function verbFormsAt(
  token: Pick<Token, 'low'>,
  language: Pick<Language, 'forms' | 'plainForms' | 'name'>,
): readonly VerbForm[] {
  const { forms, name } = language
  const found = forms.get(token.low)
  if (found || name !== 'es') return found ?? NONE
  for (let bare = token.low, i = 0; i < 2; i++) {
    const match = /^(.{2,}?)(?:me|te|se|le|les|lo|la|los|las|nos|os)$/.exec(bare)
    if (!match) return NONE
    bare = match[1] as string
    const plain = unaccented(bare)
    const hit = forms.get(bare) ?? forms.get(plain) ?? language.plainForms.get(plain)
    if (hit) return hit
  }
  return NONE
}

const NONE: readonly VerbForm[] = []

function compile(lexicon: RequestLexicon): Language {
  const sets = new Map<string, ReadonlySet<string>>()
  for (const [key, list] of Object.entries(lexicon))
    if (typeof list === 'string') sets.set(key, new Set(wordsOf(list)))
  const things = new Map<string, Thing[]>()
  for (const [thing, list] of Object.entries(lexicon.things)) {
    for (const word of wordsOf(list)) things.set(word, [...(things.get(word) ?? []), thing as Thing])
  }
  const forms = formsOf(lexicon)
  return {
    name: lexicon.language,
    lexicon,
    forms,
    plainForms: plainly(forms),
    things,
    plainThings: plainly(things),
    asks: phrasesOf(lexicon.asks),
    wishes: phrasesOf(lexicon.wishes),
    may: phrasesOf(lexicon.may),
    denialPhrases: phrasesOf(lexicon.denialPhrases),
    byMyself: phrasesOf(lexicon.byMyself),
    verbless: Object.entries(lexicon.verbless).map(([family, list]) => [family as Family, phrasesOf(list)]),
    has: (list, word) => sets.get(list)?.has(word) === true,
  }
}

function plainly<Value>(map: ReadonlyMap<string, readonly Value[]>): ReadonlyMap<string, readonly Value[]> {
  const plain = new Map<string, readonly Value[]>()
  for (const [word, values] of map) {
    for (const key of new Set([unaccented(word), unaccented(spelledOut(word))])) {
      plain.set(key, [...(plain.get(key) ?? []), ...values])
    }
  }
  return plain
}

function spelledOut(word: string): string {
  return word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')
}

/** Letters without their accents. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function phrasesOf(list: string): Phrases {
  const phrases = new Map<string, string[][]>()
  for (const phrase of list.split(';')) {
    const words = wordsOf(phrase)
    const [first] = words
    if (first !== undefined) phrases.set(first, [...(phrases.get(first) ?? []), words])
  }
  return phrases
}

function wordsOf(list: string): string[] {
  return list.split(/\s+/).filter(Boolean)
}
