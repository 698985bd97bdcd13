// What a request reads as. Plain data; every reading says why.

import type { Family, Thing } from '../lexicon/shape.js'
import type { FormKind } from './forms.js'
import type { LanguageName } from './language.js'

export interface Request {
  readonly clauses: readonly Clause[]
  /** The likeliest first; the first one was read. */
  readonly languages: readonly LanguageName[]
  /** Why nothing was read: then nothing is asked, and at most a bare name stands in `clauses`. */
  readonly unread?: 'too long' | 'language'
}

/** One act, asked for or not, with all that belongs to it. */
export interface Clause {
  readonly start: number
  readonly end: number
  readonly acts: readonly ClauseAct[]
  /** Where its verb ends in the text. */
  readonly verbEnd?: number
  /** What the clause is about, its own words first. */
  readonly things: readonly Thing[]
  /** Those that no preposition stands before. */
  readonly objects: readonly Thing[]
  /** Its words in lower case without those of quotes and content, for tools whose words no lexicon has. */
  readonly words: readonly string[]
  /** The things of the sentences around it, for "it" and "them". */
  readonly around: readonly Thing[]
  readonly aroundWords: readonly string[]
  readonly slots: Slots
  /** What the verb acts on or reads, where it is no thing that is sent. */
  readonly actedOn: readonly Written[]
  /** Where it only describes, or says what is to be said: "where Alice asked", "that Bob is late". */
  readonly describes: readonly Said[]
  /** It names an address or an account to go to, so nobody need be looked up. */
  readonly addresses: readonly Said[]
  /** Which sentence it stands in. */
  readonly sentence: number
  readonly superlatives: readonly Said[]
  readonly numbers: readonly NumberSaid[]
  readonly days: readonly Said[]
  readonly count: Count
}

export type Polarity = 'asked' | 'denied' | 'reminder' | 'question' | 'past' | 'hypothetical' | 'quoted'

export interface ClauseAct {
  readonly verb: string
  /** What the verb may ask for, the likeliest first. `wish`: a thing was named, and no verb. */
  readonly families: readonly (Family | 'wish')[]
  /** How many of these the verb means with a word beside it ("send ... back"); they go before the others. */
  readonly firm: number
  readonly polarity: Polarity
  /** One sentence. */
  readonly because: string
}

/** A piece of the text, as it stands. */
export interface Said {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** How a name was written. */
export interface Written extends Said {
  /** A capital that doesn't begin the sentence. */
  readonly capitalised: boolean
  readonly quoted: boolean
  readonly digit: boolean
  readonly words: number
  /** Where it stands says whose a record is: after "of", "from", "about", "as", or after nothing. */
  readonly saysWhose: boolean
  /** It speaks of a record, not of a person. */
  readonly isRecord: boolean
  /** The kinds of records that it speaks of. */
  readonly things: readonly Thing[]
  /** Its words, for who looks up whom it names. */
  readonly parts: readonly Part[]
}

/** A word of what was said, as names are compared. */
export interface Part {
  /** Lower case, without the genitive. */
  readonly low: string
  /** Written as a name: a capital that doesn't begin the sentence, a digit or a mark. */
  readonly isName: boolean
  /** Which quotation it stands in, by its place; -1: in none. */
  readonly quote: number
  /** "Lena's", "from Lena": it says whose, and is no title. */
  readonly isOwner: boolean
  /** An article, a preposition, a word for a thing: it names nothing by itself. */
  readonly isPlain: boolean
}

export interface Slots {
  readonly whom: readonly Written[]
  readonly whose: readonly Written[]
  readonly what: readonly Written[]
}

/** How many the act is asked for. */
export type Count =
  | { readonly kind: 'one' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'plural' }
  | { readonly kind: 'each'; readonly word: string }

/** A number and what it is. Only an `amount` may vouch for an amount. */
export interface NumberSaid extends Said {
  readonly value: number
  readonly is: 'amount' | 'year' | 'day' | 'time' | 'duration' | 'ordinal' | 'name' | 'number'
  readonly unit?: string
  /** It stands with a currency or beside a verb of paying, or is written as money is. */
  readonly money?: true
  readonly because: string
}

/** What the segments before it in the sentence leave behind. */
export interface Before {
  /** "can you" stood before, and goes on. */
  readonly asking: boolean
  readonly reminding: boolean
  readonly denying: boolean
  /** A denial stood alone, and waits for its verb: "do not, under any circumstances, ...". */
  readonly pending: boolean
  readonly question: boolean
  /** A verb that asks stood before in the sentence. */
  readonly acted: boolean
}

/** A place where a verb may ask, with the forms that do so there. */
export interface Head {
  readonly at: number
  readonly kinds: readonly FormKind[]
  readonly how: string
}
