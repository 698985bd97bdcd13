// A result becomes evidence: taken apart by what its tool declares of it, and never better than what went into the call.

import type { Json } from '../../json/json.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { isVouched, worse } from '../../tool/flow/label.js'
import { whole } from '../../tool/flow/origin.js'
import { capOf, type PutIn } from '../evidence/echo.js'
import { EvidenceIndex } from '../evidence/evidence.js'
import { Links } from '../evidence/links.js'
import { PutIns } from '../evidence/put-ins.js'
import { ReaderTraces } from '../evidence/readers.js'
import { type Cap, takeApart } from '../evidence/shown.js'
import { recordHolds } from '../evidence/where.js'
import { carriesSomething, type Decision, joinOfInputs } from '../judge/decision.js'
import { compileTrusted, type Trusted } from '../judge/trusted.js'
import { canonicalOf } from '../words/canonical.js'
import type { UserWords } from '../words/words.js'
import { hearLinks } from './links.js'

/** A result, and the call that gave it. */
interface Delivered {
  readonly seq: number
  readonly callId: string
  readonly tool: FlowTool
  readonly result: Json
  readonly decision: Decision
  /** What stood behind the handles of the call. */
  readonly behind: readonly PutIn[]
}

/** What a session keeps of results. */
export interface KeptEvidence {
  readonly index: EvidenceIndex
  readonly links: Links
  readonly putIns: PutIns
  readonly traces: ReaderTraces
  readonly trusted: Trusted
}

/** Of a session that has seen nothing yet. */
export function keptEvidence(trusted: Trusted = compileTrusted()): KeptEvidence {
  return {
    index: new EvidenceIndex(),
    links: new Links(),
    putIns: new PutIns(),
    traces: new ReaderTraces(),
    trusted,
  }
}

/** Whether anything better than text accounts for a value, by its canonical key. */
export function isVouchedKey(
  key: string,
  asOf: number,
  words: UserWords,
  { index, trusted }: KeptEvidence,
): boolean {
  if (words.named(key, asOf) || index.seen(key, asOf).some(({ label }) => isVouched(label))) return true
  const value = key.slice(key.indexOf(':') + 1)
  return trusted.accounts({ value, form: canonicalOf(value) }, 'target', () => false)
}

/** Takes a result in. */
export function takeIn({ seq, callId, tool, result, decision, behind }: Delivered, kept: KeptEvidence): void {
  const { index, links, putIns, traces, trusted } = kept
  // As evidence a computed value is the tool's word at best, never the user's.
  const inputs = behind.reduce((sofar, { label }) => worse(sofar, label), joinOfInputs(decision.arguments))
  const derived = tool.effect === 'derive' ? worse('first-party', inputs) : 'operator'
  const origin = tool.originDeclared || tool.effect !== 'derive' ? tool.origin : whole(derived)
  const given = decision.arguments
    .filter(carriesSomething)
    .flatMap(({ value, label }) => (typeof value === 'boolean' ? [] : [{ value, label }]))
  // What stood behind handles was put in as well.
  const capped = capOf([...given, ...behind])
  const cap: Cap = (each, key) => worse(worse(derived, capped(each, key)), putIns.capOf(key))
  const records = takeApart(result, origin, cap, {
    hear: hearLinks(links, { seq, callId, tool: tool.name }, cap),
    holds: (where, record) => recordHolds(where, record, { index, trusted }),
  })
  index.add({ seq, callId, tool: tool.name, records })
  if (tool.readers) traces.add(result, tool.readers)
}
