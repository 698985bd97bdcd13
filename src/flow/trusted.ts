// What the operator vouches for, once for all: domains, directories, values. `createGate({ trusted })`.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../tool/options.js'
import { type Canonical, canonicalHost, canonicalOf } from './canonical.js'
import { entersPrefix, hasUnseenPart } from './urls.js'

/** What {@link compileTrusted} takes. */
export interface TrustedOptions {
  /** Vouch for their hosts and e-mail addresses, and for those of the domains below: `acme.example`. */
  readonly domains?: readonly string[]
  /** Vouch for the paths below: `/srv/reports`, `C:\data`. */
  readonly roots?: readonly string[]
  /** Vouch for themselves. */
  readonly values?: readonly (string | number)[]
}

/** Compiled trusted. */
export interface Trusted {
  /**
   * Whether the operator accounts for a value. A URL under a domain counts only without a query and fragment,
   * which would carry data out (ForcedLeak, 2025), unless all of it was seen.
   */
  accounts(value: Canonical, seen: () => boolean): boolean
}

/** @throws DefinitionError that names the entry and the mend. */
export function compileTrusted(options: TrustedOptions = {}): Trusted {
  const { domains, roots, values } = parseOptions(schema, options, 'trusted')
  const hosts = domains.map(domainOf)
  const below = roots.map(rootOf)
  const keys = new Set(values.map((value) => canonicalOf(value).key))
  return {
    accounts(value, seen) {
      if (keys.has(value.key)) return true
      if (value.kind === 'email') return isUnder(value.text.slice(value.text.lastIndexOf('@') + 1), hosts)
      if (value.url) {
        return (
          /^(https?|wss?):$/.test(value.url.protocol) &&
          isUnder(value.url.hostname, hosts) &&
          (!hasUnseenPart(value.url) || seen())
        )
      }
      if (value.kind === 'path') return below.some((root) => entersPrefix(value.text, root))
      return value.kind === 'text' && isUnder(value.text.toLowerCase(), hosts)
    },
  }
}

const list = z.array(z.string().min(1)).default([])
const schema = z.strictObject({
  domains: list,
  roots: list,
  values: z.array(z.union([z.string().min(1), z.number()])).default([]),
})

function domainOf(domain: string): string {
  const host = /^[^\s/@:?#*]+$/.test(domain) ? canonicalHost(domain) : ''
  if (host.includes('.') || host === 'localhost') return host
  throw new DefinitionError(
    `trusted.domains: ${JSON.stringify(domain)} is not a domain; write it bare, such as 'acme.example'. What is below it counts too.`,
  )
}

function rootOf(root: string): string {
  const { text } = canonicalOf(root)
  if (/^(\/|~|\.{0,2}\/|[a-z]:\\)/i.test(text) && !text.includes('..'))
    return text.replace(/[/\\]+$/, '') || '/'
  throw new DefinitionError(
    `trusted.roots: ${JSON.stringify(root)} is not a directory; write a path such as '/srv/reports', without '..'.`,
  )
}

function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
