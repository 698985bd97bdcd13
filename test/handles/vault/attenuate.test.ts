import { describe, expect, test } from 'vitest'
import {
  addNote,
  anOrder,
  codeOf,
  errorOf,
  lena,
  makeVault,
  Order,
  type OrderEntity,
  opened,
  setUp,
  viewer,
} from '../fixtures.js'

describe('attenuation', () => {
  test('narrows rights, tools, uses and life; the value stays one', async () => {
    const made = await setUp()
    const child = await made.vault.attenuate(made.token, { rights: ['use'], tools: ['show_order'] }, lena)
    expect(child).toMatchObject({ kind: 'order', label: 'Order 7', facts: {} })
    expect(child.handle).not.toBe(made.token)
    await addNote(made, made.token, 'seen below')
    const answer = opened(await made.open(child.handle, lena, { tool: 'show_order' }))
    expect((answer.value as OrderEntity).notes).toEqual(['seen below'])
  })

  test.each<[what: string, more: { tool?: string; action?: 'use' | 'read' | 'write' }, message: string]>([
    ['another tool', { tool: 'delete_order' }, 'This handle is only for show_order.'],
    [
      'another action',
      { tool: 'show_order', action: 'write' },
      'This handle may be used for use, not for write.',
    ],
  ])('%s than it is for is not permitted', async (_what, more, message) => {
    const { vault, open, token } = await setUp()
    const { handle } = await vault.attenuate(token, { rights: ['use'], tools: ['show_order'] }, lena)
    expect(await open(handle, lena, more)).toMatchObject({ code: 'handle_not_permitted', message })
    expect(codeOf(await open(token, lena, more))).toBe('opened')
  })

  test.each<[what: string, first: object, then: object, words: RegExp]>([
    ['a right', { rights: ['use'] }, { rights: ['use', 'read'] }, /no right to read/],
    ['a tool', { tools: ['a'] }, { tools: ['a', 'b'] }, /not for b/],
    ['more uses', { uses: 2 }, { uses: 3 }, /2 uses left/],
    ['a longer life', { expiresAt: 1_764_500_010_000 }, { expiresAt: 1_764_500_010_001 }, /expires sooner/],
    ['a life that is over', {}, { expiresAt: 1_764_500_000_000 }, /is over/],
  ])("%s beyond the parent's is refused", async (_what, first, then, words) => {
    const { vault, token } = await setUp()
    const { handle } = await vault.attenuate(token, first, lena)
    expect(await errorOf(vault.attenuate(handle, then, lena))).toMatchObject({
      code: 'handle_not_permitted',
      message: expect.stringMatching(words),
    })
  })

  test('a right that is named three times is one right', async () => {
    const { vault, open, token } = await setUp()
    const { handle } = await vault.attenuate(token, { rights: ['use', 'use', 'use'] }, lena)
    expect(codeOf(await open(handle, lena, { action: 'use' }))).toBe('opened')
    for (const action of ['read', 'write'] as const) {
      expect(codeOf(await open(handle, lena, { action }))).toBe('handle_not_permitted')
    }
  })

  test('without the right to read shows no facts, also after a change', async () => {
    const { vault, open, token } = await setUp()
    const child = await vault.attenuate(token, { rights: ['use', 'write'] }, lena)
    const sealing = vault.sealing(lena)
    sealing.update(opened(await open(child.handle, lena, { action: 'write' })))
    expect([child.facts, sealing.cards[0]?.facts]).toEqual([{}, {}])
  })

  test('what is not named is inherited', async () => {
    const { vault, open, token } = await setUp()
    const first = await vault.attenuate(token, { tools: ['a'], rights: ['use'] }, lena)
    const second = await vault.attenuate(first.handle, {}, lena)
    expect(codeOf(await open(second.handle, lena, { tool: 'b' }))).toBe('handle_not_permitted')
    expect(codeOf(await open(second.handle, lena, { tool: 'a', action: 'read' }))).toBe(
      'handle_not_permitted',
    )
    expect(codeOf(await open(second.handle, lena, { tool: 'a' }))).toBe('opened')
  })

  test('revoking a parent revokes children and grandchildren, also one made at that moment', async () => {
    const { vault, open, token } = await setUp()
    const child = await vault.attenuate(token, {}, lena)
    const grandchild = await vault.attenuate(child.handle, {}, lena)
    const racing = vault.attenuate(token, {}, lena)
    await vault.revoke(token, lena)
    const late = await racing.then(
      ({ handle }) => handle,
      () => token,
    )
    for (const handle of [token, child.handle, grandchild.handle, late]) {
      expect(codeOf(await open(handle))).toBe('handle_revoked')
    }
    expect(await vault.list(lena)).toEqual([])
  })

  test('revoking a child leaves its parent', async () => {
    const { vault, open, token } = await setUp()
    const { handle } = await vault.attenuate(token, {}, lena)
    await vault.revoke(handle, lena)
    expect(codeOf(await open(handle))).toBe('handle_revoked')
    expect(codeOf(await open(token))).toBe('opened')
  })

  test('a child is found with one more look-up, however many there are', async () => {
    const { vault, store, token } = await setUp()
    const handles = []
    for (let i = 0; i < 5; i++) handles.push((await vault.attenuate(token, {}, lena)).handle)
    store.asked.length = 0
    const requests = handles.map((value) => ({
      value,
      kinds: ['order'],
      action: 'use' as const,
      pointer: '/o',
    }))
    expect((await vault.openMany(requests, { viewer: lena, tool: 't' })).map(codeOf)).toEqual(
      Array(5).fill('opened'),
    )
    expect(store.asked).toEqual(['getMany', 'getMany'])
  })

  test('one row of a collection may be handed on by itself', async () => {
    const { vault, open } = makeVault()
    const sealing = vault.sealing(lena)
    const { handle } = sealing.sealList(Order, [0, 1, 2].map(anOrder))
    await vault.commit(sealing)
    const row = await vault.attenuate(`${handle}.1`, {}, lena)
    expect((opened(await open(row.handle)).value as OrderEntity).number).toBe(1)
    expect(codeOf(await open(`${row.handle}.2`))).toBe('handle_not_found')
    expect(await errorOf(vault.attenuate(`${handle}.3`, {}, lena))).toMatchObject({
      code: 'handle_not_found',
    })
  })

  test('is not for a stranger', async () => {
    const { vault, token } = await setUp()
    const stranger = viewer({ user: 'u-18' })
    expect(await errorOf(vault.attenuate(token, {}, stranger))).toMatchObject({ code: 'handle_not_found' })
  })

  test('ends at a depth of eight', async () => {
    const { vault, token } = await setUp()
    let handle = token
    for (let i = 0; i < 7; i++) handle = (await vault.attenuate(handle, {}, lena)).handle
    expect(await errorOf(vault.attenuate(handle, {}, lena))).toMatchObject({ code: 'handle_not_permitted' })
  })

  test('refuses a misspelt option', async () => {
    const { vault, token } = await setUp()
    await expect(vault.attenuate(token, { right: ['use'] } as never, lena)).rejects.toThrow(
      /did you mean 'rights'/,
    )
  })
})
