// Which words of a request may name a record, by their place in it: whom the act reaches, whose record it is about,
// what it acts on. The object that is sent names nobody, and neither does what only describes.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Acts, AskedClause } from './acts.js'
import { languageOf } from './request/language.js'
import type { Clause, Polarity, Written } from './request/types.js'
import type { Spoken, UserWords } from './words.js'

/** Words that may name a record. */
export interface Reference {
  /** Whom: person fields alone answer. Whose: a person's or a thing's. */
  readonly slot: 'whom' | 'whose'
  readonly said: Written
  readonly message: Spoken
  readonly clause: Clause
}

/** What may name the record of a target of this tool's. */
export function targetReferences(tool: FlowTool, acts: Acts, asOf: number): readonly Reference[] {
  const asking = acts.clausesFor(tool, asOf)
  const own = asking.length > 0 ? asking : clausesOf(acts.words, asOf)
  return own.flatMap((asked) => {
    const clauses = withFollowers(asked, acts.words, asOf)
    // Who was named by an address need not be looked up.
    if (clauses.some(({ clause }) => clause.addresses.length > 0)) return []
    const whom = strong(clauses.flatMap(({ clause, message }) => whomIn(clause, message)))
    if (whom.length > 0) return whom
    const whose = clauses
      .flatMap(({ clause, message }) => whoseIn(clause, message))
      .filter((reference) => namesSomething(reference) && saysWhose(reference))
    return whose.length > 0 ? whose : borrowed(asked, acts.words, asOf)
  })
}

/** What may name the record that a selector of this tool's stands for. */
export function selectorReferences(tool: FlowTool, acts: Acts, asOf: number): readonly Reference[] {
  const asking = tool.effect === 'destroy' ? acts.clausesFor(tool, asOf) : []
  if (asking.length === 0)
    return clausesOf(acts.words, asOf).flatMap(({ clause, message }) => everyIn(clause, message))
  return asking.flatMap((asked) => {
    const own = withFollowers(asked, acts.words, asOf)
      .flatMap(({ clause, message }) => everyIn(clause, message))
      .filter(namesSomething)
    return own.length > 0 ? own : borrowed(asked, acts.words, asOf)
  })
}

/** What a tool acts on, as the clauses say it that ask for it: where a superlative may choose. */
export function chosenBy(tool: FlowTool, acts: Acts, asOf: number): readonly Reference[] {
  const asking = acts.clausesFor(tool, asOf)
  const own = asking.length > 0 ? asking : clausesOf(acts.words, asOf)
  return own
    .filter(({ clause }) => clause.superlatives.length > 0)
    .flatMap(({ clause, message }) => [
      ...whoseIn(clause, message),
      ...clause.slots.what.map((said) => ({ slot: 'whose', said, message, clause }) as const),
    ])
}

const NONE: readonly Reference[] = Object.freeze([])

function everyIn(clause: Clause, message: Spoken): readonly Reference[] {
  return [...whomIn(clause, message).filter(({ slot }) => slot === 'whose'), ...whoseIn(clause, message)]
}

/** "Reply to Lena", "to the mail about X": a record may answer for whom as well. */
function whomIn(clause: Clause, message: Spoken): readonly Reference[] {
  return clause.slots.whom
    .filter((said) => !isDescribed(said, clause) && !isFormat(said, message))
    .map((said) => ({ slot: said.isRecord ? 'whose' : 'whom', said, message, clause }) as const)
}

function whoseIn(clause: Clause, message: Spoken): readonly Reference[] {
  const said = [...clause.slots.whose, ...clause.actedOn]
  const unique = said.filter(
    (each, at) => said.findIndex(({ start, end }) => start === each.start && end === each.end) === at,
  )
  return unique
    .filter((each) => !isDescribed(each, clause) && !isFormat(each, message))
    .map((each) => ({ slot: 'whose', said: each, message, clause }) as const)
}

function isDescribed(said: Written, { describes }: Clause): boolean {
  return describes.some(({ start, end }) => said.start >= start && said.end <= end)
}

/** "In the format 'YYYY-MM-DD'": how something is to be written, and the name of nothing. */
function isFormat({ start, end, parts }: Written, { text, request }: Spoken): boolean {
  const own = text.slice(start, end)
  if (/^[ymdhs\W]+$/i.test(own) && /yy|mm|dd|hh/i.test(own)) return true
  const speaking = request.languages.map(languageOf)
  const isWord = (word = '') => speaking.some((language) => language.has('formats', word.toLowerCase()))
  return (
    parts.some(({ low, quote }) => quote < 0 && isWord(low)) ||
    isWord(/\p{L}+(?=\P{L}*$)/u.exec(text.slice(Math.max(0, start - NEAR), start))?.[0]) ||
    isWord(/^\P{L}*(\p{L}+)/u.exec(text.slice(end, end + NEAR))?.[1])
  )
}

const NEAR = 20

/** Those that hold a name; "it", "them" and "the participants" look elsewhere. */
function strong(references: readonly Reference[]): readonly Reference[] {
  return references.filter(({ slot, said }) =>
    slot === 'whose'
      ? namesSomething({ said })
      : said.parts.some(({ isName, quote }) => isName || quote >= 0),
  )
}

function namesSomething({ said }: Pick<Reference, 'said'>): boolean {
  const plain = said.parts.filter(({ isPlain }) => !isPlain)
  return (
    said.parts.some(({ isName, quote }) => isName || quote >= 0) ||
    (plain.length > 0 && said.parts.length > 1)
  )
}

/** Not where something is ("in the file X"), and not the very thing that is sent. */
function saysWhose({ said, clause }: Reference): boolean {
  if (clause.acts.length === 0) return said.saysWhose || said.isRecord
  return said.saysWhose && (clause.actedOn.some(({ start }) => start === said.start) || !isSent(said, clause))
}

function isSent({ start, end }: Written, { slots }: Clause): boolean {
  return slots.what.some((what) => what.start <= start && what.end >= end)
}

/** "Reply to it": of the clauses before, the nearest that names a record. */
function borrowed({ message, clause }: AskedClause, words: UserWords, asOf: number): readonly Reference[] {
  const recent = words.recent(asOf)
  for (let at = recent.indexOf(message); at >= 0; at--) {
    const earlier = recent[at] as Spoken
    const clauses = earlier.request.clauses
    const before = earlier === message ? clauses.slice(0, clauses.indexOf(clause)) : clauses
    for (const each of before.toReversed()) {
      if (!isEligible(each) || each.addresses.length > 0) continue
      const found = [...whomIn(each, earlier), ...whoseIn(each, earlier).filter(saysWhose)].filter(
        namesSomething,
      )
      if (found.length > 0) return found
    }
  }
  return NONE
}

/** Sentences that follow the act's and have no act of their own belong to it, in the messages after it too. */
export function withFollowers(
  { message, clause }: AskedClause,
  words: UserWords,
  asOf: number,
): readonly AskedClause[] {
  const recent = words.recent(asOf)
  const after = recent
    .slice(recent.indexOf(message))
    .flatMap((each) => each.request.clauses.map((own) => ({ message: each, clause: own })))
  const from = after.findIndex((each) => each.clause === clause)
  let to = from + 1
  while (to < after.length && after[to]?.clause.acts.length === 0) to++
  return after.slice(from, to)
}

function clausesOf(words: UserWords, asOf: number): readonly AskedClause[] {
  return words
    .recent(asOf)
    .flatMap((message) => message.request.clauses.filter(isEligible).map((clause) => ({ message, clause })))
}

/** What is denied, quoted or only supposed names nothing. */
function isEligible({ acts }: Clause): boolean {
  return acts.length === 0 || acts.some(({ polarity }) => ELIGIBLE.has(polarity))
}

const ELIGIBLE = new Set<Polarity>(['asked', 'reminder', 'question', 'past'])
