// What must not be in a cassette: values under names that say secret, in headers, addresses and bodies, and the
// same values wherever else they stand. All else stays as it was, to the byte.

import { redactJson } from './redact-json.js'
import { decoded, redactText } from './redact-text.js'
import { isSecretName } from './secret-names.js'

/** What is put in the place of a secret. Stands in a URL and in a header as it is. */
const REDACTED = 'REDACTED'

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
/** A word such as `required` under a secret name is no secret, and elsewhere it is just a word. */
const PLAIN_WORD = /^[A-Z]?[a-z]{1,14}$/
/** How deep JSON within a text within JSON is read. */
const DEEPEST = 4

/** Headers that hold an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])
/** What a header `Authorization` names beside its secrets. */
const ABOUT_LOGIN: ReadonlySet<string> = new Set(['username', 'realm', 'uri', 'qop', 'algorithm', 'nc'])
/** A `code` is mostly a plain name; among these it is the one that a login is bought with. */
const OF_OAUTH = /\b(?:grant_type|redirect_uri|code_verifier)\b/
/** What such a code looks like where it stands alone. */
const RANDOM = /^(?=.*\d)[\w./~+-]{16,}$/

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

  /** One header's value. */
  header(name: string, value: string): string {
    return this.#everywhere(this.#header(name, value))
  }

  /** An address, its parameters in the order in which they stood. */
  url(from: string): string {
    return this.#everywhere(this.#address(from, 0))
  }

  /** The text of a body of any form. */
  body(from: string, contentType: string): string {
    const isForm = contentType.includes('x-www-form-urlencoded')
    return this.#everywhere(isForm ? this.#form(from, 0) : this.#text(from, 0))
  }

  #isSecret(name: string, where: 'outside' | 'body'): boolean {
    const lower = name.toLowerCase()
    return !this.#keep.has(lower) && (this.#names.has(lower) || isSecretName(name, where))
  }

  #isCode(name: string, text: string, value: string): boolean {
    if (name.toLowerCase() !== 'code' || this.#keep.has('code')) return false
    return OF_OAUTH.test(text) || RANDOM.test(value)
  }

  #remember(value: string): string {
    if (value.length >= LEAST && value !== REDACTED) this.#values.add(value)
    return REDACTED
  }

  #found(value: string): string {
    return PLAIN_WORD.test(value) ? REDACTED : this.#remember(value)
  }

  #header(name: string, value: string): string {
    if (ADDRESSES.has(name)) return this.#address(value, 0)
    if (!this.#isSecret(name, 'outside')) return this.#text(value, 0)
    if (name === 'cookie') return value.replaceAll(/(=)([^;]*)/g, (_, is, one) => is + this.#cookie(one))
    if (name === 'set-cookie') return value.replace(/(=)([^;]*)/, (_, is, one) => is + this.#cookie(one))
    return this.#login(value)
  }

  #cookie(value: string): string {
    this.#remember(decoded(value))
    return this.#remember(value.replace(/^"(.*)"$/, '$1'))
  }

  /** Any part of `Basic ...`, `Digest ...` or `Bearer ...` may be echoed elsewhere by itself. */
  #login(value: string): string {
    const [scheme, rest] = value.split(/\s+(.*)/s)
    if (/^basic$/i.test(scheme ?? '') && rest) {
      const pair = Buffer.from(rest, 'base64').toString()
      this.#remember(pair)
      this.#remember(pair.slice(pair.indexOf(':') + 1))
    }
    for (const [, name = '', quoted, plain] of value.matchAll(/([\w-]+)="?(?:([^",]+)"|([^\s",]+))/g)) {
      if (!ABOUT_LOGIN.has(name.toLowerCase())) this.#remember(quoted ?? plain ?? '')
    }
    this.#remember(value.slice(value.lastIndexOf(' ') + 1))
    return this.#remember(value)
  }

  /** What stands behind `#` is read as a query: a login may hand its token over there. */
  #address(text: string, depth: number): string {
    const [, before = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
    const part = (from: string) => from.slice(0, 1) + this.#form(from.slice(1), depth)
    return this.#pairs(before) + part(query) + part(fragment)
  }

  #form(text: string, depth: number): string {
    return text.replaceAll(/([^&;=]+)=([^&;]*)/g, (pair, written: string, value: string) => {
      const name = decoded(written)
      const plain = decoded(value)
      if (this.#isSecret(name, 'outside') || this.#isCode(name, text, plain)) {
        return `${written}=${this.#found(plain)}`
      }
      const clean = this.#text(plain, depth + 1)
      return clean === plain ? pair : `${written}=${encodeURIComponent(clean)}`
    })
  }

  #text(text: string, depth: number): string {
    if (depth > DEEPEST || !/[=:<]|Bearer|eyJ/.test(text)) return text
    if (/^[\w.%[\]~+*-]{1,100}=[^\s"<>{}]*$/.test(text)) return this.#form(text, depth)
    const clean = redactJson(text, {
      isSecret: (name) => this.#isSecret(name, 'body') || this.#isCode(name, text, ''),
      found: (value) => this.#found(value),
      leaf: (value) => this.#text(value, depth + 1),
    })
    return isJson(text) ? clean : this.#pairs(clean)
  }

  #pairs(text: string): string {
    return redactText(text, {
      isSecret: (name, where, value) =>
        this.#isSecret(name, where) || (where === 'outside' && this.#isCode(name, text, value)),
      found: (value) => (value.includes(REDACTED) ? value : this.#found(value)),
    })
  }

  #everywhere(text: string): string {
    let clean = text
    // The longest first: one secret may hold another.
    for (const value of [...this.#values].sort((a, b) => b.length - a.length)) {
      for (const written of spellings(value)) clean = clean.replaceAll(written, REDACTED)
    }
    return clean
  }
}

/** How one value is written in a text, in JSON, in an address and in a form. */
function spellings(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1)
  const url = encodeURIComponent(value.toWellFormed())
  const lower = url.replaceAll(/%../g, (escaped) => escaped.toLowerCase())
  return new Set([value, json, json.replaceAll('/', '\\/'), url, lower, url.replaceAll('%20', '+')])
}

function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
