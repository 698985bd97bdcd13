import { expect, test } from 'vitest'
import { keepSwept } from '../../src/gateway/sweeping.js'
import { memoryStore } from '../../src/stores/memory.js'
import { until } from './fixtures/running.js'

const timing = { firstMs: 1, everyMs: 1 }

test('what has expired goes, all of it, and what has not stays', async () => {
  let now = 0
  const store = memoryStore({ clock: () => now })
  const record = (key: string, expiresAt: number) => ({
    space: 'handles',
    scope: 's',
    key,
    version: 1,
    expiresAt,
    value: '1',
  })
  await store.putMany(Array.from({ length: 120 }, (_, i) => record(`old-${i}`, 10)))
  await store.putMany([record('new', 1_000)])
  now = 20
  let gone = 0
  const counted = {
    async sweep(options?: { limit?: number }) {
      const some = await store.sweep(options)
      gone += some
      return some
    },
  }
  const end = keepSwept(counted, () => {}, timing)
  await until(() => gone === 120, 'the sweep')
  await end()
  expect((await store.stats()).records).toBe(1)
  await store.close()
})

test('a sweep that fails is told, and tried again; after the end there is none', async () => {
  const told: string[] = []
  let asked = 0
  const broken = {
    sweep: async () => {
      asked += 1
      throw new Error('busy')
    },
  }
  const end = keepSwept(broken, (text) => told.push(text), timing)
  await until(() => asked > 2, 'the third try')
  await end()
  const sofar = asked
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toBe(sofar)
  expect(told[0]).toBe('what has expired could not be removed: busy')
})
