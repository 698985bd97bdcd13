// What the judge says of a call, as data. The words for it stand in `reason-words.ts`.

import type { Visited } from '../../json/place.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { worse } from '../../tool/flow/label.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Integrity, Label } from '../../tool/outcome.js'

/** Best first: a worse one wins. */
export type Verdict = 'allow' | 'hold' | 'deny'

/** What the gate does with a verdict: only record it, ask a person (default), or refuse. */
export type Mode = (typeof MODES)[number]

/** The modes there are. */
export const MODES = ['observe', 'ask', 'enforce'] as const

/** Why a call does not simply pass. */
export type Reason =
  | 'no_evidence'
  | 'look_alike'
  | 'url_unseen'
  | 'url_userinfo'
  | 'url_private'
  | 'object_not_named'
  | 'several_records'
  | 'not_chosen'
  | 'named_elsewhere'
  | 'not_asked_for'
  | 'act_done'
  | 'request_unread'
  | 'request_too_long'
  | 'day_not_said'
  | 'readers'
  | 'value_readers'
  | 'links_spent'
  | 'person_refused'
  | 'too_many'
  | 'rule'
  | 'policy_failed'

/** What accounts for an argument. */
export type AccountedBy =
  | 'schema'
  | 'user'
  | 'operator'
  | 'endorsement'
  | 'first-party'
  | 'anchored'
  | 'followed'
  | 'allow-list'
  | 'derived'
  | 'joined'
  | 'chosen'
  | 'handle'
  | 'door'

/** What was found out about one argument. */
export interface ArgumentFacts {
  /** Where it stands, or which key it is. People are shown its name (`placeName`). */
  readonly at: Visited
  readonly value: string | number | boolean
  readonly role: Role
  /** The best that accounts for the value, whether or not it is enough for the role. */
  readonly label: Integrity
  readonly by?: AccountedBy
  /** The tool and the path of the evidence, where it was a result. */
  readonly from?: EvidencePlace
  readonly reason?: Reason
  /** Enum, const or boolean: it carries nothing of anyone's. */
  readonly listed?: boolean
  /** The id space that a selector is of. */
  readonly of?: string
  /** The argument that names the record which it must stand in. */
  readonly boundTo?: string
  /** The user's words that name the record it stands in. Never recorded. */
  readonly words?: string
  /** What records that the user named hold of this kind. */
  readonly candidates?: readonly CandidateFacts[]
}

/** A value that a person may choose. */
export interface CandidateFacts {
  readonly value: string
  readonly from: EvidencePlace
}

/** A call that was done for the same words. */
interface DoneFacts {
  readonly tool: string
  readonly callId: string
}

/** What following links has told those who wrote them, and may still tell, in bits. */
export interface LinkFacts {
  /** Nothing was shown that not everybody may read: then links cost nothing. */
  readonly isFree: boolean
  readonly spent: number
  readonly budget: number
}

/** Where evidence was seen. */
export interface EvidencePlace {
  readonly tool: string
  readonly callId: string
  readonly path: string
}

/** A rule of the operator that took part. */
export interface RuleHit {
  readonly id: string
  readonly verdict: Verdict
  /** The rule could not be evaluated. */
  readonly failed?: boolean
  /** The tool's declaration is exempt from it. */
  readonly exempted?: boolean
  /** The operator's own words. */
  readonly reason?: string
}

/** What the flow of a call comes to, before the operator's rules. */
export interface Findings {
  /** What happens. */
  readonly verdict: Verdict
  readonly reason?: Reason
  /** All scalars of the arguments. */
  readonly arguments: readonly ArgumentFacts[]
  /** Those that nothing accounts for. */
  readonly items: readonly ArgumentFacts[]
  /** Where content would go: canonical targets, and `public`. */
  readonly destinations: readonly string[]
  /** Whether the user asked for this act. */
  readonly asked: boolean
  /** What was done for the words that asked for it. */
  readonly done?: readonly DoneFacts[]
  /** There where the call goes out for a link that a result gave. */
  readonly links?: LinkFacts
  /** The same for calls that one request asks for all at once ("each", "all open"): they are asked about together. */
  readonly together?: string
}

/** What the judge says. */
export interface Decision extends Findings {
  /** What would happen in mode `ask`. */
  readonly judged: Verdict
  readonly rules: readonly RuleHit[]
  /** The moment whose evidence counted. */
  readonly asOf: number
  readonly micros: number
}

/** Whether an argument could carry anything: what the schema lists can't. */
export function carriesSomething({ listed }: ArgumentFacts): boolean {
  return listed !== true
}

/** What a value made of the arguments is worth: any bad input counts. */
export function joinOfInputs(facts: readonly ArgumentFacts[]): Integrity {
  return facts
    .filter(carriesSomething)
    .reduce<Integrity>((label, argument) => worse(label, argument.label), 'operator')
}

/** The label of a whole result: the worst that the declaration of its tool leaves open. */
export function labelOfResult(tool: FlowTool, decision: Pick<Decision, 'arguments'>): Label {
  // Before the arguments are read: a decision that is made when it is read need not be made for this.
  if (tool.effect !== 'derive') return tool.label
  const joined = joinOfInputs(decision.arguments)
  const integrity = tool.originDeclared ? worse(joined, tool.origin.label) : joined
  return { integrity, readers: tool.label.readers }
}

/** The worst of several verdicts. */
export function worstVerdict(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict = 'allow'
  for (const verdict of verdicts) if (RANK[verdict] > RANK[worst]) worst = verdict
  return worst
}

/** What a mode makes of a verdict. */
export function inMode(judged: Verdict, mode: Mode): Verdict {
  if (mode === 'observe') return 'allow'
  return mode === 'enforce' && judged === 'hold' ? 'deny' : judged
}

const RANK: Readonly<Record<Verdict, number>> = { allow: 0, hold: 1, deny: 2 }
