// What a play is acted on: one session with the suite's tools. The replay knows nothing else of the gate.

import type { Json, JsonObject } from '../../src/json/json.js'

/** What became of a call. */
export type Staged =
  | { readonly status: 'ran' }
  | { readonly status: 'held'; readonly approval: string }
  | { readonly status: 'refused'; readonly code: string }

/** One session. */
export interface Stage {
  /** The user's own words. */
  said(text: string): void
  /** A call of the model; the tool gives `result` if it runs. */
  call(tool: string, args: JsonObject, result: Json | undefined, error?: string | null): Promise<Staged>
  /** A person allows a held call, once, and it goes on. */
  allowOnce(approval: string): Promise<Staged>
  close(): Promise<void>
}
