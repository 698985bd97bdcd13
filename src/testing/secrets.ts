// What must not be in a cassette: values under names that say secret, in headers, queries and bodies, and the
// same values wherever else they stand.

import { isSecretName } from './secret-names.js'

/** What is put in the place of a secret. Stands in a URL and in a header as it is. */
export const REDACTED = 'REDACTED'

/** Names and values beyond those that are found by themselves. */
export interface SecretOptions {
  /** More names of headers, query parameters and fields of bodies whose values are secret. */
  readonly names?: readonly string[]
  /** More values that are secret, wherever they stand: a token within a path, say. */
  readonly values?: readonly string[]
  /** Names that look secret and aren't. */
  readonly keep?: readonly string[]
}

/** Shorter values are taken out in their place only: elsewhere they may be anything. */
const LEAST = 8

/** Headers that hold an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])

/** Takes secrets out. Remembers the values it found, for what comes later. */
export class Redactor {
  readonly #names: ReadonlySet<string>
  readonly #keep: ReadonlySet<string>
  readonly #values: Set<string>

  constructor({ names = [], values = [], keep = [] }: SecretOptions = {}) {
    this.#names = new Set(names.map((name) => name.toLowerCase()))
    this.#keep = new Set(keep.map((name) => name.toLowerCase()))
    this.#values = new Set(values.filter((value) => value !== ''))
  }

  headers(from: Iterable<[string, string]>): Record<string, string> {
    const named = [...from].map(([name, value]) => {
      if (this.#isSecret(name, 'outside')) return [name, this.#found(value)]
      return [name, ADDRESSES.has(name) ? this.url(value) : value]
    })
    return Object.fromEntries(named.map(([name, value]) => [name, this.#everywhere(value as string)]))
  }

  /** An address, its parameters in the order in which they stood. */
  url(from: string): string {
    const [address = '', query] = from.split(/\?(.*)/s)
    return this.#everywhere(query === undefined ? address : `${address}?${this.#form(query)}`)
  }

  /** The text of a body: JSON, a form, or any other. */
  body(from: string, contentType: string): string {
    const named = contentType.includes('x-www-form-urlencoded') ? this.#form(from) : this.#json(from)
    return this.#everywhere(named)
  }

  #isSecret(name: string, where: 'outside' | 'body'): boolean {
    const lower = name.toLowerCase()
    return !this.#keep.has(lower) && (this.#names.has(lower) || isSecretName(name, where))
  }

  /** Of `Bearer abc` the last part alone is what may be echoed elsewhere. */
  #found(value: string): string {
    for (const secret of [value, value.slice(value.lastIndexOf(' ') + 1)]) {
      if (secret.length >= LEAST && secret !== REDACTED) this.#values.add(secret)
    }
    return REDACTED
  }

  #form(text: string): string {
    const pairs = text.split('&').map((pair) => {
      const [name = '', value] = pair.split(/=(.*)/s)
      if (value === undefined || !this.#isSecret(decoded(name), 'outside')) return pair
      return `${name}=${this.#found(decoded(value))}`
    })
    return pairs.join('&')
  }

  #json(text: string): string {
    if (!/^\s*[[{]/.test(text)) return text
    try {
      const before: unknown = JSON.parse(text)
      const after = this.#fields(before, false)
      return after === before ? text : JSON.stringify(after, null, text.includes('\n') ? 2 : undefined)
    } catch {
      return text
    }
  }

  /** The same value where nothing in it is secret. All texts below a secret name are. */
  #fields(value: unknown, secret: boolean): unknown {
    if (typeof value === 'string' || typeof value === 'number')
      return secret ? this.#found(String(value)) : value
    if (typeof value !== 'object' || value === null) return value
    let hit = false
    const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
      const isOut = secret || (!Array.isArray(value) && this.#isSecret(name, 'body'))
      const kept = this.#fields(item, isOut)
      hit ||= kept !== item
      return [name, kept]
    })
    if (!hit) return value
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  }

  #everywhere(text: string): string {
    let clean = text
    // The longest first: one secret may hold another.
    for (const value of [...this.#values].sort((a, b) => b.length - a.length)) {
      for (const written of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) {
        clean = clean.replaceAll(written, REDACTED)
      }
    }
    return clean
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
