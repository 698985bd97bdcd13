// What becomes of a handle: changed, narrowed, used up, renewed, revoked, released, listed.

import { describe, expect, test } from 'vitest'
import { kind } from '../../src/handles/kind.js'
import { memoryStore } from '../../src/stores/memory.js'
import type { RecordStore } from '../../src/stores/store.js'
import {
  clockAt,
  codeOf,
  errorOf,
  lena,
  makeVault,
  Order,
  OrderEntity,
  opened,
  Trip,
  viewer,
} from './fixtures.js'

const anOrder = (number = 7) => new OrderEntity(number, 'u-17')
type Made = ReturnType<typeof makeVault>

async function setUp(options: Parameters<typeof makeVault>[0] = {}) {
  const made = makeVault(options)
  const [token] = await made.seal(Order, lena, anOrder())
  return { ...made, token: token! }
}

/** Opens for writing, changes, writes back: what a tool with `updates` does. */
async function addNote({ vault, open }: Made, token: string, note: string): Promise<void> {
  const answer = opened(await open(token, lena, { action: 'write' }))
  const order = answer.value as OrderEntity
  order.addNote(note)
  const sealing = vault.sealing(lena)
  sealing.update(answer)
  await vault.commit(sealing)
}

async function notesOf({ open }: Made, token: string): Promise<string[]> {
  return (opened(await open(token)).value as OrderEntity).notes
}

describe('writing back', () => {
  test('keeps the token, with the next version and a fresh card', async () => {
    const made = await setUp()
    await addNote(made, made.token, 'call back')
    const after = opened(await made.open(made.token))
    expect(after.origin).toMatchObject({ rev: 2 })
    expect((after.value as OrderEntity).notes).toEqual(['call back'])
    expect(await made.vault.list(lena)).toMatchObject([{ handle: made.token, facts: { notes: 1 } }])
  })

  test('the changed entity in the result is the same handle', async () => {
    const { vault, open, token } = await setUp()
    const answer = opened(await open(token, lena, { action: 'write' }))
    const sealing = vault.sealing(lena)
    sealing.update(answer)
    expect(sealing.seal(Order, answer.value)).toMatchObject({ handle: token, label: 'Order 7' })
    expect(sealing.created).toEqual([])
  })

  test('without it a changed copy is a new handle, and the old one keeps its value', async () => {
    const made = await setUp()
    const order = opened(await made.open(made.token)).value as OrderEntity
    order.addNote('changed')
    const [copy] = await made.seal(Order, lena, order)
    expect(await notesOf(made, copy!)).toEqual(['changed'])
    expect(await notesOf(made, made.token)).toEqual([])
  })

  test('three changes, then a save', async () => {
    const made = await setUp()
    const answer = opened(await made.open(made.token, lena, { action: 'write' }))
    for (const note of ['a', 'b', 'c']) (answer.value as OrderEntity).addNote(note)
    const sealing = made.vault.sealing(lena)
    sealing.update(answer)
    await made.vault.commit(sealing)
    expect(await notesOf(made, made.token)).toEqual(['a', 'b', 'c'])
  })

  test('a failure after a partial change leaves the stored value as it was', async () => {
    const made = await setUp()
    const order = opened(await made.open(made.token, lena, { action: 'write' })).value as OrderEntity
    order.addNote('half')
    expect(await notesOf(made, made.token)).toEqual([])
  })

  test('a lost race is stale, and nothing of that outcome is written', async () => {
    const made = await setUp()
    const [first, second] = [
      opened(await made.open(made.token, lena, { action: 'write' })),
      opened(await made.open(made.token, lena, { action: 'write' })),
    ]
    ;(second.value as OrderEntity).addNote('late')
    const losing = made.vault.sealing(lena)
    losing.update(second)
    losing.seal(Order, anOrder(99))
    ;(first.value as OrderEntity).addNote('early')
    const winning = made.vault.sealing(lena)
    winning.update(first)
    await made.vault.commit(winning)
    expect(await errorOf(made.vault.commit(losing))).toMatchObject({ code: 'handle_stale', retryable: true })
    expect(await notesOf(made, made.token)).toEqual(['early'])
    expect(await made.vault.list(lena)).toHaveLength(1)
  })

  test('only what was opened to write is written back', async () => {
    const { vault, open, token } = await setUp()
    const answer = opened(await open(token))
    expect(() => vault.sealing(lena).update(answer)).toThrow(/was not opened to write/)
  })

  test('committing twice writes once', async () => {
    const made = await setUp()
    const sealing = made.vault.sealing(lena)
    const { handle } = sealing.seal(Order, anOrder(9))
    await made.vault.commit(sealing)
    await addNote(made, handle, 'later')
    await made.vault.commit(sealing)
    expect(await notesOf(made, handle)).toEqual(['later'])
  })

  test('a codec that fails at the change leaves the stored value', async () => {
    let form: unknown = 'good'
    const Odd = kind('odd', { encode: () => form, decode: (row) => ({ row }) })
    const { vault, open } = makeVault({ kinds: [Odd] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Odd, {})
    await vault.commit(sealing)
    for (const bad of [undefined, 5n, () => 1]) {
      form = bad
      const answer = opened(await open(handle, lena, { kinds: ['odd'], action: 'write' }))
      expect(await errorOf((async () => vault.sealing(lena).update(answer))())).toMatchObject({
        code: 'handle_codec_failed',
      })
    }
    expect(opened(await open(handle, lena, { kinds: ['odd'] })).value).toEqual({ row: 'good' })
  })

  test('two writes one after the other see each other', async () => {
    const made = await setUp()
    await addNote(made, made.token, 'a')
    await addNote(made, made.token, 'b')
    expect(await notesOf(made, made.token)).toEqual(['a', 'b'])
  })

  test('a renewal in between is no lost race', async () => {
    const made = await setUp()
    const answer = opened(await made.open(made.token, lena, { action: 'write' }))
    ;(answer.value as OrderEntity).addNote('kept')
    made.clock.now += 1_000
    const { expiresAt } = await made.vault.renew(made.token, lena)
    const sealing = made.vault.sealing(lena)
    sealing.update(answer)
    await made.vault.commit(sealing)
    expect(await notesOf(made, made.token)).toEqual(['kept'])
    expect((await made.vault.list(lena))[0]?.expiresAt).toBe(expiresAt)
  })

  test.each<[what: string, meanwhile: (made: Made, token: string) => Promise<unknown>, code: string]>([
    ['revoked', ({ vault }, token) => vault.revoke(token, lena), 'handle_revoked'],
    ['released', ({ vault }, token) => vault.release(token, lena), 'handle_gone'],
    // It was good when it was opened; what the tool did is not lost to the clock.
    ['expired', async ({ clock }) => void Object.assign(clock, { now: clock.now + 60_000 }), 'opened'],
  ])('to a handle that was %s meanwhile', async (_what, meanwhile, code) => {
    const made = await setUp()
    const answer = opened(await made.open(made.token, lena, { action: 'write' }))
    await meanwhile(made, made.token)
    const sealing = made.vault.sealing(lena)
    sealing.update(answer)
    const result = await made.vault.commit(sealing).then(
      () => 'opened',
      (error) => error.code,
    )
    expect(result).toBe(code)
  })

  test('a row of a collection is written back alone', async () => {
    const made = makeVault()
    const sealing = made.vault.sealing(lena)
    const { handle } = sealing.sealList(Order, [0, 1, 2].map(anOrder))
    await made.vault.commit(sealing)
    await addNote(made, `${handle}.1`, 'one')
    expect(await notesOf(made, `${handle}.1`)).toEqual(['one'])
    expect(await notesOf(made, `${handle}.0`)).toEqual([])
    expect(await made.vault.list(lena)).toMatchObject([{ label: '3 of kind order' }])
  })

  test('two rows in one call are both written', async () => {
    const { vault, open } = makeVault()
    const sealing = vault.sealing(lena)
    const { handle } = sealing.sealList(Order, [0, 1, 2].map(anOrder))
    await vault.commit(sealing)
    const at = (row: number) => ({
      value: `${handle}.${row}`,
      kinds: ['order'],
      action: 'write' as const,
      pointer: `/${row}`,
    })
    const answers = (await vault.openMany([at(0), at(2)], { viewer: lena, tool: 't' })).map(opened)
    const writing = vault.sealing(lena)
    for (const answer of answers) {
      ;(answer.value as OrderEntity).addNote('both')
      writing.update(answer)
    }
    await vault.commit(writing)
    for (const row of [0, 2])
      expect((opened(await open(`${handle}.${row}`)).value as OrderEntity).notes).toEqual(['both'])
  })

  test('a row that a newer codec wrote is read by it, the others by the older one', async () => {
    const versions: number[] = []
    const note = (version: number) =>
      kind('note', {
        version,
        encode: (one: { text: string }) => one.text,
        decode: (text, context) => {
          versions.push(context.version)
          return { text }
        },
      })
    const clock = clockAt()
    const store = memoryStore({ clock })
    const [V1, V2] = [note(1), note(2)]
    const before = makeVault({ kinds: [V1], store, clock })
    const sealing = before.vault.sealing(lena)
    const { handle } = sealing.sealList(V1, [{ text: 'a' }, { text: 'b' }])
    await before.vault.commit(sealing)
    const after = makeVault({ kinds: [V2], store, clock })
    const answer = opened(await after.open(`${handle}.1`, lena, { kinds: ['note'], action: 'write' }))
    const writing = after.vault.sealing(lena)
    writing.update(answer, { text: 'B' })
    await after.vault.commit(writing)
    versions.length = 0
    for (const row of [0, 1]) await after.open(`${handle}.${row}`, lena, { kinds: ['note'] })
    expect(versions).toEqual([1, 2])
  })

  test('a live object that changed in place gets the next version', async () => {
    const Live = kind('browser', { live: true })
    const { vault, open } = makeVault({ kinds: [Live] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Live, { url: 'a' })
    await vault.commit(sealing)
    const answer = opened(await open(handle, lena, { kinds: ['browser'], action: 'write' }))
    const writing = vault.sealing(lena)
    writing.update(answer, { url: 'b' })
    await vault.commit(writing)
    expect(opened(await open(handle, lena, { kinds: ['browser'] }))).toMatchObject({
      value: { url: 'b' },
      origin: { rev: 2 },
    })
  })
})

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

describe('limited uses', () => {
  const once = async (uses = 1) => {
    const made = await setUp()
    const { handle } = await made.vault.attenuate(made.token, { uses }, lena)
    return { ...made, handle }
  }

  test('opening, and a validation that refuses, consume nothing', async () => {
    const { open, handle } = await once()
    for (let i = 0; i < 3; i++) expect(codeOf(await open(handle))).toBe('opened')
  })

  test('the use is taken when run starts, and then it is used', async () => {
    const { vault, open, handle } = await once()
    await vault.consume([opened(await open(handle))])
    expect(codeOf(await open(handle))).toBe('handle_used')
  })

  test('of ten calls at once one gets it', async () => {
    const { vault, open, handle } = await once()
    const answers = await Promise.all(Array.from({ length: 10 }, async () => opened(await open(handle))))
    const taken = await Promise.allSettled(answers.map((answer) => vault.consume([answer])))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of taken) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'handle_used', pointer: '/order' })
    }
  })

  test('of ten calls at once with three uses three get one', async () => {
    const { vault, open, handle } = await once(3)
    const answers = await Promise.all(Array.from({ length: 10 }, async () => opened(await open(handle))))
    const taken = await Promise.allSettled(answers.map((answer) => vault.consume([answer])))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('several handles of a call are taken all or none', async () => {
    const { vault, open, handle, token } = await once()
    const fresh = (await vault.attenuate(token, { uses: 1 }, lena)).handle
    const answers = [opened(await open(fresh)), opened(await open(handle))]
    await vault.consume([answers[1]!])
    expect(await errorOf(vault.consume(answers))).toMatchObject({ code: 'handle_used' })
    expect(codeOf(await open(fresh))).toBe('opened')
  })

  test('a handle that stands twice in a call is used once', async () => {
    const { vault, open, handle } = await once(2)
    const answer = opened(await open(handle))
    await vault.consume([answer, answer, opened(await open(handle))])
    expect(codeOf(await open(handle))).toBe('opened')
  })

  test('uses of children count for the parent, so that narrowing makes none', async () => {
    const { vault, open, handle } = await once(2)
    const children = []
    for (let i = 0; i < 3; i++) children.push((await vault.attenuate(handle, { uses: 2 }, lena)).handle)
    for (const child of children.slice(0, 2)) await vault.consume([opened(await open(child))])
    expect(codeOf(await open(children[2]))).toBe('handle_used')
    expect(codeOf(await open(handle))).toBe('handle_used')
  })

  test('a handle without a limit costs no write', async () => {
    const { vault, open, store, token } = await setUp()
    const answer = opened(await open(token))
    store.asked.length = 0
    await vault.consume([answer])
    expect(store.asked).toEqual([])
  })

  test('a used one can still be written back by the call that used it', async () => {
    const made = await once()
    const answer = opened(await made.open(made.handle, lena, { action: 'write' }))
    await made.vault.consume([answer])
    ;(answer.value as OrderEntity).addNote('done')
    const sealing = made.vault.sealing(lena)
    sealing.update(answer)
    await made.vault.commit(sealing)
    expect(await notesOf(made, made.token)).toEqual(['done'])
  })
})

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
