// Anchoring: which record the user names, and whether all that answer to those words agree on a value. Which words may
// name one is decided by their place in the request (`words/references.ts`), never by what outsiders wrote.

import type { FlowTool } from '../../tool/flow/declare.js'
import { isVouched } from '../../tool/flow/label.js'
import type { Acts } from '../words/acts.js'
import { type Reference, selectorReferences, targetReferences } from '../words/references.js'
import { toolWords } from '../words/request/tool-words.js'
import { answers } from './answers.js'
import type { EvidenceIndex } from './evidence.js'
import type { Identity } from './identity.js'
import type { Answering, SeenRecord, SeenValue, Sighting } from './seen.js'

/** For whom a value is looked up. */
export interface AnchorFor {
  readonly role: 'target' | 'selector'
  readonly tool: FlowTool
  /** The id space of a selector. */
  readonly of: string | undefined
  readonly asOf: number
}

/** A value that records which the user named have: all of them, or some. */
interface Candidate {
  readonly key: string
  readonly record: SeenRecord
  readonly path: string
}

/** What the user's words anchor in the index, kept until either of them changes. */
export class Anchors {
  #answering = new Map<Reference['said'], Map<Reference['slot'], readonly Answering[]>>()
  #seenVersion = -1

  constructor(
    readonly acts: Acts,
    readonly index: EvidenceIndex,
  ) {}

  /** The place of a value in a record that the user named, where all that answer to the words agree on it; and the words. */
  find(
    seen: readonly Sighting[],
    key: string,
    wanted: AnchorFor,
  ): { readonly at: Sighting; readonly words: string } | undefined {
    if (this.index.blurred) return undefined
    const places = seen.filter(
      (at) => isVouched(at.label) && (wanted.of === undefined || at.id === wanted.of),
    )
    if (places.length === 0) return undefined
    const kindOf = (value: { readonly key: string; readonly path: string; readonly id?: string }) =>
      kindIn(value)
    for (const reference of this.references(wanted)) {
      const found = this.answering(reference, wanted.asOf)
      if (found.length === 0) continue
      for (const at of places) {
        const kind = kindOf({ key, path: at.path, ...(at.id !== undefined && { id: at.id }) })
        const counting = found.map((each) =>
          valuesOf(each, reference.slot).filter((value) => kindOf(value) === kind),
        )
        const isHere = found.some(
          ({ record }, i) =>
            record === at.record && counting[i]?.some((value) => value.key === key && value.path === at.path),
        )
        const isContested = counting.some(
          (values) => values.length > 0 && !values.some((value) => value.key === key),
        )
        if (isHere && !isContested) return { at, words: reference.said.text }
      }
    }
    return undefined
  }

  /** The values of a kind that records which the user named hold: what a person may choose from. */
  candidates(kind: string, wanted: AnchorFor): readonly Candidate[] {
    if (this.index.blurred) return []
    const found = new Map<string, Candidate>()
    for (const reference of this.references(wanted)) {
      for (const each of this.answering(reference, wanted.asOf)) {
        for (const value of valuesOf(each, reference.slot)) {
          if (wanted.of === undefined ? kindIn(value) !== kind : value.id !== wanted.of) continue
          if (!found.has(value.key))
            found.set(value.key, { key: value.key, record: each.record, path: value.path })
          if (found.size === MOST_CANDIDATES) return [...found.values()]
        }
      }
    }
    return [...found.values()]
  }

  references({ role, tool, asOf }: AnchorFor): readonly Reference[] {
    return role === 'target'
      ? targetReferences(tool, this.acts, asOf)
      : selectorReferences(tool, this.acts, asOf)
  }

  /** The records that answer to words. Those that answer to all of them go before those that do to a part. */
  answering({ said, slot }: Pick<Reference, 'said' | 'slot'>, asOf: number): readonly Answering[] {
    if (this.#seenVersion !== this.index.version) {
      this.#answering = new Map()
      this.#seenVersion = this.index.version
    }
    let bySlot = this.#answering.get(said)
    if (!bySlot) {
      bySlot = new Map()
      this.#answering.set(said, bySlot)
    }
    let found = bySlot.get(slot)
    if (!found) {
      found = this.#lookUp(said, slot)
      bySlot.set(slot, found)
    }
    return found.every(({ record }) => record.seq <= asOf)
      ? found
      : found.filter(({ record }) => record.seq <= asOf)
  }

  #lookUp(said: Reference['said'], slot: Reference['slot']): readonly Answering[] {
    const { parts } = said
    const seen = new Set<Identity>()
    const ranked: { readonly each: Answering; readonly rank: number }[] = []
    for (const word of wordsToLookUp(parts)) {
      for (const each of this.index.named(word)) {
        if (seen.has(each.identity)) continue
        seen.add(each.identity)
        const rank = answers(each.identity, parts, slot)
        if (rank === 0 || this.index.hasDropped(each.identity) || !this.#isOfKind(each, said)) continue
        if (each.identity.names === 'person' || isOwned(each.record, parts)) ranked.push({ each, rank })
      }
    }
    const best = Math.max(...ranked.map(({ rank }) => rank))
    return ranked.filter(({ rank }) => rank === best).map(({ each }) => each)
  }

  /** "The mail about X" is no event, where some tool is about mails and the one of the record isn't. */
  #isOfKind({ record, identity }: Answering, { things, parts }: Reference['said']): boolean {
    // "Boiler invoice" is the title, and not the kind.
    const isInTitle = parts.some(({ low, isPlain }) => isPlain && identity.words.includes(low))
    if (things.length === 0 || isInTitle) return true
    const isOf = (of: (name: string) => boolean) =>
      this.acts.tools.some(
        (tool) => of(tool.name) && things.some((thing) => toolWords(tool).mainThings.has(thing)),
      )
    // A thing that no tool is about ("the draft") says nothing against any.
    return isOf((name) => name === record.tool) || !isOf((name) => name !== record.tool)
  }
}

/** A title counts for the record of the one whose it is said to be: "the mail from Lena about X". */
function isOwned(record: SeenRecord, parts: Reference['said']['parts']): boolean {
  const owners = parts.filter(({ isOwner }) => isOwner)
  if (owners.length === 0) return true
  return record.identities.some(
    (identity) => identity.names === 'person' && answers(identity, owners, 'whom') > 0,
  )
}

const MOST_CANDIDATES = 10

/** The words, and what is written as one name: `lenameyer` for "Lena Meyer". */
function wordsToLookUp(parts: Reference['said']['parts']): ReadonlySet<string> {
  const words = new Set(parts.map(({ low }) => low))
  parts.forEach((part, at) => {
    if (part.isName && parts[at + 1]?.isName) words.add(`${part.low}${parts[at + 1]?.low}`)
  })
  return words
}

/** An address is one wherever it stands; of other values only those in the same field are alike. */
function kindIn({
  key,
  path,
  id,
}: {
  readonly key: string
  readonly path: string
  readonly id?: string
}): string {
  if (id !== undefined) return `id ${id}`
  const kind = key.slice(0, key.indexOf(':'))
  return ADDRESSES.has(kind) ? kind : `${kind} at ${path}`
}

const ADDRESSES: ReadonlySet<string> = new Set(['email', 'url', 'phone', 'account'])

/**
 * The values of a record that its name accounts for. Of whom was named only what is that person's: their own field, or
 * what stands beside their name. Whose record it is, all of it.
 */
function valuesOf({ record, identity }: Answering, slot: Reference['slot']): readonly SeenValue[] {
  const vouched = record.values.filter(({ label }) => isVouched(label))
  if (slot === 'whose') return vouched
  return vouched.filter(({ path }) => path === identity.path || isBeside(path, identity.path))
}

/** `from.email` beside `from.name`, `contact.email` beside `name`, `sender_email` beside `sender`; nothing of a list. */
function isBeside(path: string, name: string): boolean {
  if (path.endsWith('*')) return false
  const at = name.lastIndexOf('.') + 1
  const [parent, key] = [name.slice(0, at), name.slice(at)]
  if (!path.startsWith(parent)) return false
  const steps = path.slice(at).split('.')
  if (key === 'name') return !steps.some((step) => OTHERS.has(step))
  return steps.length === 1 && (parent !== '' || path.toLowerCase().startsWith(key.toLowerCase()))
}

/** Fields of somebody else, beside a name. */
const OTHERS: ReadonlySet<string> = new Set(
  'sender from to owner author organizer organiser cc bcc reply_to replyTo'.split(' '),
)
