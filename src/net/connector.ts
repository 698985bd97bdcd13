// Opens the connections of the default fetch. The address is checked where the socket connects, not where the
// URL is read: a name that resolved to a public address a moment ago may not do so now (DNS rebinding).

import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { undici } from '../base/late.js'
import { isPrivateAddress, isPrivateHost, PrivateAddressError } from './addresses.js'

/** Resolves a name to all of its addresses, as `dns.lookup` does with `all: true`. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

/**
 * A fetch that connects to public addresses, and to the `host:port` pairs that are opened. No proxy, no cookie
 * jar, no cache; nothing is shared with the global fetch.
 */
export function guardedFetch(opened: ReadonlySet<string>, lookup: Lookup = systemLookup): typeof fetch {
  const http = undici()
  const connectAnywhere = http.buildConnector({
    lookup: resolving(lookup, () => true),
  } as buildConnector.BuildOptions)
  const connectPublic = http.buildConnector({
    lookup: resolving(lookup, (address) => !isPrivateAddress(address)),
  } as buildConnector.BuildOptions)
  const agent = new http.Agent({
    connect(options, callback) {
      const { hostname, protocol } = options
      const port = options.port || (protocol === 'https:' ? '443' : '80')
      if (opened.has(`${bracketed(hostname)}:${port}`)) return connectAnywhere(options, callback)
      // The lookup is never asked about a host that is an address already.
      if (isPrivateHost(hostname)) return callback(new PrivateAddressError(hostname, hostname), null)
      return connectPublic(options, callback)
    },
  })
  // The package's types and the global ones describe the same standard, and differ in name only.
  return ((input: string, init: object) =>
    http.fetch(input, { ...init, dispatcher: agent })) as unknown as typeof fetch
}

/** One private address among the answers refuses the name: who mixes them is up to something. */
function resolving(lookup: Lookup, allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !allowed(address))
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first) callback(new Error(`${hostname} has no address`), [])
      else if (refused) callback(new PrivateAddressError(hostname, refused.address), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function bracketed(hostname: string): string {
  return hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
}
