import { describe, expect, test } from 'vitest'
import { codeOf, errorOf, lena, notesOf, type OrderEntity, opened, setUp } from '../fixtures.js'

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
