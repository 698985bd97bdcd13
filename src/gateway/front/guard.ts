// Who may speak to the HTTP front at all: this machine's own names, no foreign page, the right token. Checked
// before a byte of the body is read.

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'

/** A refusal, as the status and the words of the answer. */
interface Refusal {
  readonly status: 401 | 403
  readonly message: string
}

/**
 * Makes the check of a request's headers. It gives a refusal, or undefined when the request may go on.
 *
 * `Host` and `Origin` are checked because a page that a user visits can reach loopback, by a name that it
 * rebinds to 127.0.0.1 (DNS rebinding) or straight away; the token, because other users of the machine can too.
 */
export function createGuard(token: string): (headers: Headers) => Refusal | undefined {
  const expected = digest(token)
  return (headers) => {
    if (!isLoopbackAuthority(headers.get('host')))
      return refuse(403, 'The Host header names another machine.')
    const origin = headers.get('origin')
    if (origin !== null && !isLoopbackOrigin(origin))
      return refuse(403, 'The Origin header names a foreign page.')
    const given = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
    // Digests have one length, so the comparison tells nothing of the token's.
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      return refuse(401, 'A bearer token is needed: Authorization: Bearer <token>.')
    }
    return undefined
  }
}

/** Why a text can't be a token, for who chose it; undefined when it can. */
export function tokenFault(token: string): string | undefined {
  if (token.length < 16) return 'the token is shorter than 16 characters. Take a longer one, or leave it out.'
  if (token.length > 512)
    return 'the token is longer than 512 characters. Take a shorter one, or leave it out.'
  // RFC 6750, section 2.1. Others don't fit a header, or the texts that are pasted into clients.
  if (/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return undefined
  return 'the token may have letters, digits and . _ ~ + / - in it, nothing else. Take another, or leave it out.'
}

/** Whether a host name or address stands for this machine alone. */
function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function refuse(status: Refusal['status'], message: string): Refusal {
  return { status, message }
}

function isLoopbackAuthority(authority: string | null): boolean {
  const parsed = authority === null ? null : URL.parse(`http://${authority}`)
  return (
    parsed !== null &&
    parsed.host === authority?.toLowerCase().replace(/:80$/, '') &&
    isLoopback(parsed.hostname)
  )
}

function isLoopbackOrigin(origin: string): boolean {
  const parsed = URL.parse(origin)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && isLoopback(parsed.hostname)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
