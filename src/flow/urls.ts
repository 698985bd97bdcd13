// Which URLs a tool may go to without anybody having named them: its `allow` list, an origin and a path prefix
// each. A query or a fragment can carry data out, so the list never covers one.

import { DefinitionError } from '../tool/options.js'
import { hasUserInfo } from './canonical.js'

/** One entry of an `allow` list. */
export interface AllowedUrl {
  readonly origin: string
  readonly path: string
}

/** @throws DefinitionError that names the entry and the mend. */
export function compileAllow(allow: readonly string[], what: string): readonly AllowedUrl[] {
  return allow.map((entry) => {
    const url = URL.parse(entry)
    if (!url || !/^https?:$/.test(url.protocol) || hasUserInfo(url) || hasUnseenPart(url)) {
      throw new DefinitionError(
        `${what}: allow ${JSON.stringify(entry)} is not an origin with a path prefix; write it such as 'https://api.acme.example/v1'.`,
      )
    }
    return { origin: url.origin, path: url.pathname.replace(/\/$/, '') }
  })
}

/** Whether a URL is on the list; what would have to be seen whole is not. */
export function isAllowed(url: URL, allow: readonly AllowedUrl[]): boolean {
  return (
    !hasUnseenPart(url) &&
    allow.some(({ origin, path }) => url.origin === origin && entersPrefix(url.pathname, path))
  )
}

/** Whether a URL says more than where: a query, a fragment, or a path that a server may read as another one. */
export function hasUnseenPart(url: URL): boolean {
  return url.href.includes('?') || url.href.includes('#') || /%2f|%5c|%2e|%25|;/i.test(url.pathname)
}

/** Whether a path is the prefix or below it; `/v1` does not cover `/v10`. */
function entersPrefix(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
