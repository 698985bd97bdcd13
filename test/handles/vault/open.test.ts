import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { HandleNotFoundError, InvalidHandleError } from '../../../src/handles/errors.js'
import { kind } from '../../../src/handles/kinds/kind.js'
import { mintToken } from '../../../src/handles/token.js'
import { handleKeys } from '../../../src/handles/vault/keys.js'
import { Vault } from '../../../src/handles/vault/vault.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { sqliteStore } from '../../../src/stores/sqlite.js'
import type { RecordStore } from '../../../src/stores/store.js'
import {
  anOrder,
  clockAt,
  codeOf,
  KEY,
  lena,
  makeVault,
  Order,
  OrderEntity,
  opened,
  Trip,
  viewer,
} from '../fixtures.js'

const unknown = mintToken('order', handleKeys([KEY])[0]!, 'never-was')

describe('opening', () => {
  test('gives the value back, and a new object each time', async () => {
    const { seal, open } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    const [one, two] = [opened(await open(token)), opened(await open(token))]
    expect(one.value).toEqual(anOrder())
    expect(one.value).not.toBe(two.value)
    expect(one).toMatchObject({ kind: Order, pointer: '/order', origin: { token, rev: 1, name: 'Order 7' } })
  })

  test('a value acts like the original, its pending intent included', async () => {
    const { seal, open } = makeVault()
    const order = anOrder()
    order.addNote('call back')
    const [token] = await seal(Order, lena, order)
    const again = opened(await open(token)).value as OrderEntity
    again.addNote('and again')
    expect(again.notes).toEqual(['call back', 'and again'])
    expect(order.notes).toEqual(['call back'])
  })

  test('fifty tokens take one look-up, and answers come in order', async () => {
    const { vault, seal, store } = makeVault()
    const tokens = await seal(Order, lena, ...Array.from({ length: 50 }, (_, i) => anOrder(i)))
    store.asked.length = 0
    const requests = tokens.map((value, i) => ({
      value,
      kinds: ['order'],
      action: 'use' as const,
      pointer: `/orders/${i}`,
    }))
    const answers = await vault.openMany(requests, { viewer: lena, tool: 't' })
    expect(store.asked).toEqual(['getMany'])
    expect(answers.map((answer) => (opened(answer).value as OrderEntity).number)).toEqual(
      tokens.map((_, i) => i),
    )
  })

  test('one token at two places is one entity', async () => {
    const { vault, seal } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    const at = (pointer: string) => ({ value: token, kinds: ['order'], action: 'use' as const, pointer })
    const [one, two] = await vault.openMany([at('/from'), at('/to')], { viewer: lena, tool: 't' })
    expect(opened(one!).value).toBe(opened(two!).value)
  })

  test('one bad item of a list is named by its place, the others are good', async () => {
    const { vault, seal } = makeVault()
    const [a, b] = await seal(Order, lena, anOrder(1), anOrder(2))
    const requests = [a, unknown, b].map((value, i) => ({
      value,
      kinds: ['order'],
      action: 'use' as const,
      pointer: `/orders/${i}`,
    }))
    const answers = await vault.openMany(requests, { viewer: lena, tool: 't' })
    expect(answers.map(codeOf)).toEqual(['opened', 'handle_not_found', 'opened'])
    expect(answers[1]).toMatchObject({ pointer: '/orders/1' })
  })
})

describe("a token that is not the viewer's", () => {
  test.each<[what: string, who: Parameters<typeof viewer>[0]]>([
    ['of another user', { user: 'u-18' }],
    ['of another tenant', { tenant: 'other' }],
    ['of another conversation', { conversation: 'c-2' }],
    ['of a user whose name holds the separators', { user: 'u-17","c-1' }],
  ])('%s is answered like one that never was: same text, same look-ups', async (_what, who) => {
    const { seal, open, store } = makeVault({ givers: (name) => (name === 'order' ? ['search_orders'] : []) })
    const [token] = await seal(Order, viewer(who), new OrderEntity(7, who?.user ?? 'u-17'))
    store.asked.length = 0
    const foreign = await open(token)
    const foreignAsked = store.asked.splice(0)
    const missing = await open(unknown)
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({
      code: 'handle_not_found',
      message: 'There is no such handle. Get one from search_orders.',
      pointer: '/order',
    })
    expect(foreign).toBeInstanceOf(HandleNotFoundError)
    expect(foreignAsked).toEqual(['getMany'])
    expect(store.asked).toEqual(['getMany'])
  })

  test("of an anonymous viewer is not a user's", async () => {
    const { seal, open } = makeVault()
    const { user: _, ...nobody } = viewer()
    const [token] = await seal(Trip, nobody, { to: 'NRT' })
    expect(codeOf(await open(token, lena, { kinds: ['trip'] }))).toBe('handle_not_found')
    expect(codeOf(await open(token, nobody, { kinds: ['trip'] }))).toBe('opened')
  })

  test('of a kind that nobody declared is a miss with one look-up too', async () => {
    const { open, store } = makeVault()
    expect(codeOf(await open(mintToken('nobody', handleKeys([KEY])[0]!, 'x')))).toBe('handle_not_found')
    expect(store.asked).toEqual(['getMany'])
  })
})

describe("what is wrong with one's own handle is named", () => {
  test('expired: from the very millisecond on', async () => {
    const { seal, open, clock } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    clock.now += 59_999
    expect(codeOf(await open(token))).toBe('opened')
    clock.now += 1
    expect(await open(token)).toMatchObject({ code: 'handle_expired', name: 'HandleNotFoundError' })
  })

  test('expired is named as such until its record is gone', async () => {
    const { seal, open, clock, store } = makeVault({ tombstoneMs: 1_000 })
    const [token] = await seal(Order, lena, anOrder())
    clock.now += 60_999
    expect(await store.sweep()).toBe(0)
    expect(codeOf(await open(token))).toBe('handle_expired')
    clock.now += 1
    expect(await store.sweep()).toBe(1)
    expect(codeOf(await open(token))).toBe('handle_not_found')
  })

  test('revoked', async () => {
    const { vault, seal, open } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    await vault.revoke(token!, lena)
    expect(codeOf(await open(token))).toBe('handle_revoked')
  })

  test('of another kind: what came and what is wanted', async () => {
    const { seal, open } = makeVault()
    const [trip] = await seal(Trip, lena, { to: 'NRT' })
    expect(await open(trip)).toMatchObject({
      code: 'handle_wrong_kind',
      message: 'This is a handle of kind trip; want one of kind order.',
      name: 'InvalidHandleError',
    })
    expect(codeOf(await open(trip, lena, { kinds: ['order', 'trip'] }))).toBe('opened')
  })

  test('gone: the entity was deleted in between', async () => {
    const rows = new Map([[1, 'first']])
    const Row = kind('row', {
      encode: (row: { id: number }) => row.id,
      decode: async (id) => (rows.has(id) ? { id } : undefined),
    })
    const { vault, open } = makeVault({ kinds: [Row] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Row, { id: 1 })
    await vault.commit(sealing)
    expect(codeOf(await open(handle, lena, { kinds: ['row'] }))).toBe('opened')
    rows.clear()
    expect(codeOf(await open(handle, lena, { kinds: ['row'] }))).toBe('handle_gone')
  })

  test('not permitted: the right was lost between mint and use', async () => {
    const { seal, open } = makeVault()
    const order = anOrder()
    const [token] = await seal(Order, lena, order)
    const [theirs] = await seal(Order, lena, new OrderEntity(8, 'u-99'))
    expect(codeOf(await open(token))).toBe('opened')
    expect(await open(theirs)).toMatchObject({
      code: 'handle_not_permitted',
      message: 'You may not use this order.',
    })
  })

  test('authorize is asked on each use, with the action and the current value', async () => {
    const asked: unknown[] = []
    const Doc = kind('doc', {
      schema: z.object({ id: z.number() }),
      authorize: (doc, action, { user }) => {
        asked.push([doc.id, action, user])
        return action !== 'write'
      },
    })
    const { vault, open } = makeVault({ kinds: [Doc] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Doc, { id: 4 })
    await vault.commit(sealing)
    const codes = []
    for (const action of ['use', 'read', 'write'] as const)
      codes.push(codeOf(await open(handle, lena, { kinds: ['doc'], action })))
    expect(codes).toEqual(['opened', 'opened', 'handle_not_permitted'])
    expect(asked).toEqual([
      [4, 'use', 'u-17'],
      [4, 'read', 'u-17'],
      [4, 'write', 'u-17'],
    ])
  })

  test('a kind for use only is not read', async () => {
    const Secret = kind('secret', { schema: z.string(), rights: ['use'] })
    const { vault, open } = makeVault({ kinds: [Secret] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Secret, 'hunter2')
    await vault.commit(sealing)
    expect(codeOf(await open(handle, lena, { kinds: ['secret'], action: 'use' }))).toBe('opened')
    expect(await open(handle, lena, { kinds: ['secret'], action: 'read' })).toMatchObject({
      code: 'handle_not_permitted',
      message: 'This handle may be used for use, not for read.',
    })
  })
})

describe('what is no token at all', () => {
  test.each<[what: string, value: unknown]>([
    ['a number', 5],
    ['null', null],
    ['an object', { handle: unknown }],
    ['a list', [unknown]],
  ])('%s is no handle, without a look-up', async (_what, value) => {
    const { open, store } = makeVault()
    expect(await open(value)).toMatchObject({
      code: 'handle_malformed',
      message: expect.stringMatching(/want a handle of kind order; got/),
    })
    expect(store.asked).toEqual([])
  })

  test.each<[what: string, change: (token: string) => string]>([
    ['truncated', (token) => token.slice(0, -1)],
    ['upper-cased', (token) => token.toUpperCase()],
    ['quoted', (token) => `"${token}"`],
    ['with a dot', (token) => `${token}.`],
  ])('%s is malformed, with what was meant, without a look-up', async (_what, change) => {
    const { vault, seal, store } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    store.asked.length = 0
    const request = { value: change(token!), kinds: ['order'], action: 'use' as const, pointer: '/order' }
    const [answer] = await vault.openMany([request], { viewer: lena, tool: 't', shown: [token!] })
    expect(answer).toMatchObject({
      code: 'handle_malformed',
      message: expect.stringContaining(`Did you mean ${token}?`),
    })
    expect(answer).toBeInstanceOf(InvalidHandleError)
    expect(store.asked).toEqual([])
  })

  test('invented without anything near: nothing is suggested', async () => {
    const { open } = makeVault()
    expect(await open('the latest order')).toMatchObject({
      code: 'handle_malformed',
      message: 'This is no handle of kind order. Copy it exactly as it was shown.',
    })
  })
})

describe('named kinds', () => {
  const Profile = kind('profile', {
    by: 'name',
    load: async (name) => (name === 'fast' ? { name, workers: 8 } : undefined),
    authorize: (_profile, _action, { user }) => user === 'u-17',
  })
  const open = (value: unknown, who = lena) =>
    makeVault({ kinds: [Profile] }).open(value, who, { kinds: ['profile'] })

  test('open by name, without a look-up in the store', async () => {
    expect(opened(await open('fast')).value).toEqual({ name: 'fast', workers: 8 })
  })

  test.each<[what: string, value: unknown, code: string, words: RegExp]>([
    ['an unknown name', 'slow', 'handle_unknown_name', /no profile of the name "slow"/],
    ['a name of the prototype', '__proto__', 'handle_unknown_name', /__proto__/],
    ['an endless name', 'x'.repeat(10_000), 'handle_unknown_name', /…/],
    ['no name', 5, 'handle_malformed', /want a name of kind profile; got 5/],
  ])('%s has an error of its own', async (_what, value, code, words) => {
    expect(await open(value)).toMatchObject({ code, message: expect.stringMatching(words) })
  })

  test('ask authorize too', async () => {
    expect(codeOf(await open('fast', viewer({ user: 'u-18' })))).toBe('handle_not_permitted')
  })
})

describe('faults of the system', () => {
  test.each(['getMany', 'putMany', 'stats'] as const)(
    'a store that is down at %s is unavailable, never not found',
    async (method) => {
      const inner = memoryStore()
      const down = new Proxy(inner, {
        get: (target, name) =>
          name === method
            ? () => Promise.reject(new Error('ECONNREFUSED 10.0.0.3'))
            : Reflect.get(target, name).bind?.(target),
      }) as RecordStore
      const { vault, seal } = makeVault({ store: down })
      const trying =
        method === 'getMany'
          ? vault.openMany([{ value: unknown, kinds: ['order'], action: 'use', pointer: '/o' }], {
              viewer: lena,
              tool: 't',
            })
          : seal(Order, lena, anOrder())
      await expect(trying).rejects.toMatchObject({
        code: 'handle_store_unavailable',
        retryable: true,
        isFault: true,
        message: expect.not.stringContaining('ECONNREFUSED'),
      })
    },
  )

  test('a codec that throws tells its cause to the log only', async () => {
    const Bad = kind('bad', {
      encode: () => 1,
      decode: () => {
        throw new Error('at /srv/app/secret.ts')
      },
    })
    const { vault, open } = makeVault({ kinds: [Bad] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Bad, {})
    await vault.commit(sealing)
    const answer = await open(handle, lena, { kinds: ['bad'] })
    expect(answer).toMatchObject({ code: 'handle_codec_failed', cause: { message: 'at /srv/app/secret.ts' } })
    expect((answer as Error).message).not.toContain('/srv')
  })

  test('a record that somebody damaged is a fault', async () => {
    const { seal, open, store } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    const [record] = await store.list({ space: 'handle' })
    for (const value of ['no json', '5', '{}', '{"kind":"order"}']) {
      await store.putMany([{ ...record!, value }])
      await expect(open(token)).rejects.toMatchObject({ code: 'handle_codec_failed' })
    }
  })

  test('a position of a kind that the vault does not know is a fault of the gate', async () => {
    await expect(makeVault().open(unknown, lena, { kinds: ['nope'] })).rejects.toThrow(
      /no kind 'nope' is registered/,
    )
  })
})

describe('over time', () => {
  const request = (value: string) => [{ value, kinds: ['order'], action: 'use' as const, pointer: '/o' }]
  const context = { viewer: lena, tool: 't' }

  test('handles survive a restart and a second process', async () => {
    const store = memoryStore()
    const first = new Vault({ store, kinds: [Order], keys: [KEY] })
    const sealing = first.sealing(lena)
    const { handle } = sealing.seal(Order, anOrder())
    await first.commit(sealing)
    const second = new Vault({ store, kinds: [Order], keys: [KEY] })
    const [answer] = await second.openMany(request(handle), context)
    expect(opened(answer!).value).toEqual(anOrder())
    expect(await second.list(lena)).toMatchObject([{ handle }])
  })

  test('handles in a file are there after it was closed and opened again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-vault-'))
    const path = join(folder, 'state.db')
    const before = sqliteStore({ path })
    const first = new Vault({ store: before, kinds: [Order], keys: [KEY] })
    const sealing = first.sealing(lena)
    const { handle } = sealing.seal(Order, anOrder())
    await first.commit(sealing)
    const child = await first.attenuate(handle, { uses: 1 }, lena)
    await before.close()
    const store = sqliteStore({ path })
    const second = new Vault({ store, kinds: [Order], keys: [KEY] })
    const [answer] = await second.openMany(request(child.handle), context)
    await second.consume([opened(answer!)])
    expect((await second.openMany(request(child.handle), context)).map(codeOf)).toEqual(['handle_used'])
    expect((await second.openMany(request(handle), context)).map(codeOf)).toEqual(['opened'])
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('keys rotate: old tokens open while their key is kept, and end with it', async () => {
    const store = memoryStore()
    const newKey = 'n'.repeat(32)
    const vaultWith = (...keys: string[]) => new Vault({ store, kinds: [Order], keys })
    const sealing = vaultWith(KEY).sealing(lena)
    const { handle } = sealing.seal(Order, anOrder())
    await vaultWith(KEY).commit(sealing)

    const rotating = vaultWith(newKey, KEY)
    expect((await rotating.openMany(request(handle), context)).map(codeOf)).toEqual(['opened'])
    expect(await rotating.list(lena)).toMatchObject([{ handle }])
    const later = rotating.sealing(lena)
    const fresh = later.seal(Order, anOrder(8)).handle
    await rotating.commit(later)

    const rotated = vaultWith(newKey)
    expect((await rotated.openMany(request(fresh), context)).map(codeOf)).toEqual(['opened'])
    expect((await rotated.openMany(request(handle), context)).map(codeOf)).toEqual(['handle_not_found'])
    expect((await rotated.list(lena)).map((card) => card.handle)).toEqual([fresh])
  })

  test('a newer codec reads older rows, an older one refuses newer rows', async () => {
    const clock = clockAt()
    const store = memoryStore({ clock })
    const V1 = kind('note', { encode: (note: { text: string }) => note.text, decode: (text) => ({ text }) })
    const V2 = kind('note', {
      version: 2,
      encode: (note: { text: string }): unknown => ({ text: note.text }),
      decode: (row, { version }) => (version === 1 ? { text: row as string } : (row as { text: string })),
    })
    const vaultOf = (one: typeof V1) => new Vault({ store, kinds: [one], keys: [KEY], clock })
    const tokens: string[] = []
    for (const [one, text] of [
      [V1, 'old'],
      [V2, 'new'],
    ] as const) {
      const vault = vaultOf(one)
      const sealing = vault.sealing(lena)
      tokens.push(sealing.seal(one, { text }).handle)
      await vault.commit(sealing)
    }
    const openAll = async (one: typeof V1) =>
      vaultOf(one).openMany(
        tokens.map((value) => ({ value, kinds: ['note'], action: 'use', pointer: '/n' })),
        context,
      )
    expect((await openAll(V2)).map((answer) => opened(answer).value)).toEqual([
      { text: 'old' },
      { text: 'new' },
    ])
    expect((await openAll(V1)).map(codeOf)).toEqual(['opened', 'handle_codec_failed'])
  })
})
