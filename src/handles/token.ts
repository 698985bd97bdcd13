// The text of a handle: `<kind>_`, 130 bits, checksum. Made and read here, without any store; a token that was cut,
// re-cased or invented is found out by its checksum alone.

import { hash } from 'node:crypto'
import type { HandleKey } from './vault/keys.js'

/** What a token says of itself. The kind is a hint: only the record behind it is trusted. */
export interface Token {
  /** Without the row. */
  readonly text: string
  readonly kind: string
  /** `<token>.<n>`: one row of a collection, counted from 0. */
  readonly row?: number
}

/** Names of kinds: they stand in front of tokens, in one case. */
export const KIND_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
/** The longest name of a kind. */
export const KIND_NAME_MAX = 32

// Crockford's base 32 in lower case: one case, and no i, l, o, u, which a reader takes for others.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BODY = '[0-9a-hjkmnp-tv-z]{30}'
const ROW = '(?:\\.(0|[1-9][0-9]{0,6}))?'
const TOKEN = new RegExp(`^(${KIND_NAME.source.slice(1, -1)})_(${BODY})${ROW}$`)
const RANDOM_CHARACTERS = 26
const LONGEST = KIND_NAME_MAX + 1 + 30 + 8

/**
 * Makes the token of a record: 130 bits of HMAC-SHA-256 under the gate's key. It holds no id and no time, and who has
 * the store without the key can't make it.
 */
export function mintToken(kind: string, key: HandleKey, recordId: string): string {
  const mac = key.mac(`handle:${recordId}`)
  let text = `${kind}_`
  for (let bit = 0; bit < RANDOM_CHARACTERS * 5; bit += 5) {
    const at = bit >> 3
    text += ALPHABET[(((mac.charCodeAt(at) << 8) | mac.charCodeAt(at + 1)) >> (11 - (bit & 7))) & 31]
  }
  return text + checksum(text)
}

/** Reads a token; undefined when its form or its checksum is wrong. Costs no look-up. */
export function parseToken(text: string): Token | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined
  const found = TOKEN.exec(text)
  if (!found) return undefined
  const [, kind = '', body = '', row] = found
  const end = kind.length + 1 + RANDOM_CHARACTERS
  if (checksum(text.slice(0, end)) !== body.slice(RANDOM_CHARACTERS)) return undefined
  const token = `${kind}_${body}`
  return row === undefined ? { text: token, kind } : { text: token, kind, row: Number(row) }
}

/** Whether a text is a well-formed token: it may still open nothing. */
export function isToken(text: string): boolean {
  return parseToken(text) !== undefined
}

/** The key under which the record of a token (without its row) lies. A copy of the store shows no token. */
export function lookUpKey(token: string): string {
  return hash('sha256', token, 'base64url').slice(0, 27)
}

/** The form for logs: enough to tell handles apart, too little to use one. */
export function shortToken(text: string): string {
  const token = parseToken(text)
  return token ? `${token.text.slice(0, token.kind.length + 5)}…` : 'not a token'
}

/** The regular expression of a kind's tokens, for JSON Schema. */
export function tokenPattern(kind: string): string {
  return `^${kind}_${BODY}(\\.[0-9]{1,7})?$`
}

/** A prime below 2^20, so that a sum fits into four characters. */
const PRIME = 1_048_573

/**
 * A polynomial over the text modulo a prime: one wrong character and two swapped neighbours never pass, anything else
 * passes once in a million.
 */
function checksum(text: string): string {
  let sum = 7
  for (let i = 0; i < text.length; i++) sum = (sum * 65_537 + text.charCodeAt(i)) % PRIME
  return ALPHABET[sum >> 15]! + ALPHABET[(sum >> 10) & 31] + ALPHABET[(sum >> 5) & 31] + ALPHABET[sum & 31]
}
