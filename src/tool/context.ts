// What a tool's code is given beside its input. Never the session: a tool can't call tools or answer approvals.

import type { Json } from '../json/json.js'

/** Whose passage a session is. */
export interface Principal {
  readonly tenant: string
  /** Absent for an anonymous session. */
  readonly user?: string
  readonly conversation: string
  readonly groups: readonly string[]
  /** Verified claims, as the program gave them. */
  readonly claims: { readonly [name: string]: unknown }
}

/** One step of work that a tool reports with `ctx.progress`. */
export interface Progress {
  readonly done?: number
  readonly total?: number
  /** Shown to a person as text. */
  readonly message?: string
  readonly data?: Json
}

/** Where faults go. pino's loggers fit. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The context of one run. Frozen. */
export interface ToolContext {
  /** The name of the tool as it was declared: tells tools apart that name one method as their `handler`. */
  readonly tool: string
  readonly tenant: string
  readonly user: string | undefined
  readonly groups: readonly string[]
  readonly conversation: string
  /** Aborted at the deadline, and when the call is aborted. */
  readonly signal: AbortSignal
  /** The deadline as it stands, in milliseconds since the epoch: progress moves it, up to `limits.longestMs`. */
  readonly deadline: number
  /** `fetch` that carries the signal and the idempotency key, and judges each redirect. */
  readonly fetch: typeof fetch
  /** Tells the UI how far the work is, and starts `limits.timeoutMs` again. Never reaches the model. */
  progress(step: Progress): void
  readonly log: Logger
  /** Stable for equal calls, where the declaration asks for one. */
  readonly idempotencyKey: string | undefined
}
