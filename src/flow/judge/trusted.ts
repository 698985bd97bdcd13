// What the operator vouches for, once for all: domains, directories, values. `createGate({ trusted })`. An end or a
// beginning of a text says nothing: each form is read whole, and what is not exactly of it is not trusted.

import { isIP } from 'node:net'
import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'
import { HIDDEN } from '../../text/characters.js'
import { hasUnseenPart, hasUserInfo } from '../../text/url.js'
import type { Role } from '../../tool/flow/roles.js'
import { type Canonical, canonicalHost, canonicalOf } from '../words/canonical.js'

/** What {@link compileTrusted} takes. */
export interface TrustedOptions {
  /**
   * Vouch for URLs, single e-mail addresses and host names of theirs, and of the domains below, at any port:
   * `acme.example`. A query counts on https.
   */
  readonly domains?: readonly string[]
  /** Vouch for the paths below: `/srv/reports`, `C:\data`. Never for what begins with a dot, or `node_modules`. */
  readonly roots?: readonly string[]
  /** Vouch for themselves, letter for letter; they alone for commands and credentials. */
  readonly values?: readonly (string | number)[]
}

/** What is trusted, compiled. */
export interface Trusted {
  /**
   * Whether the operator accounts for a value in a role.
   *
   * @param seen Whether a URL was seen whole, asked where a part of it could carry something.
   */
  accounts(value: TrustedValue, role: Role, seen: () => boolean): boolean
  /** Whether it is one of the values. */
  names(value: string | number | boolean): boolean
}

/** A value with its canonical form. */
interface TrustedValue {
  readonly value: string | number | boolean
  readonly form: Canonical
}

/** @throws DefinitionError that names the entry and the mend. */
export function compileTrusted(options: TrustedOptions = {}): Trusted {
  const { domains, roots, values } = parseOptions(schema, options, 'trusted')
  const hosts = domains.map(domainOf)
  const below = roots.map(rootOf)
  const own = new Set(values.map(String))
  const names = (value: string | number | boolean) => own.has(String(value))
  return {
    names,
    accounts({ value, form }, role, seen) {
      if (names(value)) return true
      // A domain or a directory says where; it says nothing of what is run or who one is.
      if (role === 'command' || role === 'credential' || !form.exact) return false
      if (form.kind === 'path') return below.some((root) => liesUnder(form.text, root))
      const host = hostOf(form, seen)
      return host !== undefined && isUnder(host, hosts)
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
  const host = /[\s/@:?#*%]/.test(domain) ? '' : canonicalHost(domain)
  if (isHost(host)) return host
  throw new DefinitionError(
    `trusted.domains: ${JSON.stringify(domain)} is not a domain; write it bare, such as 'acme.example'. What is below it counts too.`,
  )
}

/** The host that a value leads to; undefined when it is neither a URL nor one address nor a host name. */
function hostOf({ kind, text, url }: Canonical, seen: () => boolean): string | undefined {
  if (kind === 'email') return MAILBOX.exec(text)?.[1]
  if (url) {
    if (!/^(https?|wss?):$/.test(url.protocol) || hasUserInfo(url)) return undefined
    const rest = new URL(url)
    if (url.protocol === 'https:') rest.search = ''
    return !hasUnseenPart(rest) || seen() ? url.hostname : undefined
  }
  const host = kind === 'text' ? text.toLowerCase().replace(/:\d{1,5}$/, '') : ''
  return isHost(host) ? host : undefined
}

function isHost(text: string): boolean {
  return HOST.test(text) || isIP(text) === 4
}

/** `localhost`, or labels of letters, digits and inner hyphens (RFC 1123), the last one no number. */
const HOST =
  /^(?=.{1,253}$)(?:localhost|(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)$/i
// `bob%evil.example@` and `evil.example!bob@` are routes to elsewhere, and a program takes `-o...@` for an option.
const MAILBOX = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._+=~#'-]*@([^@]+)$/u

function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

interface Root {
  readonly segments: readonly string[]
  readonly isWindows: boolean
}

function rootOf(root: string): Root {
  const { kind, text, exact } = canonicalOf(root)
  const isWindows = /^[a-z]:[/\\]/i.test(text)
  if (kind === 'path' && exact && (isWindows || /^\.?\//.test(text))) {
    const segments = segmentsOf(text, isWindows)
    if (segments.at(-1) === '') segments.pop()
    if (!segments.includes('..')) return { segments, isWindows }
  }
  throw new DefinitionError(
    `trusted.roots: ${JSON.stringify(root)} is not a directory; write a whole path such as '/srv/reports', without '~' and '..'.`,
  )
}

function liesUnder(path: string, { segments: root, isWindows }: Root): boolean {
  const segments = segmentsOf(path, isWindows)
  if (!root.every((segment, at) => segments[at] === segment)) return false
  const below = segments.slice(root.length)
  if (below.at(-1) === '') below.pop()
  const rest = below.join('/')
  if (SAYS_MORE.test(rest) || (isWindows ? rest.includes(':') : rest.includes('\\'))) return false
  // What begins with a dot configures shells, tools and repositories; packages are code that others run.
  return below.every((segment) => /^[^.~]/.test(segment) && segment.toLowerCase() !== 'node_modules')
}

function segmentsOf(path: string, isWindows: boolean): string[] {
  return path.split(isWindows ? /[/\\]/ : '/')
}

// What a shell, a URL or a list reader takes for more than a name: a blank before what begins another path or an
// option, and marks that no report needs in its name.
const SAYS_MORE = new RegExp(String.raw`[%,;|&<>*?\x60"'${HIDDEN}]|\$[({]|\s(?:[/\\~-]|[a-z]:)`, 'iu')
