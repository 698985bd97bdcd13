// Which addresses are public, and which private ones the operator has opened. Anything that is not plainly
// public counts as private: a range that nobody thought of must not become a way in.

import { BlockList, isIP } from 'node:net'
import { DefinitionError } from '../base/options.js'

/** What is not for the public, out of the IANA special-purpose registry of IPv4 (RFC 6890). */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network; Linux takes 0.0.0.0 for itself
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT; 100.100.100.200 is the metadata service of Alibaba Cloud
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's host agent, in a range that looks public
  ['169.254.0.0', 16], // link-local, and the metadata service of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments; 192.0.0.192 is the metadata service of Oracle Cloud
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]

/** Holes in the public part of IPv6. 6to4 and Teredo carry an IPv4 address that nobody would look at. */
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
]

/** IPv6 forms that are judged by the IPv4 address inside: mapped, and NAT64 (RFC 6052). */
const V4_IN_V6 = ['::ffff:', '64:ff9b::']

const PRIVATE = new BlockList()
const PUBLIC_V6 = new BlockList()

for (const [net, bits] of PRIVATE_V4) {
  PRIVATE.addSubnet(net, bits, 'ipv4')
  for (const prefix of V4_IN_V6) PRIVATE.addSubnet(prefix + net, 96 + bits, 'ipv6')
}
for (const [net, bits] of PRIVATE_V6) PRIVATE.addSubnet(net, bits, 'ipv6')
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6') // all that IANA hands out for global unicast
for (const prefix of V4_IN_V6) PUBLIC_V6.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')

/** A connection was refused because it would have gone to a private address. Names it; for the log only. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  constructor(host: string, address: string) {
    super(`${host} is at ${address}, which is private and not in network.allowPrivate`)
  }
}

/**
 * Whether an IP address is anything but a public one: loopback, private, link-local, carrier-grade NAT, cloud
 * metadata, multicast, documentation, unique local, or one of these inside an IPv6 form. A text that is no
 * address counts as private, and so does an address with a zone.
 */
export function isPrivateAddress(address: string): boolean {
  if (address.includes('%')) return true
  const family = isIP(address)
  if (family === 4) return PRIVATE.check(address, 'ipv4')
  if (family === 6) return !PUBLIC_V6.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6')
  return true
}

/**
 * Whether a host, as the URL parser spells it (`url.hostname`), is private by its spelling alone: a private
 * address, or a name of this machine. Any other name says nothing until it is resolved, so this is a quick
 * answer, never the only check.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(host) || host.includes(':')) return isPrivateAddress(host)
  return host === '' || host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Reads `network.allowPrivate`: each entry opens one host and port, written `host:port`, in the spelling of the
 * URL parser.
 *
 * @throws DefinitionError that names the entry and the mend.
 */
export function openedHosts(allowPrivate: readonly string[]): ReadonlySet<string> {
  return new Set(allowPrivate.map(openedHost))
}

function openedHost(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry)?.[1]
  const url = `http://${entry}`
  if (port && /^[^\s/?#@\\*]+$/.test(entry) && URL.canParse(url))
    return `${new URL(url).hostname}:${Number(port)}`
  throw new DefinitionError(
    `network.allowPrivate: ${JSON.stringify(entry)} is not 'host:port'; write one host and its port, such as '127.0.0.1:8080' or '[::1]:8080'.`,
  )
}
