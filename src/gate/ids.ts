// Fresh names for calls, references and nonces.

/** Gives that many random bytes. */
export type Random = (bytes: number) => Uint8Array

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
