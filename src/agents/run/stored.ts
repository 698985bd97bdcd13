// The form of a stored run. Types only.

import type { Label } from '../../tool/outcome.js'
import type { ModelMessage, Usage } from './model.js'

/** A run that was stopped, as plain JSON. Keep it where users can't change it: it holds a conversation. */
export interface RunState {
  readonly v: 1
  readonly run: string
  /** Whose it is: a digest of tenant, user and conversation. */
  readonly scope: string
  readonly turns: number
  readonly usage: Usage
  readonly root: StoredFrame
}

/** An agent in the middle of its work. */
export interface StoredFrame {
  readonly agent: { readonly name: string; readonly digest: string }
  /** What it held, for the record alone. */
  readonly tools: readonly { readonly name: string; readonly digest: string }[]
  readonly label: Label
  readonly messages: readonly ModelMessage[]
  readonly turn?: readonly StoredCall[]
}

/** A call of a turn that was not over. */
export interface StoredCall {
  readonly id: string
  readonly callId: string
  readonly name: string
  readonly input: unknown
  readonly result?: { readonly text: string; readonly failed: boolean }
  readonly child?: StoredFrame
}
