import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../src/stores/memory.js'
import { workOfAsync } from '../fixtures/work.js'
import { record, storeSuite } from './suite.js'

storeSuite('memory', (clock) => memoryStore({ clock }))

describe('memoryStore', () => {
  test('over its limit it drops what was used longest ago', async () => {
    const store = memoryStore({ maxRecords: 3 })
    await store.putMany(['a', 'b', 'c'].map((key) => record({ key, parent: 'p' })))
    await store.getMany([record({ key: 'a' })])
    await store.putMany([record({ key: 'd', parent: 'p' })])
    expect((await store.list({ space: 'handle', parent: 'p' })).map(({ key }) => key)).toEqual([
      'a',
      'c',
      'd',
    ])
    expect(await store.getMany([record({ key: 'b' })])).toEqual([undefined])
    expect((await store.stats()).records).toBe(3)
  })

  test('a replaced record takes no second place', async () => {
    const store = memoryStore({ maxRecords: 2 })
    await store.putMany([record({ key: 'a' }), record({ key: 'b' })])
    for (let version = 2; version < 20; version++) await store.putMany([record({ key: 'b', version })])
    expect((await store.list({ space: 'handle' })).map(({ key, version }) => [key, version])).toEqual([
      ['a', 1],
      ['b', 19],
    ])
  })

  test('dropping costs the same in a small and in a large store', async () => {
    const cost = async (maxRecords: number) => {
      const store = memoryStore({ maxRecords })
      const fill = Array.from({ length: maxRecords }, (_, i) => record({ key: `fill${i}` }))
      await store.putMany(fill)
      const more = Array.from({ length: 2_000 }, (_, i) => record({ key: `more${i}` }))
      return (await workOfAsync(() => store.putMany(more))) / more.length
    }
    await cost(1_000)
    const [small, large] = [await cost(1_000), await cost(100_000)]
    // Deleting the first key of a Map costs 50 times more at this size.
    expect(large).toBeLessThan(Math.max(small * 10, 0.02))
  })

  test('its records can not be changed from outside', async () => {
    const store = memoryStore()
    await store.putMany([record()])
    const [found] = await store.getMany([record()])
    expect(Object.isFrozen(found)).toBe(true)
  })

  test('it is not shared', () => {
    expect(memoryStore().shared).toBe(false)
  })

  test.each([
    [{ maxRecord: 5 }, "memoryStore(): unknown key 'maxRecord'; did you mean 'maxRecords'?"],
    [{ maxRecords: 0 }, 'memoryStore(): maxRecords'],
    [{ clock: 5 }, 'memoryStore(): clock: must be a function'],
  ])('refuses options %j', (options, message) => {
    expect(() => memoryStore(options as never)).toThrow(message)
  })
})
