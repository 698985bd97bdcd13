// What the judge is given, a call and what its session knows when it arrives, and what it finds out about one value.
// Types only.

import type { JsonObject } from '../../json/json.js'
import type { Visited } from '../../json/place.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Integrity } from '../../tool/outcome.js'
import type { Anchors } from '../evidence/anchor.js'
import type { EvidenceIndex } from '../evidence/evidence.js'
import type { Links, Purse } from '../evidence/links.js'
import type { InGroup, ReaderTraces } from '../evidence/readers.js'
import type { SeenRecord } from '../evidence/seen.js'
import type { Acts } from '../words/acts.js'
import type { Canonical } from '../words/canonical.js'
import type { UserWords } from '../words/words.js'
import type { AccountedBy, CandidateFacts, EvidencePlace, Reason } from './decision.js'
import type { PrincipalFacts } from './facts.js'
import type { Trusted } from './trusted.js'

/** A call to be judged. */
export interface Case {
  readonly tool: FlowTool
  /** The admitted JSON: what the tool will get. */
  readonly args: JsonObject
  /** What is known of the handles that were opened in it, by the very place that each of them accounts for. */
  readonly handles?: ReadonlyMap<Visited, HandleFacts>
  /** The program's own door vouches for its arguments, with this label. */
  readonly door?: 'operator' | 'user'
  /** For rules: who calls, and the names of the tools that may be called. */
  readonly principal: PrincipalFacts
  readonly grant: readonly string[]
  /** Tools that this view on the session was told to use. Default: those of the session. */
  readonly task?: ReadonlySet<string>
  /** The moment whose evidence counts, as `FlowState.arrive` gave it. Default: now. */
  readonly asOf?: number
}

/** What a session knows when a call arrives. */
export interface Known {
  readonly asOf: number
  readonly words: UserWords
  readonly index: Pick<EvidenceIndex, 'seen' | 'quantities' | 'shownSince' | 'todays'>
  /** The value must be of one of these records; `index` knows no other place of it. */
  readonly within?: ReadonlySet<SeenRecord>
  readonly anchors: Anchors
  readonly links: Purse & Pick<Links, 'find'>
  readonly acts: Acts
  /** Milliseconds since the epoch: what "tomorrow" is counted from. */
  readonly now: number
  readonly trusted: Trusted
  /** Whether a person approved this value, in this role, for this tool. */
  endorsed(key: string, role: Role): boolean
  /** Whether a value that was shown at a moment has something in it that nobody vouched for and a call had put in. */
  isBuilt(form: Canonical, shownAt: number): boolean
  /** Whether a URL leads into a private network that the operator has not opened. */
  isPrivate(url: URL): boolean
  /** Whose content it is that stands in the arguments. */
  readonly traces: ReaderTraces
  readonly inGroup?: InGroup
  /** Tools that the program was told to use: an explicit grant stands for the user's words for the act. */
  readonly task: ReadonlySet<string>
}

/** What was found for one value. */
export type Account = {
  /** The best that accounts for it, enough or not. */
  readonly label: Integrity
  readonly from?: EvidencePlace
  /** What records that the user named hold instead, for a person to choose from. */
  readonly candidates?: readonly CandidateFacts[]
} & (
  | {
      readonly ok: true
      readonly by: AccountedBy
      /** The user's words that name the record which it stands in. */
      readonly words?: string
    }
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
