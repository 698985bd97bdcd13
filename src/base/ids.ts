// Fresh names for calls, references and nonces.

import { randomBytes } from 'node:crypto'

/** Gives that many random bytes. */
export type Random = (bytes: number) => Uint8Array

const POOL = 4_096

/** The system's own random bytes, drawn many at a time: a dozen for each id cost as much as a tenth of a call. */
export function systemRandom(): Random {
  let pool: Uint8Array = randomBytes(0)
  let at = 0
  return (bytes) => {
    if (bytes > POOL) return randomBytes(bytes)
    if (at + bytes > pool.length) {
      // A new one each time: what was given away is never written over.
      pool = randomBytes(POOL)
      at = 0
    }
    at += bytes
    return pool.subarray(at - bytes, at)
  }
}

// Crockford's base 32 without the letters that look like digits; 32 of them, so that a byte maps evenly.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A random name such as `ref_3v9k0q7x2m4a` (60 bits). */
export function newId(random: Random, prefix: string): string {
  return `${prefix}_${randomText(random, 12)}`
}

/** Random letters and digits, five bits each. */
export function randomText(random: Random, length: number): string {
  let text = ''
  for (const byte of random(length)) text += ALPHABET[byte & 31]
  return text
}
