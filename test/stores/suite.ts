// The store contract as tests. Every driver passes them; what only one driver can do stands in its own test file.

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RecordStore, StoreError, type StoreRecord } from '../../src/stores/store.js'

/** Makes an empty store that reads the given clock. */
export type MakeStore = (clock: () => number) => RecordStore

/** A record with the fields that a test doesn't care about filled in. */
export function record(fields: Partial<StoreRecord> = {}): StoreRecord {
  return { space: 'handle', scope: 'acme/u-17', key: 'k', version: 1, value: '{}', ...fields }
}

/** Runs the contract against a driver. */
export function storeSuite(driver: string, make: MakeStore): void {
  describe(`the store contract: ${driver}`, () => {
    let now: number
    let store: RecordStore
    const at = (key: string, fields: Partial<StoreRecord> = {}) => record({ key, ...fields })
    const keysOf = (records: readonly StoreRecord[]) => records.map(({ key }) => key)

    beforeEach(() => {
      now = 1_764_500_000_000
      store = make(() => now)
    })
    afterEach(() => store.close())

    describe('put and get', () => {
      test('a record comes back as it was written', async () => {
        const full = at('a', {
          parent: 'p',
          version: 7,
          expiresAt: now + 5,
          value: '{"name":"Ünïcode \u{1F600}"}',
        })
        const bare = at('b')
        await store.putMany([full, bare])
        expect(await store.getMany([full, bare])).toEqual([full, bare])
      })

      test('answers come in the order of the keys, with a gap where there is none', async () => {
        await store.putMany([at('a'), at('b')])
        const found = await store.getMany([at('b'), at('nope'), at('a'), at('b')])
        expect(found.map((one) => one?.key)).toEqual(['b', undefined, 'a', 'b'])
      })

      test('an existing record is replaced as a whole', async () => {
        await store.putMany([at('a', { parent: 'p', expiresAt: now + 5, value: 'old' })])
        await store.putMany([at('a', { version: 2, value: 'new' })])
        expect(await store.getMany([at('a')])).toEqual([at('a', { version: 2, value: 'new' })])
        expect(await store.list({ space: 'handle', parent: 'p' })).toEqual([])
      })

      test('the last of two writes of one batch stays', async () => {
        await store.putMany([at('a', { value: 'first' }), at('a', { value: 'second' })])
        expect((await store.getMany([at('a')]))[0]?.value).toBe('second')
      })

      test('space, scope and key keep records apart, however they are cut', async () => {
        const names = [
          ['a', 'bc', 'd'],
          ['ab', 'c', 'd'],
          ['a', 'b', 'cd'],
          ['a', 'bcd', ''],
          ['', 'abcd', ''],
        ] as const
        const records = names.map(([space, scope, key]) =>
          record({ space, scope, key, value: `${space}|${scope}|${key}` }),
        )
        await store.putMany(records)
        expect(await store.getMany(records)).toEqual(records)
        expect((await store.stats()).records).toBe(names.length)
      })

      test('a stored record does not change with the object that was handed in', async () => {
        const mine = { ...at('a', { value: 'kept' }) }
        await store.putMany([mine])
        mine.value = 'changed'
        expect((await store.getMany([at('a')]))[0]?.value).toBe('kept')
      })

      test('a megabyte of text is kept', async () => {
        const value = JSON.stringify('ü'.repeat(500_000))
        await store.putMany([at('big', { value })])
        expect((await store.getMany([at('big')]))[0]?.value).toBe(value)
        expect((await store.stats({ space: 'handle' })).size).toBe(value.length)
      })

      test('nothing is asked, nothing is answered', async () => {
        await store.putMany([])
        expect(await store.getMany([])).toEqual([])
        expect(await store.deleteMany([])).toBe(0)
        expect(await store.compareAndSetMany([])).toBe(true)
      })
    })

    describe('texts that some driver could not tell apart are refused', () => {
      const bad = ['a\0b', '\0', 'a\ud800', '\udc00b']
      test.each(bad)('in a record: %j', async (text) => {
        await expect(store.putMany([record({ key: text })])).rejects.toThrow(TypeError)
        await expect(store.putMany([record({ scope: text })])).rejects.toThrow(TypeError)
        await expect(store.putMany([record({ space: text })])).rejects.toThrow(TypeError)
        await expect(store.putMany([record({ parent: text })])).rejects.toThrow(TypeError)
        await expect(store.putMany([record({ value: text })])).rejects.toThrow(TypeError)
      })
      test.each(bad)('in a look-up, a list, a count and a deletion: %j', async (text) => {
        await expect(store.getMany([record({ scope: text })])).rejects.toThrow(TypeError)
        await expect(store.deleteMany([record({ key: text })])).rejects.toThrow(TypeError)
        await expect(store.list({ space: 'handle', scope: text })).rejects.toThrow(TypeError)
        await expect(store.stats({ scope: text })).rejects.toThrow(TypeError)
      })
      test.each([0, -1, 1.5, Number.NaN])('version %d', async (version) => {
        await expect(store.putMany([record({ version })])).rejects.toThrow(/version/)
      })
      test.each([1.5, Number.POSITIVE_INFINITY, Number.NaN])('expiry %d', async (expiresAt) => {
        await expect(store.putMany([record({ expiresAt })])).rejects.toThrow(/expiresAt/)
      })
    })

    describe('all or none', () => {
      test('a batch with one bad record writes none', async () => {
        await expect(store.putMany([at('a'), at('b', { version: 0 }), at('c')])).rejects.toThrow(TypeError)
        expect((await store.stats()).records).toBe(0)
      })

      test('one lost comparison of a batch writes none', async () => {
        await store.putMany([at('a', { value: 'a1' }), at('b', { version: 2, value: 'b2' })])
        const held = await store.compareAndSetMany([
          { record: at('a', { version: 2, value: 'a2' }), expected: 1 },
          { record: at('new'), expected: 0 },
          { record: at('b', { version: 2, value: 'lost' }), expected: 1 },
        ])
        expect(held).toBe(false)
        expect((await store.getMany([at('a'), at('b'), at('new')])).map((one) => one?.value)).toEqual([
          'a1',
          'b2',
          undefined,
        ])
      })

      test('a batch whose comparisons all hold writes all', async () => {
        await store.putMany([at('a')])
        const held = await store.compareAndSetMany([
          { record: at('a', { version: 2 }), expected: 1 },
          { record: at('new'), expected: 0 },
        ])
        expect(held).toBe(true)
        expect((await store.getMany([at('a'), at('new')])).map((one) => one?.version)).toEqual([2, 1])
      })

      test('a key that stands twice among comparisons is refused', async () => {
        const twice = [
          { record: at('a'), expected: 0 },
          { record: at('a', { version: 2 }), expected: 0 },
        ]
        await expect(store.compareAndSetMany(twice)).rejects.toThrow(/twice/)
        expect((await store.stats()).records).toBe(0)
      })
    })

    describe('compareAndSet', () => {
      test.each<[why: string, stored: Partial<StoreRecord> | undefined, expected: number, held: boolean]>([
        ['none is there and none is expected', undefined, 0, true],
        ['one is there and none is expected', { version: 1 }, 0, false],
        ['an expired one is there and none is expected', { version: 3, expiresAt: 0 }, 0, true],
        ['the expected version is there', { version: 3 }, 3, true],
        ['an older version is there', { version: 2 }, 3, false],
        ['a newer version is there', { version: 4 }, 3, false],
        ['the expected version is there, expired', { version: 3, expiresAt: 0 }, 3, false],
        ['none is there and one is expected', undefined, 1, false],
      ])('%s', async (_why, stored, expected, held) => {
        if (stored) await store.putMany([at('a', { ...stored, value: 'before' })])
        expect(await store.compareAndSet(at('a', { version: expected + 1, value: 'after' }), expected)).toBe(
          held,
        )
        if (held) expect((await store.getMany([at('a')]))[0]?.value).toBe('after')
      })

      test('of fifty racing writers one wins each round, and no update is lost', async () => {
        await store.putMany([at('n', { value: '0' })])
        const add = async (): Promise<void> => {
          for (;;) {
            const [found] = await store.getMany([at('n')])
            const next = at('n', { version: found!.version + 1, value: String(Number(found!.value) + 1) })
            if (await store.compareAndSet(next, found!.version)) return
          }
        }
        await Promise.all(Array.from({ length: 50 }, add))
        expect((await store.getMany([at('n')]))[0]).toEqual(at('n', { version: 51, value: '50' }))
      })

      test('of two that write a first version one wins', async () => {
        const won = await Promise.all(['x', 'y'].map((value) => store.compareAndSet(at('a', { value }), 0)))
        expect(won.filter(Boolean)).toHaveLength(1)
      })
    })

    describe('expiry', () => {
      test('a record is there until the millisecond before, and gone on it', async () => {
        await store.putMany([at('a', { expiresAt: now + 10 })])
        now += 9
        expect(await store.getMany([at('a')])).toHaveLength(1)
        expect((await store.getMany([at('a')]))[0]?.key).toBe('a')
        now += 1
        expect(await store.getMany([at('a')])).toEqual([undefined])
        expect(await store.list({ space: 'handle' })).toEqual([])
        expect(await store.stats()).toEqual({ records: 0, size: 0 })
        expect(await store.deleteMany([at('a')])).toBe(0)
      })

      test('sweep deletes what has expired and nothing else, at most so many', async () => {
        await store.putMany(Array.from({ length: 10 }, (_, i) => at(`old${i}`, { expiresAt: now + i })))
        await store.putMany([at('young', { expiresAt: now + 1_000 }), at('eternal')])
        now += 9
        expect(await store.sweep({ limit: 4 })).toBe(4)
        expect(await store.sweep()).toBe(6)
        expect(await store.sweep()).toBe(0)
        expect(keysOf(await store.list({ space: 'handle' }))).toEqual(['eternal', 'young'])
      })
    })

    describe('deletion', () => {
      beforeEach(() =>
        store.putMany([
          at('root'),
          at('child', { parent: 'root' }),
          at('sister', { parent: 'root', expiresAt: now }),
          at('grandchild', { parent: 'child' }),
          at('other'),
          at('orphan', { parent: 'never' }),
          at('child', { scope: 'acme/u-18', parent: 'root' }),
          at('child', { space: 'pin', parent: 'root' }),
        ]),
      )
      const left = async () => keysOf(await store.list({ space: 'handle', scope: 'acme/u-17' }))

      test('takes the named records alone and says how many went', async () => {
        expect(await store.deleteMany([at('root'), at('nope')])).toBe(1)
        expect(await left()).toEqual(['child', 'grandchild', 'orphan', 'other'])
      })

      test('with descendants takes all below, in the same space and scope', async () => {
        expect(await store.deleteMany([at('root')], { descendants: true })).toBe(3)
        expect(await left()).toEqual(['orphan', 'other'])
        expect(
          await store.getMany([at('child', { scope: 'acme/u-18' }), at('child', { space: 'pin' })]),
        ).not.toContain(undefined)
      })

      test('finds descendants of a parent that is gone', async () => {
        expect(await store.deleteMany([at('never')], { descendants: true })).toBe(1)
        expect(await left()).not.toContain('orphan')
      })

      test('ends on a circle of parents', async () => {
        await store.putMany([
          at('x', { parent: 'y' }),
          at('y', { parent: 'x' }),
          at('self', { parent: 'self' }),
        ])
        expect(await store.deleteMany([at('x'), at('self')], { descendants: true })).toBe(3)
      })
    })

    describe('list and stats', () => {
      beforeEach(() =>
        store.putMany([
          ...Array.from({ length: 25 }, (_, i) =>
            at(`k${String(i).padStart(2, '0')}`, { value: 'x'.repeat(i) }),
          ),
          at('k05', { scope: 'acme/u-18', value: 'yy' }),
          at('k05', { space: 'pin', value: 'zzz' }),
        ]),
      )

      test('pages meet without a gap or a repeat, in order of key', async () => {
        const seen: string[] = []
        for (let after: StoreRecord | undefined; ; ) {
          const page = await store.list({
            space: 'handle',
            scope: 'acme/u-17',
            limit: 10,
            ...(after ? { after } : {}),
          })
          if (page.length === 0) break
          seen.push(...keysOf(page))
          after = page.at(-1)
        }
        expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `k${String(i).padStart(2, '0')}`))
      })

      test('over all scopes pages meet too, though two scopes share a key', async () => {
        await store.putMany([at('k05', { scope: 'acme/u-19' })])
        const seen: string[] = []
        for (let after: StoreRecord | undefined; ; ) {
          const page: StoreRecord[] = await store.list({
            space: 'handle',
            limit: 1,
            ...(after ? { after } : {}),
          })
          if (page.length === 0) break
          seen.push(...page.map(({ scope, key }) => `${scope} ${key}`))
          after = page.at(-1)
        }
        expect(seen).toHaveLength(27)
        expect(new Set(seen).size).toBe(27)
        expect(seen).toEqual([...seen].sort())
      })

      test('a page of exactly a hundred rows ends', async () => {
        await store.putMany(Array.from({ length: 100 }, (_, i) => at(`h${i}`, { scope: 's' })))
        expect(await store.list({ space: 'handle', scope: 's' })).toHaveLength(100)
        expect(await store.list({ space: 'handle', scope: 's', limit: 100 })).toHaveLength(100)
      })

      test('gives children of one parent', async () => {
        await store.putMany([at('b', { parent: 'p' }), at('a', { parent: 'p' }), at('c', { parent: 'q' })])
        expect(keysOf(await store.list({ space: 'handle', scope: 'acme/u-17', parent: 'p' }))).toEqual([
          'a',
          'b',
        ])
        expect(keysOf(await store.list({ space: 'handle', parent: 'p', limit: 1 }))).toEqual(['a'])
      })

      test('a list without a limit stops at a thousand', async () => {
        await store.putMany(Array.from({ length: 1_001 }, (_, i) => at(`m${i}`, { scope: 'many' })))
        expect(await store.list({ space: 'handle', scope: 'many' })).toHaveLength(1_000)
      })

      test('an unknown space or scope is empty', async () => {
        expect(await store.list({ space: 'nope' })).toEqual([])
        expect(await store.list({ space: 'handle', scope: 'nope' })).toEqual([])
        expect(await store.stats({ space: 'handle', scope: 'nope' })).toEqual({ records: 0, size: 0 })
      })

      test('counts by space and scope', async () => {
        expect(await store.stats({ space: 'handle', scope: 'acme/u-17' })).toEqual({ records: 25, size: 300 })
        expect(await store.stats({ space: 'handle' })).toEqual({ records: 26, size: 302 })
        expect(await store.stats({ scope: 'acme/u-17' })).toEqual({ records: 26, size: 303 })
        expect(await store.stats()).toEqual({ records: 27, size: 305 })
      })
    })

    test('a closed store rejects every use and may be closed again', async () => {
      await store.putMany([at('a')])
      await store.close()
      await store.close()
      const uses: Promise<unknown>[] = [
        store.putMany([at('b')]),
        store.getMany([at('a')]),
        store.compareAndSet(at('a'), 0),
        store.compareAndSetMany([{ record: at('a'), expected: 0 }]),
        store.deleteMany([at('a')]),
        store.list({ space: 'handle' }),
        store.sweep(),
        store.stats(),
      ]
      for (const use of await Promise.allSettled(uses)) {
        expect(use).toMatchObject({ status: 'rejected', reason: { name: 'StoreError', fault: 'closed' } })
        expect((use as PromiseRejectedResult).reason).toBeInstanceOf(StoreError)
      }
    })

    test('acts like a plain map under random operations', async () => {
      const key = fc.constantFrom('a', 'b', 'c', 'd')
      const scope = fc.constantFrom('s', 't')
      const version = fc.integer({ min: 1, max: 3 })
      const life = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined })
      const operation = fc.oneof(
        fc.record({ do: fc.constant('put' as const), key, scope, version, life }),
        fc.record({
          do: fc.constant('cas' as const),
          key,
          scope,
          version,
          life,
          expected: fc.integer({ min: 0, max: 3 }),
        }),
        fc.record({ do: fc.constant('delete' as const), key, scope }),
        fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 8 }) }),
        fc.record({ do: fc.constant('sweep' as const) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
          const tried = make(() => now)
          const model = new Map<string, StoreRecord>()
          const live = (id: string) => {
            const found = model.get(id)
            return found && (found.expiresAt === undefined || now < found.expiresAt) ? found : undefined
          }
          for (const [step, one] of operations.entries()) {
            if (one.do === 'wait') now += one.ms
            else if (one.do === 'sweep') await tried.sweep()
            else {
              const id = `${one.scope}/${one.key}`
              if (one.do === 'delete') {
                expect(await tried.deleteMany([at(one.key, { scope: one.scope })])).toBe(live(id) ? 1 : 0)
                model.delete(id)
                continue
              }
              const expiry = one.life === undefined ? {} : { expiresAt: now + one.life }
              const next = at(one.key, {
                scope: one.scope,
                version: one.version,
                value: String(step),
                ...expiry,
              })
              if (one.do === 'put') await tried.putMany([next])
              else {
                const hold = (live(id)?.version ?? 0) === one.expected
                expect(await tried.compareAndSet(next, one.expected)).toBe(hold)
                if (!hold) continue
              }
              model.set(id, next)
            }
          }
          const expected = [...model.keys()].sort().flatMap((id) => live(id) ?? [])
          expect(await tried.list({ space: 'handle' })).toEqual(expected)
          expect((await tried.stats()).records).toBe(expected.length)
          await tried.close()
        }),
        { numRuns: 40 },
      )
    })
  })
}
