// What a language file holds. One file a language, data alone, made to be checked by a speaker: words are separated
// by blanks, verbs by `;`. How verbs are written, and what the code makes of them, is said at `Verbs`.

/** What a verb asks for. A tool has its own by the verb of its name and of its description. */
export type Family =
  | (
      | 'send'
      | 'reply'
      | 'forward'
      | 'draft'
      | 'publish'
      | 'comment'
      | 'react'
      | 'pay'
      | 'reclaim'
      | 'buy'
      | 'book'
    )
  | (
      | 'grant'
      | 'create'
      | 'add'
      | 'remind'
      | 'note'
      | 'destroy'
      | 'cancel'
      | 'close'
      | 'change'
      | 'set'
      | 'lock'
    )
  | (
      | 'unlock'
      | 'block'
      | 'pin'
      | 'label'
      | 'merge'
      | 'approve'
      | 'reject'
      | 'run'
      | 'deploy'
      | 'print'
      | 'play'
    )
  | (
      | 'follow'
      | 'renew'
      | 'report'
      | 'assign'
      | 'submit'
      | 'pause'
      | 'upload'
      | 'enrol'
      | 'invite'
      | 'delegate'
      | 'read'
    )

/** Things that tools and requests are about, one word for all languages. */
const THINGS = [
  ...['mail', 'message', 'sms', 'letter', 'draft', 'reminder', 'event', 'channel', 'private', 'payment'],
  ...['standing', 'card', 'limit', 'invoice', 'fine', 'refund', 'account', 'issue', 'pull', 'branch', 'repo'],
  ...['workflow', 'comment', 'label', 'reaction', 'status', 'file', 'folder', 'link', 'note', 'list', 'task'],
  ...['contact', 'deal', 'offer', 'activity', 'light', 'heat', 'door', 'blinds', 'vacuum', 'music', 'code'],
  ...[
    'routine',
    'leave',
    'expense',
    'sick',
    'hours',
    'patient',
    'prescription',
    'referral',
    'waitlist',
    'post',
  ],
  ...[
    'user',
    'flight',
    'train',
    'hotel',
    'table',
    'car',
    'taxi',
    'trip',
    'booking',
    'order',
    'product',
    'cart',
  ],
  ...[
    'wishlist',
    'return',
    'review',
    'support',
    'address',
    'loan',
    'book',
    'room',
    'food',
    'member',
    'circular',
  ],
  ...['website', 'absence', 'parents', 'service', 'host', 'snapshot', 'access', 'version', 'alarm', 'phone'],
  ...[
    'class',
    'membership',
    'trainer',
    'tenant',
    'lease',
    'repair',
    'supplier',
    'customer',
    'oncall',
    'debit',
    'city',
  ],
] as const

export type Thing = (typeof THINGS)[number]

/**
 * Verbs of a family, `;` between them. `head + word|@thing` needs one of the words, or a word for the thing, after
 * it in the clause (`throw + away|out`, `make + @payment`); each further `+` needs one more. With
 * `!` none of the words may come next: `write + !a|!the` is not to write a poem. How a verb is written in each language:
 * - en: base form, `~` and the participle where it is irregular: `write~written`.
 * - de: infinitive, a separable prefix before `|`: `ab|sagen`; irregular forms after `~`: imperative, participle,
 *   third person: `geben~gib~gegeben~gibt`. An empty place is the regular form.
 * - es, fr: infinitive, then `~` imperatives (commas between), participle, third person where irregular.
 */
type Verbs = Readonly<Partial<Record<Family, string>>>

export interface RequestLexicon {
  readonly language: 'en' | 'de' | 'es' | 'fr'
  /** Small words that tell the language from the others. */
  readonly marks: string
  readonly verbs: Verbs
  readonly things: Readonly<Partial<Record<Thing, string>>>
  /** Verbs that say the thing as well: `text` is to send an SMS. Base forms. */
  readonly verbThings: Readonly<Partial<Record<Thing, string>>>
  /** Said without a verb: `lights off`, `ab in den Papierkorb`; a family's words or phrases, `;` between them. */
  readonly verbless: Verbs
  /** Words before a verb that change nothing: please, and, then, just. */
  readonly leads: string
  /** Said for please. */
  readonly please: string
  /** Phrases after which a verb is asked for: `can you`, `I want to`; `;` between them. */
  readonly asks: string
  /** Phrases after which a noun is asked for: `I need`. */
  readonly wishes: string
  /** Words by which a passive asks: `can be`, `should be`. */
  readonly may: string
  /** Words of a clause that turn its act around. */
  readonly denials: string
  /** Phrases that do: `no need to`. */
  readonly denialPhrases: string
  /** With one of these a denial asks all the more: don't forget to. */
  readonly reminders: string
  /** What the user does without help: `myself`, `yo mismo`; `;` between them. */
  readonly byMyself: string
  /** Question words. */
  readonly questions: string
  /** Words that begin a question when they stand first: did, has, is. */
  readonly inversions: string
  /** Words before a colon, after which somebody else speaks: `Lena wrote: ...`. */
  readonly reports: string
  readonly conditions: string
  /** Words that begin a clause which only describes or tells: that, because, which. */
  readonly subordinators: string
  /** Words that go before a subordinate clause of what is to be said. */
  readonly contents: string
  /** Participles that describe without a "who is": mentioned, listed. */
  readonly describing: string
  readonly coordinators: string
  /** Coordinators over which a denial goes on: or. */
  readonly alternatives: string
  readonly articles: string
  readonly indefinite: string
  readonly self: string
  readonly pronouns: string
  /** Finite verbs and helpers; a clause that has one is no bare noun. */
  readonly finite: string
  /** Prepositions of *whom*. */
  readonly to: string
  /** Prepositions of *whose*: of, from, about. */
  readonly of: string
  /** After these stands whose it is: from, by. */
  readonly owners: string
  /** After these stands what a record is about, or what another is like: about, as. */
  readonly abouts: string
  /** A purpose, which names nobody: for. */
  readonly purposes: string
  /** Other prepositions, which end a slot. */
  readonly prepositions: string
  readonly possessives: string
  readonly each: string
  readonly superlatives: string
  readonly days: string
  readonly months: string
  /** Words for a day or time without a number: tomorrow, tonight. */
  readonly times: string
  readonly numbers: Readonly<Record<string, number>>
  readonly ordinals: string
  /** Money and other units after an amount. */
  readonly currencies: string
  readonly units: string
  /** Units of time: a number before one is a duration. */
  readonly durations: string
  /** Nouns whose number is a name: order 48219. */
  readonly named: string
  /** Words before an hour: at, um. */
  readonly clock: string
  /** Words before what something is changed to, or by. */
  readonly changedTo: string
  /** Words for how something is to be written. */
  readonly formats: string
  /** Words for one step from a number to an amount: a share of it, a sum, a difference. */
  readonly sharing: string
  readonly adding: string
  readonly lessening: string
  /** Abbreviations with a dot. */
  readonly abbreviations: string
}
