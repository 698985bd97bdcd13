// What a session's calls take. Types only.

import type { AskPerson } from './batch.js'

/** What a model asked for. Untrusted, whole. */
export interface Call {
  /**
   * The provider's id of the call. Up to 256 characters it comes back as `outcome.callId`; a longer one as a digest of
   * it, `call_` and 43 characters, and `session.outcome` and `session.abort` take either.
   */
  readonly id: string
  readonly name: string
  /** JSON text as a model wrote it, or an object. */
  readonly args?: unknown
}

/** What `call`, `callAll` and `invoke` take beside the call. */
export interface CallOptions {
  /** Aborts the call; its outcome is then `aborted`. */
  readonly signal?: AbortSignal
}

/** What `callAll` takes beside the calls. */
export interface BatchOptions extends CallOptions {
  /**
   * Asks a person about held calls, one after another. Then all outcomes are final, but for what nobody answers.
   *
   * @example
   *   onApproval: async (approval) =>
   *     (await confirm(approval)) ? { approve: { for: 'once', by: user } } : { deny: { by: user } }
   */
  readonly onApproval?: AskPerson
}
