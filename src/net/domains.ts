// Whose domain a host belongs to, by the list of public suffixes (as it stands in the package: nothing is fetched).

import { tldts } from '../base/late.js'

/** The domain that somebody registered: all names below it are theirs. Of an IP address and of `localhost`, itself. */
export function registrableDomain(host: string): string {
  return tldts().getDomain(host) ?? host
}

/** The same, but that those who have a name of a host for many (`lena.github.io`) are by themselves. */
export function siteOf(host: string): string {
  return tldts().getDomain(host, { allowPrivateDomains: true }) ?? host
}
