// What waits in a sealing to be written, and what is said of it. Types only.

import type { JsonObject } from '../../json/json.js'
import type { Label } from '../../tool/outcome.js'
import type { Kind } from '../kinds/kind.js'
import type { Source } from '../kinds/passage.js'
import type { HandleMeta } from '../record.js'

/** What is known of a value beside the value. */
export interface SealOptions {
  /** Where it comes from and who may learn it. */
  readonly origin?: Label
  /** Labels by path, kept for the judge. */
  readonly labels?: JsonObject
}

/** A new handle that waits to be written. */
export interface NewHandle {
  readonly token: string
  readonly scope: string
  readonly key: string
  readonly meta: HandleMeta
  /** The value as JSON; undefined for a live one. */
  readonly json: string | undefined
  /** The object itself, for a live one. */
  readonly live?: unknown
  /** Whether it counts against its scope's quota: what its maker bounds does not. */
  readonly isCounted: boolean
}

/** A new value for an opened handle. */
export interface Update {
  readonly origin: Source
  readonly kind: Kind
  /** The value as JSON; undefined for a live one. */
  readonly json: string | undefined
  readonly value: unknown
  readonly label: string
  readonly facts: JsonObject
  readonly options: SealOptions
}
