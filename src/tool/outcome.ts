// What a call came to. Plain data, the same for every host; nothing here knows how it was made.

import type { Json } from '../json/json.js'

/** How far the origin of a value is trusted, best first. */
export const INTEGRITY = [
  'operator',
  'user',
  'first-party',
  'third-party-structured',
  'third-party-text',
  'unknown',
] as const

/** One step of {@link INTEGRITY}. */
export type Integrity = (typeof INTEGRITY)[number]

/** Where a value comes from, and who may learn it. `session` readers: whoever the user or operator named. */
export interface Label {
  readonly integrity: Integrity
  readonly readers: readonly string[]
}

/** The safe description that stands beside a handle. */
export interface Card {
  readonly handle: string
  readonly kind: string
  readonly label: string
  readonly facts: Json
  /** Bytes of the stored value, where that is known. */
  readonly size?: number
  /** ISO 8601. */
  readonly expiresAt?: string
}

/**
 * Whose a failure is. `arguments`: the caller's, to mend. `access`: who calls may not do this, or not see it. `policy`:
 * a rule, a person or the caller itself held, refused or stopped it. `tool`: the tool's, or the system's. `upstream`:
 * that of a service behind the tool.
 */
export type FailureCategory = 'arguments' | 'access' | 'tool' | 'upstream' | 'policy'

/** A failure as data: what a program branches on, and what a person reads. */
export interface Failure {
  /** One of the documented codes, or a tool's own (`[a-z_]{1,40}`). */
  readonly code: string
  readonly category: FailureCategory
  /** Whether the call may succeed when tried again; of the category `arguments`: once it is mended. */
  readonly retryable: boolean
  /** JSON Pointer (RFC 6901) to the argument that is to be mended, where there is one. The first of several. */
  readonly path?: string
  /** For a person: cleaned, at most 300 characters. */
  readonly userMessage: string
  /** Where the log tells the rest. */
  readonly ref?: string
}

/** A call that a person is asked about. */
export interface ApprovalCall {
  readonly callId: string
  /** All of its arguments, safe to be shown: a text is cut at 300 characters, with how much more there is. */
  readonly arguments: readonly { readonly argument: string; readonly value: string }[]
  /** What a yes is bound to: the tool as it is declared, and every byte of the arguments. */
  readonly digest: string
}

/** What a person is asked when a call is held. All of it is safe to be shown. */
export interface Approval {
  readonly id: string
  /** Changes when a call joins. Whoever answers says which revision was seen. */
  readonly revision: string
  readonly tool: string
  /** Calls that differ in content alone, or in one place of a list, are asked about together: at most 20. */
  readonly calls: readonly ApprovalCall[]
  /** The values that nothing accounts for. None where it is about the act itself, or a rule. */
  readonly items: readonly {
    readonly argument: string
    readonly value: string
    readonly role: string
    /** Where it comes from: its label and tool, the text that it stands in, or that it was not found. */
    readonly from: string
    /** What records that the user named hold instead, where several answer to the words. At most five. */
    readonly candidates?: readonly { readonly value: string; readonly from: string }[]
  }[]
  readonly reason: string
  /** What it can be answered with. `never` is a no that lasts: `session.deny(id, { by, for: 'value' })`. */
  readonly offers: readonly ('once' | 'value' | 'never')[]
  /** ISO 8601. */
  readonly expiresAt: string
}

/** An answer that goes on counting, as `session.approvals({ standing: true })` lists it. */
export interface StandingApproval {
  readonly id: string
  /** `deny`: a person said never. */
  readonly verdict: 'allow' | 'deny'
  readonly tools: readonly string[]
  /** What the value decides, or `act` for the tool as a whole. */
  readonly role: string
  /** As it was shown; none for an act. */
  readonly value?: string
  /** Who answered. */
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  /** ISO 8601; none: with the conversation. */
  readonly expiresAt?: string
  /** How often it still counts; none: no limit. */
  readonly uses?: number
}

/** What the UI gets: a literal panel name of the declaration, and third-party data to be shown as text. */
export interface UiView {
  readonly panel: string
  readonly data: Json
  /** There when `data` is a first page only: the words that say so, and the handle of the whole. */
  readonly cut?: { readonly note: string; readonly handle?: string }
}

/** Why an outcome was not made by running the tool. */
export type Replayed = 'cache' | 'flight' | 'id' | 'key'

interface OutcomeBase {
  /** The call's id; of one over 256 characters a digest. */
  readonly callId: string
  readonly tool: string
  /** The text for the model, within the tool's budget. */
  readonly model: string
  /** The payload for the UI. Never put it into a model's context. */
  readonly ui: UiView
  readonly handles: readonly Card[]
  readonly label: Label
  /** Milliseconds from arrival to outcome. */
  readonly durationMs: number
  readonly replayed?: Replayed
}

/** A call that gave a value. */
interface OkOutcome<T> extends OutcomeBase {
  readonly status: 'ok'
  /** The sealed value: JSON-safe, handles in place of entities. To be read: what a handle of it stands for may be it. */
  readonly value: T
}
/** A call that found nothing, which is no error. */
interface EmptyOutcome extends OutcomeBase {
  readonly status: 'empty'
}
/** A call that failed. */
interface ErrorOutcome extends OutcomeBase {
  readonly status: 'error'
  /** The part of the result that there is, where the tool gave one: sealed, as a value is. */
  readonly results?: unknown
  readonly error: Failure
}
/** A call that may not run. */
interface DeniedOutcome extends OutcomeBase {
  readonly status: 'denied'
  /** As in an error. */
  readonly results?: unknown
  readonly error: Failure
}
/** What is known of a call that waits for a person. */
interface HeldData extends OutcomeBase {
  readonly status: 'held'
  readonly error: Failure
  readonly approval: Approval
}

/** What `JSON.stringify` writes of an outcome. */
export interface Printed {
  readonly callId: string
  readonly tool: string
  readonly status: Status
  readonly model: string
}

/** How an outcome is written down. On its prototype: spread and `structuredClone` carry the data alone, all of it. */
interface Prints {
  /** The model view: an outcome that is printed into a context carries nothing that is not meant for it. */
  toJSON(): Printed
  /** All of it as plain data, for a store or a wire of your own. */
  record(): OutcomeData
}

/** The data of an outcome. */
export type OutcomeData<T = unknown> = OkOutcome<T> | EmptyOutcome | ErrorOutcome | DeniedOutcome | HeldData

/**
 * Exactly one of these ends every call. Give a model `outcome.model`; read `outcome.ui` and `outcome.value` by name.
 */
export type Outcome<T = unknown> = OutcomeData<T> & Prints

/** A call that waits for a person. */
export type HeldOutcome = HeldData & Prints

/** The five ends of a call. */
export type Status = Outcome['status']

/** Codes that the gate itself gives. A tool may use its own beside them. */
export type GateCode =
  | 'invalid_arguments'
  | 'unknown_tool'
  | 'not_permitted'
  | 'held'
  | 'timeout'
  | 'aborted'
  | 'rate_limited'
  | 'upstream_unavailable'
  | 'upstream_error'
  | 'conflict'
  | 'not_found'
  | 'result_invalid'
  | 'unserializable'
  | 'result_too_large'
  | `handle_${string}`
  | 'internal'
