// Whom a target names, read whole. What has the mark of an address is one address, or a list that is taken apart;
// what can be read as neither names nobody that a judge could look up, so nothing accounts for it.

import { canonicalOf } from './canonical.js'

/** Beyond this a list is not read. */
const MAX_PARTS = 50
const MAX_LENGTH = 4096

/**
 * The values that a target stands for, each to be judged by itself. One that has no mark of an address (a channel, a
 * person, a title) is itself. Undefined: it has one, and no grammar reads it whole.
 */
export function readTarget(raw: string): readonly string[] | undefined {
  if (!hasMark(raw) && !raw.includes(';')) return [raw]
  if (raw.length > MAX_LENGTH) return undefined
  if (isOneUrl(raw) || ROOTED_PATH.test(raw)) return [raw]
  const parts = raw.split(/\r\n|[,;\n\r]/)
  if (parts.length > MAX_PARTS) return undefined
  const read: string[] = []
  for (const part of parts) {
    const value = readPart(part.replace(/^ +| +$/g, ''))
    if (value === undefined) return undefined
    read.push(value)
  }
  return read
}

function hasMark(text: string): boolean {
  return MARK.test(text)
}

const MARK = /@|:\/\/|\b(?:mailto|tel|sms):|<[^>]*>/i

/** A comma or a semicolon belongs to a URL, unless what comes after it is an address again. */
function isOneUrl(raw: string): boolean {
  return canonicalOf(raw).kind === 'url' && !raw.split(/[,;]/).slice(1).some(hasMark)
}

/** A file's name may have any mark; that it is a path is plain from its beginning. */
const ROOTED_PATH = /^(?:\.{0,2}\/|~\/|[a-z]:[/\\])/i

function readPart(part: string): string | undefined {
  if (part === '') return undefined
  if (!hasMark(part)) return part
  const [, scheme = '', rest = ''] = /^(mailto|tel|sms):(.*)$/i.exec(part) ?? []
  // A query of mailto: has recipients of its own, and escapes hide more.
  if (scheme !== '') {
    const kind = scheme.toLowerCase() === 'mailto' ? 'email' : 'phone'
    return !/[%?]/.test(rest) && canonicalOf(rest).kind === kind ? rest : undefined
  }
  const [, inBrackets] = WITH_NAME.exec(part) ?? []
  if (inBrackets !== undefined) return canonicalOf(inBrackets).kind === 'email' ? inBrackets : undefined
  const { kind } = canonicalOf(part)
  if (kind === 'email') return part
  return isOneUrl(part) || ROOTED_PATH.test(part) || ONE_NAME.some((form) => form.test(part))
    ? part
    : undefined
}

/** `Lena Berg <lena@acme.example>`; a name that looks like an address is none. */
const WITH_NAME = /^(?:[^"<>@:\\]*|"[^"<>@:\\]*") *<([^<>\s]+)>$/

const ONE_NAME = [
  /^@[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, // a handle: @lena
  /^@[\w.-]+@[\w-]+(?:\.[\w-]+)+$/, // one of another server: @lena@social.example
  /^(?:@[\w.-]+\/)?[\w.-]+@[\^~]?[\w.+-]+$/, // a package and its version: @acme/ui@1.2.0
  /^@[\w.-]+\/[\w.-]+$/, // a package: @acme/ui
  /^[\w.-]+@[\w-]+(?:\.[\w-]+)*:[\w./~-]+$/, // a repository: git@code.example:acme/app.git
]
