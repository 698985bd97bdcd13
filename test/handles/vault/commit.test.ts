import { describe, expect, test } from 'vitest'
import { kind } from '../../../src/handles/kinds/kind.js'
import { memoryStore } from '../../../src/stores/memory.js'
import {
  addNote,
  anOrder,
  clockAt,
  errorOf,
  lena,
  type Made,
  makeVault,
  notesOf,
  Order,
  type OrderEntity,
  opened,
  setUp,
} from '../fixtures.js'

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
    expect(sealing.pending.created).toEqual([])
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
