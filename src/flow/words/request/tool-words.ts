// What a tool says about itself: the families of its own verbs, and the things and words of its name, the first
// sentence of its description, and `about`.

import type { Family, Thing } from '../lexicon/shape.js'
import type { Need, VerbForm } from './forms.js'
import { type Language, languageOf, languagesOf, thingsOf, unaccented } from './language.js'
import { tokensOf } from './tokens.js'

export interface ToolSaid {
  readonly name: string
  readonly description?: string
  readonly about?: readonly string[]
}

export interface ToolWords {
  /** The name's verb first. */
  readonly families: readonly Family[]
  /** The verbs themselves. */
  readonly verbs: ReadonlySet<string>
  readonly things: ReadonlySet<Thing>
  /** Those of the name and of the description's object. */
  readonly mainThings: ReadonlySet<Thing>
  readonly nameThings: ReadonlySet<Thing>
  /** Words as they stand, for things that no lexicon has. */
  readonly words: ReadonlySet<string>
}

const KNOWN = new WeakMap<ToolSaid, ToolWords>()

/** Reads a tool's words, once. A verb stands first or last in a name, and first in a description. */
export function toolWords(tool: ToolSaid): ToolWords {
  let words = KNOWN.get(tool)
  if (!words) {
    words = readTool(tool)
    KNOWN.set(tool, words)
  }
  return words
}

function readTool({ name, description = '', about = [] }: ToolSaid): ToolWords {
  const sentence = description.split(/(?<=[.!?])\s/)[0] ?? ''
  const nameWords = [...wordsOfName(name), ...about.flatMap(wordsOfName)]
  const described = tokensOf(sentence).filter(({ kind }) => kind === 'word' || kind === 'handle')
  const [spoken] = languagesOf(described, ['en', 'de', 'es', 'fr'])
  const languages = [...new Set([languageOf('en'), languageOf(spoken ?? 'en')])]
  const ofDescription = descriptionVerbs(
    described.map(({ low }) => low),
    languageOf(spoken ?? 'en'),
  )
  const ofName = nameVerbs(nameWords, languages, new Set(ofDescription.map(({ family }) => family)))
  const verbWords = new Set([...ofName, ...ofDescription].map(({ word }) => word))
  const nouns = nameWords.filter((word) => !verbWords.has(word) || ofName.length === 0)
  const text = described.map(({ low }) => low)
  const object = text.slice(1, 9)
  const says = [...ofName, ...ofDescription].flatMap(({ says: said }) => said)
  const ofNouns = nouns.flatMap((word) => plainThings(word, languages))
  const main = new Set([...ofNouns, ...says, ...firstThings(object, languages)])
  return {
    families: [...new Set([...ofName, ...ofDescription].map(({ family }) => family))],
    verbs: new Set([...ofName, ...ofDescription].map(({ verb }) => verb)),
    things: new Set([
      ...main,
      ...text
        .slice(1)
        .filter((word) => !/'s$/.test(word) && word !== 'user')
        .flatMap((word) => plainThings(word, languages)),
    ]),
    mainThings: main,
    nameThings: new Set([...ofNouns, ...ofName.flatMap(({ says: said }) => said)]),
    words: new Set(
      [...nouns, ...text.slice(1)].filter((word) => word.length > 3 && !DULL.has(word)).map(stemOf),
    ),
  }
}

/** Plural or not. */
export const stemOf = (word: string): string => word.replace(/(?:'s|es|s|n)$/, '')

const DULL = new Set(
  `from with user user's given existing another other person people more this that some time into their your open used about which without
  existente einen eine eines einer oder alle seine dass mehrere andere anderen otras otra uno varios personas autres plusieurs existant`.split(
    /\s+/,
  ),
)

interface OwnVerb {
  readonly family: Family
  readonly word: string
  readonly verb: string
  readonly says: readonly Thing[]
}

function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}

const ASKING = new Set<VerbForm['kind']>(['base', 'infinitive', 'third'])

function nameVerbs(
  words: readonly string[],
  languages: readonly Language[],
  described: ReadonlySet<Family>,
): OwnVerb[] {
  const ends = words.length > 2 ? [words[0], words.at(-1), words[1]] : words
  const found = ends
    .flatMap((word) => (word === undefined ? [] : [{ word, verbs: verbsOfWord(word, words, languages) }]))
    .filter(({ verbs }) => verbs.length > 0)
  const plain = found.filter(
    ({ word }) => !languages.some((language) => plainThings(word, [language]).length > 0),
  )
  const agreeing = found.filter(({ verbs }) => verbs.some(({ family }) => described.has(family)))
  const chosen = agreeing.length > 0 ? agreeing : plain.length > 0 ? plain : found
  return chosen.slice(0, 1).flatMap(({ verbs }) => verbs)
}

function verbsOfWord(word: string, all: readonly string[], languages: readonly Language[]): OwnVerb[] {
  return languages.flatMap((language) => {
    const fitting = (language.plainForms.get(unaccented(word)) ?? []).filter(
      ({ kind, needs, prefix, family }) =>
        ASKING.has(kind) &&
        prefix === undefined &&
        family !== 'read' &&
        (!needs || meets(needs, headOf(all, word), language)),
    )
    return mostSpecific(fitting).map(({ family, says, verb }) => ({ family, word, says, verb }))
  })
}

/** The last noun of a name says what it is: "issue_comment". */
function headOf(words: readonly string[], verb: string): readonly string[] {
  const last = words.filter((word) => word !== verb).at(-1)
  return last === undefined ? [] : [last]
}

function descriptionVerbs(text: readonly string[], language: Language): OwnVerb[] {
  const [first = ''] = text
  const places = [
    first,
    ...text.flatMap((word, i) =>
      i > 0 && i < Math.min(6, text.length - 1) && language.has('coordinators', word)
        ? [text[i + 1] as string]
        : [],
    ),
  ]
  return places.flatMap((word) => {
    const after = text.slice(text.indexOf(word) + 1)
    const fitting = (language.forms.get(word) ?? []).filter(({ kind, needs, prefix, family }) => {
      if (!ASKING.has(kind) || family === 'read') return false
      if (prefix !== undefined && !text.includes(prefix)) return false
      return !needs || meets(needs, after, language)
    })
    return mostSpecific(fitting).map(({ family, says, verb }) => ({ family, word, says, verb }))
  })
}

/** What a verb means with its object is its meaning: to add a comment is no adding. */
function mostSpecific(forms: readonly VerbForm[]): readonly VerbForm[] {
  for (const isSo of [
    (form: VerbForm) => form.prefix !== undefined,
    (form: VerbForm) => form.needs !== undefined,
  ]) {
    const some = forms.filter(isSo)
    if (some.length > 0) return some
  }
  return forms
}

/** By the object, which is the first thing there. */
function meets(needs: readonly Need[], text: readonly string[], language: Language): boolean {
  const first = firstThings(text, [language])
  return needs.every(
    ({ words, not, things }) =>
      not.length > 0 ||
      text.some((word) => words.includes(word)) ||
      first.some((thing) => things.includes(thing)),
  )
}

function plainThings(word: string, languages: readonly Language[]): readonly Thing[] {
  return languages.flatMap((language) => {
    const found = thingsOf(word, language)
    return found.length > 0
      ? found
      : thingsOf(unaccented(word), { things: language.plainThings, name: language.name })
  })
}

function firstThings(words: readonly string[], languages: readonly Language[]): readonly Thing[] {
  const first: Thing[] = []
  for (const word of words) {
    const found = /'s$/.test(word) || word === 'user' ? [] : plainThings(word, languages)
    if (found.length === 0 && first.length > 0) break
    first.push(...found)
  }
  return first
}
