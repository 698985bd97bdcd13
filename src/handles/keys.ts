// The gate's keys, as handles use them: what turns a record id into a token. The first one makes new tokens; older
// ones are kept as long as tokens made under them are to live.

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { DefinitionError } from '../tool/options.js'

/** A key and its public id, which stands in each record. */
export interface HandleKey {
  readonly id: string
  readonly secret: KeyObject
}

const MIN_BYTES = 32

/**
 * Reads the gate's keys, newest first.
 *
 * @throws DefinitionError when there is none, one is short, or one stands there twice.
 */
export function handleKeys(secrets: readonly (string | Uint8Array)[]): readonly HandleKey[] {
  if (secrets.length === 0) throw new DefinitionError('key: give at least one key.')
  const keys = secrets.map(toKey)
  const ids = new Set(keys.map(({ id }) => id))
  if (ids.size < keys.length) throw new DefinitionError('key: the same key is given twice.')
  return keys
}

function toKey(secret: string | Uint8Array): HandleKey {
  const bytes = Buffer.from(secret as string)
  if (bytes.length < MIN_BYTES) {
    throw new DefinitionError(
      `key: must be at least ${MIN_BYTES} bytes of randomness, got ${bytes.length}. Make one with: openssl rand -hex 32`,
    )
  }
  const key = createSecretKey(bytes)
  return { id: createHmac('sha256', key).update('key-id').digest('base64url').slice(0, 8), secret: key }
}
