// The stored form of a handle: what its record holds, and how it is written and read. Knows neither kinds nor keys.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import type { StoreRecord } from '../stores/store.js'
import type { Label } from '../tool/outcome.js'
import { handleError } from './errors.js'

/** The space of handles in the record store. */
export const HANDLE_SPACE = 'handle'

/** What may be done with a handle: pass it to a tool, look inside, have a tool write back to it. */
export const RIGHTS = ['use', 'read', 'write'] as const

/** One of {@link RIGHTS}. */
export type Right = (typeof RIGHTS)[number]

/** All of a handle's record but the value. */
export interface HandleMeta {
  /** The record id; the token is made of it and the key. */
  readonly id: string
  /** Which of the gate's keys made the token. */
  readonly keyId: string
  readonly kind: string
  /** The codec's version that wrote the value. */
  readonly codec: number
  /** The codec's version of single rows that were written later than the others. */
  readonly rowCodecs?: { readonly [row: string]: number } | undefined
  /** A revoked or used one stays for a while without its value, so that its owner can be told. */
  readonly state: 'live' | 'revoked' | 'used'
  /** Counts the changes of the value from 1. The record's own version counts every write. */
  readonly rev: number
  /** Milliseconds since the epoch. The record itself stays a little longer. */
  readonly expiresAt: number
  readonly rights: readonly Right[]
  /** The only tools that may take it. */
  readonly tools?: readonly string[] | undefined
  /** How often it may still be used. */
  readonly uses?: number | undefined
  /** The keys of the records that it was attenuated from, the one that holds the value first. */
  readonly above?: readonly string[] | undefined
  /** An attenuated one may stand for one row of its collection. */
  readonly row?: number | undefined
  readonly label: string
  readonly facts: JsonObject
  /** Bytes of the value as JSON. */
  readonly size: number
  /** Rows, if it is a collection. */
  readonly count?: number | undefined
  readonly origin?: Label | undefined
  readonly labels?: JsonObject | undefined
}

/** A record as read: the value of a collection is the list of its rows. */
interface StoredHandle extends HandleMeta {
  readonly value?: unknown
}

/** A stored handle and where it lies. */
export interface Link {
  readonly scope: string
  readonly key: string
  readonly version: number
  readonly stored: StoredHandle
  /** The record as it was read. */
  readonly text?: string | undefined
  /** What stands behind it, where that is kept in memory as it is and not in the record. */
  readonly held?: WholeResult
}

/**
 * The value as it was read. A codec may hand the stored data itself to a tool, and what that did to it is no part of
 * what is kept.
 */
export function keptValue({ held, text, stored }: Link): unknown {
  if (held) return held.value
  return text === undefined ? stored.value : (JSON.parse(text) as StoredHandle).value
}

/** A whole result in memory: nobody prints it, and its labels are worked out when it is opened. */
export interface WholeResult {
  /** Never changed: who opens it for a tool gives a copy away. */
  readonly value: Json
  /** Where it comes from and who may learn it, place by place. */
  origin(): { readonly origin: Label; readonly labels: JsonObject }
}

/** How long a record outlives its handle, so that its owner is told `expired` and not `not found`. */
export interface Keeping {
  readonly tombstoneMs: number
}

/** How long unless told otherwise: an hour. */
export const TOMBSTONE_MS = 60 * 60_000

/** What most records hold: it is left out when written, since every character is read again at each opening. */
const USUAL = {
  codec: 1,
  state: 'live',
  rev: 1,
  rights: RIGHTS,
  facts: Object.freeze({}),
} as const satisfies Partial<HandleMeta>

/** Writes a link. `json` is the value as JSON, where there is one: it goes in as it is, written once. */
export function writeLink(link: Link, json: string | undefined, { tombstoneMs }: Keeping): StoreRecord {
  const { scope, key, version, stored } = link
  const { codec, state, rev, rights, facts } = stored
  // Field by field: taking an object apart and spreading it again costs more than printing it.
  const head = JSON.stringify({
    id: stored.id,
    keyId: stored.keyId,
    kind: stored.kind,
    expiresAt: stored.expiresAt,
    label: stored.label,
    size: stored.size,
    count: stored.count,
    row: stored.row,
    uses: stored.uses,
    tools: stored.tools,
    above: stored.above,
    origin: stored.origin,
    labels: stored.labels,
    rowCodecs: stored.rowCodecs,
    codec: codec === USUAL.codec ? undefined : codec,
    state: state === USUAL.state ? undefined : state,
    rev: rev === USUAL.rev ? undefined : rev,
    rights: RIGHTS.every((right) => rights.includes(right)) ? undefined : rights,
    facts: Object.keys(facts).length === 0 ? undefined : facts,
  } satisfies { [K in keyof Required<HandleMeta>]: HandleMeta[K] | undefined })
  const record: StoreRecord = {
    space: HANDLE_SPACE,
    scope,
    key,
    version,
    expiresAt: stored.expiresAt + tombstoneMs,
    value: json === undefined ? head : `${head.slice(0, -1)},"value":${json}}`,
  }
  const parent = stored.above?.at(-1)
  return parent === undefined ? record : { ...record, parent }
}

/** The link after a change of its meta data; the value stays. */
export function changed(link: Link, change: Partial<HandleMeta>): Link {
  return { ...link, version: link.version + 1, stored: { ...link.stored, ...change }, text: undefined }
}

/** Writes a link with the value that it holds. */
export function rewriteLink(link: Link, keeping: Keeping): StoreRecord {
  const { value } = link.stored
  return writeLink(link, value === undefined ? undefined : JSON.stringify(value), keeping)
}

/** Reads a record. @throws HandleError `handle_codec_failed` when it is no handle's. */
export function readLink({ scope, key, version, value }: StoreRecord): Link {
  let stored: unknown
  try {
    stored = JSON.parse(value)
  } catch (cause) {
    throw damaged(cause)
  }
  if (!isRecord(stored) || typeof stored.kind !== 'string' || typeof stored.expiresAt !== 'number')
    throw damaged()
  return { scope, key, version, stored: withUsual(stored as Partial<StoredHandle>), text: value }
}

/** Fills in place: a spread of two objects costs more than all the rest of an opening. */
function withUsual(stored: { -readonly [K in keyof StoredHandle]?: StoredHandle[K] }): StoredHandle {
  stored.codec ??= USUAL.codec
  stored.state ??= USUAL.state
  stored.rev ??= USUAL.rev
  stored.rights ??= USUAL.rights
  stored.facts ??= USUAL.facts
  return stored as StoredHandle
}

function damaged(cause?: unknown) {
  return handleError('handle_codec_failed', 'What is stored behind this handle is damaged.', { cause })
}
