import { expect, test } from 'vitest'
import { HANDLE_SPACE, TOMBSTONE_MS } from '../../../src/handles/record.js'
import { lookUpKey } from '../../../src/handles/token.js'
import { handleKeys } from '../../../src/handles/vault/keys.js'
import {
  findHolding,
  type Holding,
  type HoldingQuery,
  holdings,
  revokeHolding,
  sweepHoldings,
} from '../../../src/handles/vault/operator.js'
import {
  anOrder,
  clockAt,
  codeOf,
  errorOf,
  KEY,
  lena,
  makeVault,
  Order,
  OrderEntity,
  Trip,
  viewer,
} from '../fixtures.js'

function setUp() {
  const made = makeVault({ clock: clockAt() })
  const keys = new Map(handleKeys([KEY]).map((key) => [key.id, key]))
  const parts = { store: made.store, keys, clock: made.clock, tombstoneMs: TOMBSTONE_MS }
  return { ...made, parts, list: (query: HoldingQuery = {}) => collect(holdings(query, parts)) }
}

async function collect(found: AsyncIterable<Holding>): Promise<Holding[]> {
  const all: Holding[] = []
  for await (const one of found) all.push(one)
  return all
}

test('handles of all scopes are found, however many there are', async () => {
  const { seal, list, parts } = setUp()
  const tokens: string[] = []
  for (let i = 0; i < 30; i++) {
    const who = viewer({ user: `u-${i}` })
    const orders = Array.from({ length: i === 3 ? 45 : 1 }, (_, number) => new OrderEntity(number, `u-${i}`))
    tokens.push(...(await seal(Order, who, ...orders)))
  }
  expect((await list()).map(({ token }) => token).sort()).toEqual(tokens.sort())
  expect((await findHolding(tokens[7]!, parts)).token).toBe(tokens[7])
})

test('an owner is who it was sealed for', async () => {
  const { seal, list } = setUp()
  await seal(Trip, viewer({ tenant: 't,"', user: 'u]' }), { to: 'Oslo' })
  const { user: _, ...nobody } = lena
  await seal(Trip, nobody, { to: 'Rome' })
  expect((await list()).map(({ owner }) => owner)).toEqual(
    expect.arrayContaining([
      { tenant: 't,"', user: 'u]', conversation: 'c-1' },
      { tenant: 'acme', conversation: 'c-1' },
    ]),
  )
})

test('only the scopes that fit are read', async () => {
  const { seal, list, store } = setUp()
  for (const user of ['a', 'b', 'c']) await seal(Trip, viewer({ user }), { to: 'Oslo' })
  store.asked.length = 0
  expect(await list({ user: 'b' })).toHaveLength(1)
  // A jump for each scope and one that finds the end, and the page of the one.
  expect(store.asked.filter((what) => what === 'list')).toHaveLength(5)
})

test('states are what the owner would be told, those of parents included', async () => {
  const { seal, list, vault, clock, store } = setUp()
  const [kept, revoked, parent, lost] = await seal(
    Order,
    lena,
    anOrder(1),
    anOrder(2),
    anOrder(3),
    anOrder(4),
  )
  const child = await vault.attenuate(parent!, {}, lena)
  const orphan = await vault.attenuate(lost!, {}, lena)
  const [trip] = await seal(Trip, lena, { to: 'Oslo' })
  await vault.revoke(revoked!, lena)
  await vault.revoke(parent!, lena)
  const { link } = (await list()).find(({ token }) => token === lost)!
  await store.deleteMany([{ space: HANDLE_SPACE, scope: link.scope, key: lookUpKey(lost!) }])
  const states = async (query: HoldingQuery) =>
    Object.fromEntries((await list(query)).map(({ token, state }) => [token, state]))
  expect(await states({ ended: true })).toEqual({
    [kept!]: 'live',
    [revoked!]: 'revoked',
    [parent!]: 'revoked',
    [child.handle]: 'revoked',
    [orphan.handle]: 'gone',
    [trip!]: 'live',
  })
  expect(await states({})).toEqual({ [kept!]: 'live', [trip!]: 'live' })
  clock.now += 60_000
  expect((await states({ ended: true }))[kept!]).toBe('expired')
})

test('revoking ends all below, says how many were live, and drops the value', async () => {
  const { seal, vault, parts, open } = setUp()
  const [token] = await seal(Order, lena, anOrder())
  const child = await vault.attenuate(token!, {}, lena)
  const grandchild = await vault.attenuate(child.handle, {}, lena)
  const dead = await vault.attenuate(token!, {}, lena)
  await vault.revoke(dead.handle, lena)
  expect(await revokeHolding(token!, parts)).toMatchObject({ made: 2, holding: { state: 'live' } })
  for (const one of [token, child.handle, grandchild.handle])
    expect(codeOf(await open(one))).toBe('handle_revoked')
  expect((await findHolding(token!, parts)).link.stored.value).toBeUndefined()
  expect(await revokeHolding(token!, parts)).toMatchObject({ made: 0, holding: { state: 'revoked' } })
})

test('a sweep leaves what is live, in all scopes', async () => {
  const { seal, vault, parts, list, clock } = setUp()
  const [kept] = await seal(Trip, lena, { to: 'Oslo' })
  for (let i = 0; i < 50; i++) await seal(Order, viewer({ user: `u-${i % 3}` }), new OrderEntity(i, 'x'))
  const [token] = await seal(Order, lena, anOrder())
  await vault.attenuate(token!, {}, lena)
  clock.now += 60_000
  expect(await sweepHoldings(parts)).toEqual({ ended: 52, expired: 0 })
  expect((await list({ ended: true })).map(({ token }) => token)).toEqual([kept])
  clock.now += 48 * 60 * 60_000
  expect(await sweepHoldings(parts)).toEqual({ ended: 0, expired: 1 })
})

test('an unknown token and one that is none', async () => {
  const { parts } = setUp()
  const [foreign] = await makeVault().seal(Order, lena, anOrder())
  expect((await errorOf(findHolding(foreign!, parts))).code).toBe('handle_not_found')
  expect((await errorOf(findHolding(`${foreign}x`, parts))).code).toBe('handle_malformed')
})
