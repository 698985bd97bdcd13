import { expect, test } from 'vitest'
import { LateStore, type Waiting } from '../../../src/handles/vault/late-store.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { RecordStore } from '../../../src/stores/store.js'

const MI = 1024 * 1024

function whole(scope: string, key: string, size = 1): Waiting & { asked: number; isLost: boolean } {
  return {
    scope,
    size,
    asked: 0,
    isLost: false,
    lost() {
      this.isLost = true
    },
    written() {
      this.asked++
      return { space: 'handle', scope, key, version: 1, value: 'x' }
    },
  }
}
const keyOf = (scope: string, key: string) => ({ space: 'handle', scope, key })

test('what waits is written when its scope is read, and no other', async () => {
  const late = new LateStore(memoryStore())
  const [a, b] = [whole('a', '1'), whole('b', '1')]
  late.wait(a)
  late.wait(b)
  expect(await late.getMany([keyOf('a', '1')])).toMatchObject([{ value: 'x' }])
  expect([a.asked, b.asked, late.waits(a), late.waits(b)]).toEqual([1, 0, false, true])
  expect(await late.stats({ space: 'handle' })).toMatchObject({ records: 2 })
})

test('two who ask at once both wait for what is written', async () => {
  const late = new LateStore(memoryStore())
  late.wait(whole('a', '1'))
  const answers = await Promise.all([
    late.getMany([keyOf('a', '1')]),
    late.list({ space: 'handle', scope: 'a' }),
  ])
  expect(answers.map(([first]) => first?.value)).toEqual(['x', 'x'])
})

test('what waits is bounded over all scopes: those who came first go', async () => {
  const late = new LateStore(memoryStore())
  const all = Array.from({ length: 300 }, (_, i) => whole(`scope ${i}`, '1', MI))
  for (const each of all) late.wait(each)
  expect(all.map((each) => late.waits(each)).lastIndexOf(false)).toBe(300 - 128 - 1)
  expect(all.filter((each) => late.waits(each))).toHaveLength(128)
})

test('so is their number', () => {
  const late = new LateStore(memoryStore())
  const all = Array.from({ length: 2_010 }, (_, i) => whole(`scope ${i}`, '1'))
  for (const each of all) late.wait(each)
  expect(all.filter((each) => late.waits(each))).toEqual(all.slice(10))
  expect(all.filter(({ isLost }) => isLost)).toEqual(all.slice(0, 10))
})

test('what was dropped is never written; where the store fails it waits on', async () => {
  let isDown = true
  const memory = memoryStore()
  const store: RecordStore = Object.assign(Object.create(memory) as RecordStore, {
    putMany: async (records: Parameters<RecordStore['putMany']>[0]) => {
      if (isDown) throw new Error('down')
      await memory.putMany(records)
    },
    getMany: (keys: Parameters<RecordStore['getMany']>[0]) => memory.getMany(keys),
  })
  const late = new LateStore(store)
  const [dropped, kept] = [whole('a', '1'), whole('a', '2')]
  late.wait(dropped)
  late.wait(kept)
  expect([late.drop(dropped), late.drop(dropped)]).toEqual([true, false])
  await expect(late.getMany([keyOf('a', '2')])).rejects.toThrow('down')
  expect(late.waits(kept)).toBe(true)
  isDown = false
  expect(await late.getMany([keyOf('a', '1'), keyOf('a', '2')])).toMatchObject([undefined, { value: 'x' }])
})
