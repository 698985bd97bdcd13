import { memoryStore, type RecordStore } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { Versioned } from '../../../src/flow/kept/versioned.js'

const AT = { space: 'test', scope: 's', key: 'k' }

/** One who keeps a number in the record, as one process does. */
function one(store: RecordStore) {
  const faults: unknown[] = []
  const self = { count: 0, faults, gone: 0, record: undefined as never as Versioned<number> }
  self.record = new Versioned<number>({
    store,
    at: AT,
    now: () => ({ value: self.count, expiresAt: Date.now() + 60_000.5 }),
    takeUp: (left) => {
      if (left === undefined) self.gone++
      else self.count = left
    },
    onFault: (error) => faults.push(error),
  })
  return self
}

const add = (self: ReturnType<typeof one>) => self.record.change(() => ++self.count)
const stored = async (store: RecordStore) => (await store.getMany([AT]))[0]

describe('a versioned record', () => {
  test('is changed by many at once, and no change is lost', async () => {
    const store = memoryStore({ shared: true })
    const [a, b] = [one(store), one(store)]
    const made = await Promise.all([a, b, a, b, a, b].map(add))
    expect(made.every(({ isKept }) => isKept)).toBe(true)
    expect(await stored(store)).toMatchObject({ version: 6, value: '6' })
  })

  test('that was read is the one that a write replaces', async () => {
    const store = memoryStore({ shared: true })
    await add(one(store))
    const later = one(store)
    expect(later.record.read(await stored(store))).toBe(1)
    later.count = 1
    await add(later)
    expect(await stored(store)).toMatchObject({ version: 2, value: '2' })
  })

  test('is written at once when no other write is on its way', () => {
    const store = memoryStore({ shared: true })
    const asked: number[] = []
    store.compareAndSet = async (_, expected) => asked.push(expected) > 0
    void add(one(store))
    expect(asked).toEqual([0])
  })

  test('is looked at anew where another one has written: nothing to change writes nothing', async () => {
    const store = memoryStore({ shared: true })
    const [a, b] = [one(store), one(store)]
    await add(a)
    const once = () => (b.count === 0 ? ++b.count : undefined)
    expect(await b.record.change(once)).toEqual({ made: undefined, isKept: true })
    expect(await stored(store)).toMatchObject({ version: 1 })
  })

  test('that is gone is told, and written anew', async () => {
    const store = memoryStore({ shared: true })
    const self = one(store)
    await add(self)
    await store.deleteMany([AT])
    expect((await add(self)).isKept).toBe(true)
    expect(self.gone).toBe(1)
    expect(await stored(store)).toMatchObject({ version: 1 })
  })

  test('saves that wait for a turn are one', async () => {
    const store = memoryStore({ shared: true })
    const self = one(store)
    await Promise.all([1, 2, 3, 4].map(() => self.record.save()))
    expect(await stored(store)).toMatchObject({ version: 2 })
  })

  test('a change that throws rejects, and holds up nobody', async () => {
    const store = memoryStore({ shared: true })
    const self = one(store)
    const fails = self.record.change(() => {
      throw new Error('no such approval')
    })
    const next = add(self)
    await expect(fails).rejects.toThrow('no such approval')
    expect((await next).isKept).toBe(true)
  })

  test.each<[what: string, over: Partial<RecordStore>, faults: number]>([
    ['fails to write', { compareAndSet: () => Promise.reject(new Error('full')) }, 1],
    [
      'fails to read',
      { compareAndSet: async () => false, getMany: () => Promise.reject(new Error('full')) },
      1,
    ],
    ['holds what nobody can read', { compareAndSet: async () => false, getMany: async () => [BROKEN] }, 1],
    ['takes no write ever', { compareAndSet: async () => false }, 0],
  ])('a store that %s: the change is made here alone, and that is said', async (_, over, faults) => {
    const self = one(Object.assign(memoryStore({ shared: true }), over))
    const { made, isKept } = await add(self)
    expect(made).toBeGreaterThan(0)
    expect(isKept).toBe(false)
    expect(self.faults).toHaveLength(faults)
  })
})

const BROKEN = { ...AT, version: 3, value: '{' }
