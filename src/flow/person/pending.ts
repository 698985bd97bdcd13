// An approval with all that an answer needs, as it is kept. Types, and the name of what a person has seen.

import { createHash } from 'node:crypto'
import type { JsonObject } from '../../json/json.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Approval, ApprovalCall } from '../../tool/outcome.js'
import type { Answer } from './answer.js'

/** A call as it was admitted, for `resume`. */
interface AskedCall {
  readonly id: string
  readonly args: JsonObject
  readonly by?: 'program' | 'user'
  /** Binds the answer: tool identity and admitted JSON. */
  readonly digest: string
  /** An approval for once is used up when its run starts. */
  readonly used?: true
}

/** A value that an answer can be about. */
export interface AskedValue {
  readonly key: string
  readonly role: Role | 'act'
  readonly shown?: string
}

/** An approval with all that an answer needs. Plain data; it survives a restart. */
export interface PendingApproval {
  readonly approval: Approval
  readonly tool: { readonly name: string; readonly identity: string }
  /** In the order of `approval.calls`. */
  readonly calls: readonly AskedCall[]
  /** What a yes to the values endorses. */
  readonly values: readonly (AskedValue & { readonly role: Role })[]
  /** What a never is about. None: it is not offered. */
  readonly refusals: readonly AskedValue[]
  /** By which another call is found to be like these. */
  readonly likeness: Likeness
  /** The turn of the user in which it was asked. */
  readonly turn: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly answer?: {
    readonly verdict: Answer['verdict']
    readonly for: 'once' | 'value'
    readonly by: string
    /** Milliseconds since the epoch. */
    readonly at: number
  }
  /** Nobody answered it, and the user went on to other things. */
  readonly retired?: true
}

/** What is compared. Plain data. */
export interface Likeness {
  /** Tool, door, reason and rules: of another kind, another question. */
  readonly kind: string
  /** The arguments that are no content, by place. */
  readonly values: Readonly<Record<string, string>>
  /** The same for calls that one request asks for, all at once. */
  readonly together?: string
  /** The list place in which the calls differ. None: in content alone, so far. */
  readonly differsAt?: string
}

/** Names what a person has seen: other calls, another revision. */
export function revisionOf(calls: readonly ApprovalCall[]): string {
  const digests = calls.map(({ digest }) => digest).join()
  return createHash('sha256').update(digests).digest('hex').slice(0, 16)
}
