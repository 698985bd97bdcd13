// What the judge knows when a call arrives, and what it finds out about one value. Types only.

import type { Role } from '../../tool/flow/roles.js'
import type { Integrity } from '../../tool/outcome.js'
import type { Anchors } from '../evidence/anchor.js'
import type { EvidenceIndex } from '../evidence/evidence.js'
import type { UserWords } from '../words/words.js'
import type { AccountedBy, EvidencePlace, Reason } from './decision.js'
import type { Trusted } from './trusted.js'

/** What a session knows when a call arrives. */
export interface Known {
  readonly asOf: number
  readonly words: UserWords
  readonly index: EvidenceIndex
  readonly anchors: Anchors
  readonly trusted: Trusted
  /** Whether a person approved this value, in this role, for this tool. */
  endorsed(key: string, role: Role): boolean
  /** Whether a URL leads into a private network that the operator has not opened. */
  isPrivate(url: URL): boolean
}

/** What was found for one value. */
export type Account = {
  /** The best that accounts for it, enough or not. */
  readonly label: Integrity
  readonly from?: EvidencePlace
} & (
  | { readonly ok: true; readonly by: AccountedBy }
  | { readonly ok: false; readonly reason: Reason; readonly deny?: true }
)

/** What the record behind an opened handle says of it. */
export interface HandleFacts {
  readonly kind: string
  readonly label: Integrity
  readonly readers: readonly string[]
  /** Roles that the kind may fill: a secret fills `credential`. */
  readonly fills?: readonly Role[]
  /** The label on its card, by which a user may name it. */
  readonly name?: string
}
