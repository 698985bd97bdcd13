// What an address, a URL, an account, a path or a number is made of, and what an argument is once it is decoded: so that
// a result which a tool built from its arguments is told from one that it looked up.

import { type Canonical, canonicalOf } from './canonical.js'

/** The canonical keys of a value's parts. Of other texts and of dates none. */
export function componentsOf({ kind, text, url }: Canonical): readonly string[] {
  return partsOf(kind, text, url)
    .filter((part) => part !== '')
    .map((part) => canonicalOf(part).key)
}

function partsOf(kind: Canonical['kind'], text: string, url: URL | undefined): readonly string[] {
  switch (kind) {
    case 'url':
      return url ? urlParts(url) : []
    case 'email': {
      const at = text.lastIndexOf('@')
      return [text, text.slice(0, at), text.slice(at + 1)]
    }
    case 'path': {
      const [first = '', ...more] = text.split(/[/\\]/)
      // "List reports" gives `reports/a.txt`: where a search began, it only looked.
      return first === '' || first === '.' ? more.slice(first === '.' ? 1 : 0) : more
    }
    case 'account':
    case 'phone':
    case 'number':
      return [text]
    case 'date':
    case 'text':
      return []
  }
}

function urlParts({ href, origin, hostname, pathname, searchParams, hash }: URL): readonly string[] {
  const query = [...searchParams].flat()
  return [href, origin, hostname, ...pathname.split('/').map(decoded), ...query, decoded(hash.slice(1))]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a tool may make of an argument in one step: percent-decoded, base64-decoded. */
export function decodingsOf(value: string): readonly string[] {
  if (value.length > MAX_DECODED) return []
  const found: string[] = []
  if (value.includes('%')) found.push(decoded(value))
  if (BASE64.test(value)) {
    const bytes = Buffer.from(value, 'base64')
    const text = bytes.toString('utf8')
    // Any word of letters is base64 of something; only a text that can be read is meant.
    if (READABLE.test(text) && !text.includes('\ufffd')) found.push(text)
  }
  return found.filter((each) => each !== value)
}

const MAX_DECODED = 4_096
const BASE64 = /^[A-Za-z\d+/_-]{4,}={0,2}$/
const READABLE = /^[\p{L}\p{N}\p{P}\p{S}\p{M} ]{3,}$/u
