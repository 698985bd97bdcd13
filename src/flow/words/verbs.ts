// Whether the user asked for an act in words of their own. It is no proof of what exactly was meant; it is what
// an injected call lacks when the user asked for something else.

import type { Act } from '../../tool/flow/declare.js'
import { LEXICONS, type Lexicon, type Thing, TOOLS_FOR } from './lexicon.js'
import type { Spoken } from './words.js'

/** Whether one of the messages asks for the act, of a tool of this name. */
export function asksFor(act: Act, tool: string, messages: readonly Spoken[]): boolean {
  return messages.some((message) =>
    requestsOf(message).some((request) => {
      if (request.act !== act && !(request.act === 'any' && act !== 'destroy')) return false
      return request.things.length === 0 || request.things.some((thing) => isAbout(tool, thing))
    }),
  )
}

/** A few words that ask for an act whatever the tool is about, for a person to read. */
export function sampleWords(act: Act): string[] {
  const entries = LEXICONS.en?.acts[act].split(';').map((entry) => entry.trim()) ?? []
  return entries.filter((entry) => !/[+*]/.test(entry)).slice(0, 4)
}

interface Request {
  readonly act: Act | 'any'
  /** None: whatever the tool is about. */
  readonly things: readonly Thing[]
}

interface Entry extends Request {
  readonly words: readonly string[]
  /** Only where a verb can stand. */
  readonly ambiguous: boolean
  readonly nouns?: ReadonlySet<string>
  readonly language: Language
}

interface Language {
  readonly leads: ReadonlySet<string>
  readonly negations: ReadonlySet<string>
  readonly lateNegations: ReadonlySet<string>
  readonly reminders: ReadonlySet<string>
  readonly self: ReadonlySet<string>
}

const wordsOf = (list: string): string[] => list.split(/\s+/).filter(Boolean)
const lexicons = Object.values(LEXICONS)

const ENTRIES = new Map<string, Entry[]>()
for (const lexicon of lexicons) readLexicon(lexicon)

function readLexicon(lexicon: Lexicon): void {
  const language = {
    leads: new Set(wordsOf(lexicon.leads)),
    negations: new Set(wordsOf(lexicon.negations)),
    lateNegations: new Set(wordsOf(lexicon.lateNegations)),
    reminders: new Set(wordsOf(lexicon.reminders)),
    self: new Set(wordsOf(lexicon.self)),
  }
  for (const [act, list] of [...Object.entries(lexicon.acts), ['any', lexicon.delegates] as const]) {
    for (const written of list.split(';')) {
      const entry = readEntry(written, act as Act, lexicon, language)
      const first = entry.words[0] as string
      ENTRIES.set(first, [...(ENTRIES.get(first) ?? []), entry])
    }
  }
}

function readEntry(written: string, act: Act | 'any', lexicon: Lexicon, language: Language): Entry {
  const [phrase = '', after = ''] = written.split('+').map((part) => part.trim())
  const needed = after.split('|').filter(Boolean)
  const things = needed.flatMap((each) => (each.startsWith('@') ? [each.slice(1) as Thing] : []))
  const nouns = needed.flatMap((each) =>
    each.startsWith('@') ? wordsOf(lexicon.things[each.slice(1) as Thing]) : [each],
  )
  return {
    words: phrase.replace('*', '').split(' '),
    act,
    things,
    ambiguous: phrase.startsWith('*'),
    ...(nouns.length > 0 && { nouns: new Set(nouns) }),
    language,
  }
}

function isAbout(tool: string, thing: Thing): boolean {
  const words = tool
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some((word) => TOOL_WORDS[thing].has(word) || TOOL_WORDS[thing].has(word.replace(/s$/, '')))
}

const TOOL_WORDS = Object.fromEntries(
  Object.entries(TOOLS_FOR).map(([thing, list]) => [thing, new Set(wordsOf(list))]),
) as unknown as Readonly<Record<Thing, ReadonlySet<string>>>

const KNOWN = new WeakMap<Spoken, readonly Request[]>()

function requestsOf(message: Spoken): readonly Request[] {
  let requests = KNOWN.get(message)
  if (!requests) {
    requests = findRequests(message.folded)
    KNOWN.set(message, requests)
  }
  return requests
}

const NOUN_REACH = 14
const NEGATION_REACH = 3
/** The end of a clause or of a sentence: what stands before it belongs to something else. */
const COMMA = ','
const STOP = '.'

function findRequests(folded: string): readonly Request[] {
  const found: Request[] = []
  const words = folded.split(' ').flatMap(readWord)
  for (let at = 0; at < words.length; at++) {
    for (const entry of ENTRIES.get(words[at] as string) ?? []) {
      if (asks(entry, words, at)) found.push({ act: entry.act, things: entry.things })
    }
  }
  return found
}

/** A word and the mark after it. An address is one word, whatever dots are in it. */
function readWord(written: string): string[] {
  const word = written.replace(/^[^\p{L}\p{N}€]+|[^\p{L}\p{N}€]+$/gu, '').replaceAll('’', "'")
  const mark = /[.!?;:]['"’”»)\]]*$/.test(written) ? [STOP] : /,['"’”»)\]]*$/.test(written) ? [COMMA] : []
  return word === '' ? mark : [word, ...mark]
}

function asks(entry: Entry, words: readonly string[], at: number): boolean {
  const { words: phrase, ambiguous, nouns, language } = entry
  if (!phrase.every((word, i) => words[at + i] === word)) return false
  const before = words[at - 1] ?? STOP
  if (ambiguous && before !== STOP && before !== COMMA && !language.leads.has(before)) return false
  const lead = words.slice(Math.max(0, at - NEGATION_REACH), at)
  const clause = lead.slice(Math.max(lead.lastIndexOf(STOP), lead.lastIndexOf(COMMA)) + 1)
  const isReminder = clause.some((word) => language.reminders.has(word))
  if (!isReminder && clause.some((word) => language.negations.has(word))) return false
  const sentence = upTo(STOP, words.slice(at + phrase.length, at + phrase.length + NOUN_REACH))
  if (language.self.has(sentence[0] ?? '')) return false
  const near = upTo(COMMA, sentence.slice(0, NEGATION_REACH))
  if (near.some((word) => language.lateNegations.has(word))) return false
  return !nouns || sentence.some((word) => nouns.has(word))
}

function upTo(mark: string, words: readonly string[]): readonly string[] {
  const end = words.indexOf(mark)
  return end === -1 ? words : words.slice(0, end)
}
