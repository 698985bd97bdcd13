// The fact document: all that an operator's rule can look at. Documented in `docs/flow.md`; plain JSON, so that a
// recorded decision can be judged again.

import type { JsonObject } from '../../json/json.js'
import { placeName } from '../../json/place.js'
import type { Effect } from '../../tool/effects.js'
import type { Egress, FlowTool } from '../../tool/flow/declare.js'
import type { ArgumentFacts, Verdict } from './decision.js'

/** Who calls. */
export interface PrincipalFacts {
  readonly tenant: string
  /** Empty for an anonymous session. */
  readonly user: string
  readonly conversation: string
  readonly groups: readonly string[]
  readonly claims: JsonObject
}

/** What a session has been through. */
interface SessionFacts {
  /** Messages of the user that are kept. */
  readonly messages: number
  /** Calls that were judged before this one. */
  readonly calls: number
  /** Calls that were refused or held. */
  readonly refused: number
  /** Whether a result with text of a third party was shown. */
  readonly thirdPartyText: boolean
}

/** The document that rules are evaluated over. */
export interface FactDocument {
  readonly principal: PrincipalFacts
  readonly tool: {
    readonly name: string
    /** Empty for a tool of this process. */
    readonly upstream: string
    readonly effect: Effect
    /** Empty for none. */
    readonly egress: string
  }
  readonly effect: Effect
  readonly args: JsonObject
  /** By the name of the argument: `items.0.id`, `"a.b"` for a key with a dot, `users.lena (key)` for a key itself. */
  readonly roles: Readonly<
    Record<
      string,
      { readonly role: string; readonly label: string; readonly by: string; readonly origin: string }
    >
  >
  readonly session: SessionFacts
  /** Names of the tools that may be called. */
  readonly grant: readonly string[]
  readonly destinations: readonly string[]
  readonly counts: {
    readonly arguments: number
    /** Values that nothing accounts for. */
    readonly unaccounted: number
    readonly targets: number
  }
  /** What the flow says without rules. */
  readonly flow: Verdict
}

/** What {@link factDocument} takes. */
interface FactSources {
  readonly principal: PrincipalFacts
  readonly tool: FlowTool
  readonly args: JsonObject
  readonly arguments: readonly ArgumentFacts[]
  readonly items: readonly ArgumentFacts[]
  readonly destinations: readonly string[]
  readonly verdict: Verdict
  readonly session: SessionFacts
  readonly grant: readonly string[]
}

/** Puts the document together. */
export function factDocument(sources: FactSources): FactDocument {
  const { principal, tool, args, items, destinations, verdict, session, grant } = sources
  const roles: Record<string, FactDocument['roles'][string]> = {}
  for (const { at, role, label, by, from } of sources.arguments) {
    roles[placeName(at)] = { role, label, by: by ?? '', origin: from?.tool ?? '' }
  }
  return {
    principal,
    tool: {
      name: tool.name,
      upstream: tool.upstream?.id ?? '',
      effect: tool.effect,
      egress: egressText(tool.egress),
    },
    effect: tool.effect,
    args,
    roles,
    session,
    grant,
    destinations,
    counts: {
      arguments: sources.arguments.length,
      unaccounted: items.length,
      targets: sources.arguments.filter(({ role }) => role === 'target').length,
    },
    flow: verdict,
  }
}

/** The variables of a CEL condition: the keys of the document. */
export const FACT_VARIABLES: readonly (keyof FactDocument & string)[] = [
  'principal',
  'tool',
  'effect',
  'args',
  'roles',
  'session',
  'grant',
  'destinations',
  'counts',
  'flow',
]

function egressText(egress: Egress): string {
  return egress || ''
}
