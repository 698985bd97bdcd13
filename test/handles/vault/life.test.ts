import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/stores/memory.js'
import type { RecordStore } from '../../../src/stores/store.js'
import {
  anOrder,
  clockAt,
  codeOf,
  errorOf,
  lena,
  makeVault,
  Order,
  opened,
  setUp,
  Trip,
  viewer,
} from '../fixtures.js'

describe('renewing', () => {
  test("gives the kind's full life again", async () => {
    const { vault, open, token, clock } = await setUp()
    clock.now += 50_000
    expect((await vault.renew(token, lena)).expiresAt).toBe(new Date(clock.now + 60_000).toISOString())
    clock.now += 59_999
    expect(codeOf(await open(token))).toBe('opened')
    clock.now += 1
    expect(codeOf(await open(token))).toBe('handle_expired')
  })

  test('of one that is revoked at that moment does not succeed', async () => {
    const { vault, token } = await setUp()
    const [renewed] = await Promise.allSettled([vault.renew(token, lena), vault.revoke(token, lena)])
    expect(await errorOf(vault.renew(token, lena))).toMatchObject({ code: 'handle_revoked' })
    expect(renewed.status === 'fulfilled' || renewed.reason.code === 'handle_revoked').toBe(true)
    expect(await vault.list(lena)).toEqual([])
  })

  test('does not bring an expired one back, nor prolong a narrower one', async () => {
    const { vault, token, clock } = await setUp()
    const { handle } = await vault.attenuate(token, { expiresAt: clock.now + 10 }, lena)
    expect(await errorOf(vault.renew(handle, lena))).toMatchObject({ code: 'handle_not_permitted' })
    clock.now += 60_000
    expect(await errorOf(vault.renew(token, lena))).toMatchObject({ code: 'handle_expired' })
  })
})

describe('revoking and releasing', () => {
  test('revoking drops the value and may be repeated', async () => {
    const { vault, store, token } = await setUp()
    await vault.revoke(token, lena)
    await vault.revoke(token, lena)
    const [record] = await store.list({ space: 'handle' })
    expect(record!.value).not.toContain('u-17')
  })

  test('a released one is not found, nor what was made from it', async () => {
    const { vault, open, store, token } = await setUp()
    const child = await vault.attenuate(token, {}, lena)
    await vault.release(token, lena)
    for (const handle of [token, child.handle]) expect(codeOf(await open(handle))).toBe('handle_not_found')
    expect((await store.stats()).records).toBe(0)
  })

  test('a revoked or expired one can be released', async () => {
    const { vault, open, token, clock } = await setUp()
    await vault.revoke(token, lena)
    await vault.release(token, lena)
    expect(codeOf(await open(token))).toBe('handle_not_found')
    const late = await setUp({ clock })
    clock.now += 60_000
    await late.vault.release(late.token, lena)
    expect(codeOf(await late.open(late.token))).toBe('handle_not_found')
  })

  test.each(['revoke', 'release', 'renew'] as const)('a stranger can not %s', async (act) => {
    const { vault, open, token } = await setUp()
    expect(await errorOf(vault[act](token, viewer({ user: 'u-18' })))).toMatchObject({
      code: 'handle_not_found',
    })
    expect(codeOf(await open(token))).toBe('opened')
  })

  test.each(['revoke', 'release', 'renew'] as const)(
    '%s wants the list and not one row of it',
    async (act) => {
      const { vault } = makeVault()
      const sealing = vault.sealing(lena)
      const { handle } = sealing.sealList(Order, [0, 1, 2].map(anOrder))
      await vault.commit(sealing)
      expect(await errorOf(vault[act](`${handle}.1`, lena))).toMatchObject({
        code: 'handle_malformed',
        message: expect.stringContaining(handle),
      })
    },
  )

  test('a store that is down says so', async () => {
    const inner = memoryStore({ clock: clockAt() })
    let down = false
    const store = new Proxy(inner, {
      get: (target, name) =>
        down ? () => Promise.reject(new Error('down')) : Reflect.get(target, name).bind?.(target),
    }) as RecordStore
    const { vault, token } = await setUp({ store })
    down = true
    for (const act of [
      vault.revoke(token, lena),
      vault.renew(token, lena),
      vault.release(token, lena),
      vault.list(lena),
    ]) {
      expect(await errorOf(act)).toMatchObject({ code: 'handle_store_unavailable', retryable: true })
    }
  })
})

describe('listing', () => {
  test('finds a lost token by its label, in order of label', async () => {
    const { vault, seal } = makeVault()
    const [b, a] = await seal(Order, lena, anOrder(20), anOrder(10))
    await seal(Trip, lena, { to: 'NRT' })
    await seal(Order, viewer({ user: 'u-18' }), anOrder(30))
    expect((await vault.list(lena, { kind: 'order' })).map(({ handle }) => handle)).toEqual([a, b])
    expect((await vault.list(lena, { text: 'ORDER 2' })).map(({ handle }) => handle)).toEqual([b])
    expect(await vault.list(lena)).toHaveLength(3)
    expect(await vault.list(lena, { limit: 1 })).toHaveLength(1)
  })

  test('shows no expired, revoked or used one', async () => {
    const { vault, open, token, clock } = await setUp()
    const { handle } = await vault.attenuate(token, { uses: 1 }, lena)
    expect(await vault.list(lena)).toHaveLength(2)
    await vault.consume([opened(await open(handle))])
    expect(await vault.list(lena)).toHaveLength(1)
    clock.now += 60_000
    expect(await vault.list(lena)).toEqual([])
  })

  test('goes through more than one page', async () => {
    const { vault, seal } = makeVault()
    await seal(Trip, lena, ...Array.from({ length: 450 }, () => ({ to: 'NRT' })))
    expect(await vault.list(lena, { limit: 1_000 })).toHaveLength(450)
  })
})
