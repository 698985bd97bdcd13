// Which URLs a tool may go to without anybody having named them: its `allow` list, an origin and a path prefix
// each. A query or a fragment can carry data out, so the list never covers one.

import { DefinitionError } from '../../base/options.js'
import { hasUnseenPart, hasUserInfo } from '../../text/url.js'

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

/** Whether a path is the prefix or below it; `/v1` does not cover `/v10`. */
function entersPrefix(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
