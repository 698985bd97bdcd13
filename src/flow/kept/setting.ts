// What the flow of a session is made with, and how it is stored. Types only.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { EvidenceIndex } from '../evidence/evidence.js'
import type { StoredLinks } from '../evidence/links.js'
import type { StoredPutIns } from '../evidence/put-ins.js'
import type { InGroup, ReaderTraces } from '../evidence/readers.js'
import type { Mode } from '../judge/decision.js'
import type { Policy } from '../judge/rules.js'
import type { Trusted } from '../judge/trusted.js'
import type { Lasting } from '../person/approvals.js'
import type { Acts } from '../words/acts.js'
import type { LanguageName } from '../words/request/language.js'
import type { UserWords } from '../words/words.js'

/** What a flow state takes from outside. */
export interface FlowSetting {
  readonly trusted?: Trusted
  readonly policy?: Policy
  /** Default `ask`. */
  readonly mode?: Mode
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Milliseconds that only grow, for measuring. Default: `performance.now`. */
  readonly timer?: () => number
  /** Whether a URL leads into a private network that the operator has not opened. Default: none is. */
  readonly isPrivate?: (url: URL) => boolean
  readonly inGroup?: InGroup
  /** The lists of readers that tools declare: where traces are lost, all content counts as theirs. */
  readonly declaredReaders?: readonly (readonly string[])[]
  /** Hears of a result that could not be indexed; from then on results don't count. */
  readonly onFault?: (error: unknown) => void
  /** What the user approved for all conversations. */
  readonly lasting?: Lasting
  /** Languages that requests are read in. Default: English. */
  readonly languages?: readonly LanguageName[]
  /** All tools at hand: which of them a request asks for. Default: the one that is judged. */
  readonly tools?: readonly FlowTool[]
  /** Names of tools that the program was told to use. */
  readonly task?: Iterable<string>
}

/** What is stored between two lives of a session. */
export interface StoredFlow {
  readonly v: 1
  readonly seq: number
  readonly calls: number
  readonly refused: number
  readonly thirdPartyText: boolean
  readonly messages: ReturnType<UserWords['toJSON']>
  readonly index: ReturnType<EvidenceIndex['toJSON']>
  readonly putIns: StoredPutIns
  readonly traces: ReturnType<ReaderTraces['toJSON']>
  readonly acts?: ReturnType<Acts['toJSON']>
  readonly links?: StoredLinks
}
