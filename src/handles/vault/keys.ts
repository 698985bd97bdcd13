// The gate's keys, as handles use them: what turns a record id into a token. The first one makes new tokens; older
// ones are kept as long as tokens made under them are to live.

import { hash } from 'node:crypto'
import { DefinitionError } from '../../base/options.js'

/** A key and its public id, which stands in each record. The secret itself is out of reach. */
export interface HandleKey {
  readonly id: string
  /** HMAC-SHA-256 under this key: 32 bytes, a character each. */
  mac(text: string): string
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
  const mac = macUnder(bytes)
  return { id: Buffer.from(mac('key-id'), 'latin1').toString('base64url').slice(0, 8), mac }
}

/** SHA-256 works on blocks of so many bytes. */
const BLOCK = 64

/**
 * HMAC (RFC 2104) of two hashes. Node's own makes an object for each use, which the collector has to finalise: sealing
 * would take a fifth longer.
 */
function macUnder(secret: Buffer): (text: string) => string {
  const key = Buffer.alloc(BLOCK)
  key.set(secret.length > BLOCK ? Buffer.from(hash('sha256', secret, 'hex'), 'hex') : secret)
  const inner = Buffer.from(key.map((byte) => byte ^ 0x36))
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(32)])
  return (text) => {
    outer.write(hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'binary'), BLOCK, 'binary')
    return hash('sha256', outer, 'binary')
  }
}
