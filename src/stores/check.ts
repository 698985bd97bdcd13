// What every driver checks before it takes a record or a key. Nothing here knows where records are kept.

import type { ConditionalWrite, StoreKey, StoreRecord } from './store.js'

/** The rows that `list` and `sweep` take when no limit is named. */
export const DEFAULT_LIMIT = 1_000

/** One text for one key; the lengths in front keep two different keys from reading alike. */
function idOf({ space, scope, key }: StoreKey): string {
  return `${space.length},${scope.length},${space}${scope}${key}`
}

/**
 * Refuses a record that some driver could not keep as it is.
 *
 * @throws TypeError that names the field.
 */
export function checkRecord(record: StoreRecord): void {
  checkKey(record)
  checkText('value', record.value)
  checkText('parent', record.parent)
  if (!Number.isSafeInteger(record.version) || record.version < 1) {
    throw new TypeError(`record: version must be a whole number from 1, got ${record.version}.`)
  }
  if (record.expiresAt !== undefined && !Number.isSafeInteger(record.expiresAt)) {
    throw new TypeError(`record: expiresAt must be whole milliseconds, got ${record.expiresAt}.`)
  }
}

/** Refuses a key, or the part of one that a query has, that some driver would read as another. */
export function checkKey({ space, scope = '', key = '' }: Partial<StoreKey>): void {
  checkText('space', space)
  checkText('scope', scope)
  checkText('key', key)
}

/** Refuses a batch in which a key stands twice: its second write would judge the first. */
export function checkDistinct(writes: readonly ConditionalWrite[]): void {
  if (writes.length < 2) return
  const keys = new Set(writes.map(({ record }) => idOf(record)))
  if (keys.size < writes.length) throw new TypeError('compareAndSetMany: a key stands there twice.')
}

/**
 * SQLite's binding ends a text at NUL and makes one character of all lone surrogates: two scopes would become
 * one, and a foreign record would open.
 */
function checkText(field: string, text: string | undefined): void {
  if (text === undefined) return
  if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed()) {
    throw new TypeError(`record: ${field} must be well-formed Unicode without NUL.`)
  }
}
