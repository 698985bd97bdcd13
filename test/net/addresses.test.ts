import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DefinitionError } from '../../src/base/options.js'
import { isPrivateAddress, isPrivateHost, openedHosts } from '../../src/net/addresses.js'

describe('an address that is not public is private', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this network, not zero', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback, far end', '127.255.255.254'],
    ['private class A', '10.0.0.1'],
    ['private class B, first', '172.16.0.0'],
    ['private class B, last', '172.31.255.255'],
    ['private class C', '192.168.1.1'],
    ['link-local', '169.254.1.1'],
    ['metadata of AWS, Azure, Google', '169.254.169.254'],
    ['metadata of AWS containers', '169.254.170.2'],
    ['metadata of Alibaba, in carrier-grade NAT', '100.100.100.200'],
    ['carrier-grade NAT, first', '100.64.0.0'],
    ['carrier-grade NAT, last', '100.127.255.255'],
    ['metadata of Oracle', '192.0.0.192'],
    ['host agent of Azure', '168.63.129.16'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['unique local', 'fd00::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback, in hex', '::ffff:7f00:1'],
    ['mapped metadata', '::ffff:a9fe:a9fe'],
    ['mapped, long form', '0:0:0:0:0:ffff:10.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated (SIIT) loopback', '::ffff:0:127.0.0.1'],
    ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of this network', '64:ff9b:1::8.8.8.8'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['documentation', '2001:db8::1'],
    ['documentation, newer', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['no address', 'example.com'],
    ['no address', ''],
    ['no address that URL would take', '0x7f.1'],
  ])('%s: %s', (_, address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '168.63.129.15',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  test('an address inside IPv6 is judged as it is outside', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const verdict = isPrivateAddress(address)
        expect(isPrivateAddress(`::ffff:${address}`)).toBe(verdict)
        expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(verdict)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a host is private by its spelling, as the URL parser reads it', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://0/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://127.0.0.1./',
    'http://2852039166/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[0:0:0:0:0:ffff:7f00:0001]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'http://ⓛocalhost/',
    'http://app.localhost/',
    'http://user:pass@127.0.0.1/',
    'http://8.8.8.8@127.0.0.1/',
  ])('%s', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(true)
  })

  test.each([
    'https://example.com/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
    'https://8.8.8.8/',
    'https://134744072/',
    'https://[2606:4700:4700::1111]/',
    'https://127.0.0.1.example.com/',
  ])('%s is not', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false)
  })
})

describe('network.allowPrivate', () => {
  test.each([
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    ['localhost:80', 'localhost:80'],
    ['LOCALHOST:0443', 'localhost:443'],
    ['[::1]:8080', '[::1]:8080'],
    ['[0:0:0:0:0:0:0:1]:8080', '[::1]:8080'],
    ['0x7f.1:3000', '127.0.0.1:3000'],
    ['db.internal:5432', 'db.internal:5432'],
  ])('%s opens %s', (entry, opened) => {
    expect([...openedHosts([entry])]).toEqual([opened])
  })

  test.each([
    '127.0.0.1',
    'localhost',
    '::1',
    '*.internal:80',
    'http://localhost:80',
    'localhost:80/path',
    'user@localhost:80',
    'localhost:80?x:80',
    'localhost:99999',
    'a b:80',
    ':80',
    '',
  ])('%j is refused, and named', (entry) => {
    expect(() => openedHosts([entry])).toThrow(DefinitionError)
    expect(() => openedHosts([entry])).toThrow(JSON.stringify(entry))
  })
})
