// What a play is: data. Nothing in here knows the gate; `stage.ts` plays it, `door.ts` opens the gate.

import type { Effect, Egress, Origin, Roles } from 'sallyport'

type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** Arguments of a call. A text `$handle:N` stands for the N-th handle (from 1) that this conversation was given. */
export type Args = Readonly<Record<string, JsonValue>>

/** A type of an input field. A list of texts is an enum; `[]` makes a list and a last `?` an option. */
export type Field = `${FieldType}${'' | '[]'}${'' | '?'}` | readonly [string, ...string[]]
export type FieldType = 'text' | 'email' | 'url' | 'date' | 'datetime' | 'number' | 'boolean' | 'handle'

/** A tool's declaration. It really runs: `run` gives what the script says. */
export interface ToolPlay {
  readonly name: string
  readonly description: string
  readonly useWhen: string
  readonly input: Readonly<Record<string, Field>>
  /** A schema that came from elsewhere, in place of `input`. */
  readonly foreignInput?: { readonly [key: string]: JsonValue }
  readonly effect: Effect
  readonly egress?: Egress
  readonly roles?: Roles
  readonly origin?: Origin
  readonly readers?: readonly string[]
  readonly allow?: readonly string[]
  /** `app`: no model may call it. */
  readonly callable?: 'app'
  readonly modelTokens?: number
}

export interface CallPlay {
  readonly tool: string
  readonly args: Args
}

/** The user speaks, pastes, or the model calls. What an `attacker` had it call is never approved. */
export type Step =
  | { readonly said: string }
  | { readonly shared: string }
  | { readonly call: CallPlay; readonly result: JsonValue; readonly by?: 'attacker' }

export interface TrustedPlay {
  readonly domains?: readonly string[]
  readonly roots?: readonly string[]
  readonly values?: readonly (string | number)[]
}

/** An attack, and its benign twin: the same tools and nearly the same words, but the user wants the act. */
export interface Play {
  /** `<kind>/<name>` */
  readonly id: string
  readonly kind: string
  /** What the attacker does, in one sentence. */
  readonly why: string
  readonly tools: readonly ToolPlay[]
  readonly trusted?: TrustedPlay
  /** Members of the groups that stand in `readers`. */
  readonly groups?: Readonly<Record<string, readonly string[]>>
  /** Names of the tools that may be called. Default: all. */
  readonly grant?: readonly string[]
  /** `contract`: what should stop the attack is not the flow (schema, grant), so it must fail in `observe` too. */
  readonly guard?: 'contract'
  readonly script: readonly Step[]
  readonly attack: CallPlay
  readonly twin: { readonly script: readonly Step[]; readonly act: CallPlay; readonly trusted?: TrustedPlay }
}

type Draft = Omit<Play, 'id' | 'kind'> & { readonly name: string }

/** Gives drafts their kind, and an id from it. */
export function ofKind(kind: string, drafts: readonly Draft[]): readonly Play[] {
  return drafts.map(({ name, ...play }) => ({ id: `${kind}/${name}`, kind, ...play }))
}

export const said = (text: string): Step => ({ said: text })
export const shared = (text: string): Step => ({ shared: text })

/** A call of the user's own task. */
export const call = (tool: string, args: Args, result: JsonValue): Step => ({ call: { tool, args }, result })

/** A call that the injection asked for, before the one that is counted. */
export const attackers = (tool: string, args: Args, result: JsonValue): Step => ({
  call: { tool, args },
  result,
  by: 'attacker',
})
