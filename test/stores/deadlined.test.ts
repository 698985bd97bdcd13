import { createGate, kind, memoryStore, type RecordStore, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deadlined, whenDoneLate } from '../../src/stores/deadlined.js'
import { record, storeSuite } from './suite.js'

storeSuite('a store with a deadline', (clock) => deadlined(memoryStore({ clock })))

/** A store whose writes wait until they are let go. */
function slow(): { readonly store: RecordStore; letGo(): void } {
  const store = memoryStore({ shared: true })
  const { putMany } = store
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  store.putMany = (records) => free.then(() => putMany.call(store, records))
  return { store, letGo }
}

const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Error) => error,
  )

describe('a store that does not answer in time', () => {
  test('rejects, and says what has become of it later', async () => {
    const { store, letGo } = slow()
    const error = await fault(deadlined(store, 10).putMany([record()]))
    expect(error?.message).toBe('the store did not answer in time')
    const done = new Promise<void>((resolve) => whenDoneLate(new Error('down', { cause: error }), resolve))
    letGo()
    await done
    expect((await store.stats()).records).toBe(1)
  })

  test('of any other error nothing comes later', async () => {
    const store = memoryStore()
    await store.close()
    const error = await fault(deadlined(store, 10).putMany([record()]))
    expect(error).toMatchObject({ name: 'StoreError' })
    let isTold = false
    whenDoneLate(error, () => {
      isTold = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isTold).toBe(false)
  })

  test('tells the log nothing of what it was asked for', async () => {
    const error = await fault(deadlined(slow().store, 10).putMany([record()]))
    expect(Object.keys(error ?? {})).toEqual(['name'])
  })
})

test('handles that a store writes when the call has ended without them are taken back', async () => {
  const { store, letGo } = slow()
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  class Note {
    constructor(readonly text: string) {}
  }
  const Notes = kind('note', {
    is: (value): value is Note => value instanceof Note,
    encode: ({ text }) => ({ text }),
    decode: ({ text }) => new Note(text),
  })
  const make = tool({
    name: 'make_note',
    description: 'Makes a note.',
    useWhen: 'the user asks for it',
    effect: 'read',
    input: z.object({}),
    run: () => ({ note: new Note('hello') }),
  })
  const gate = createGate({
    tools: [make],
    kinds: [Notes],
    store,
    key: 'k'.repeat(43),
    log: quiet,
    mode: 'observe',
  })
  const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
  const outcome = await session.call({ id: 'c1', name: 'make_note', args: {} })
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'handle_store_unavailable' } })
  const written = new Promise<void>((resolve) => {
    const { deleteMany } = store
    store.deleteMany = async (...args) => {
      const gone = await deleteMany.apply(store, args)
      resolve()
      return gone
    }
  })
  letGo()
  await written
  expect(await store.list({ space: 'handle' })).toEqual([])
  await gate.close()
}, 120_000)
