import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Lane, Slots } from '../../src/base/lane.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'

expectNoUnhandled()

/** Work that ends when it is told to. */
function gated() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = vi.fn(() => ended)
  return { work, end }
}

describe('a lane', () => {
  test('runs one after another in order of arrival, whatever each takes', async () => {
    const lane = new Lane()
    const log: string[] = []
    const one = (name: string, ms: number) =>
      lane.enter(async () => {
        log.push(`${name} starts`)
        await sleep(ms)
        log.push(`${name} ends`)
        return name
      })
    expect(await Promise.all([one('a', 20), one('b', 1), one('c', 5)])).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
  ])('goes on after work that %s', async (_, work) => {
    const lane = new Lane()
    const failed = lane.enter(work)
    const next = lane.enter(async () => 'next')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('next')
  })

  test('lets who is aborted while waiting leave at once, and never runs it', async () => {
    const lane = new Lane()
    const first = gated()
    const running = lane.enter(first.work)
    const leaver = new AbortController()
    const work = vi.fn()
    const left = lane.enter(work, leaver.signal)
    const last = vi.fn(async () => 'last')
    const after = lane.enter(last)
    leaver.abort('gone')
    await expect(left).rejects.toBe('gone')
    expect(last).not.toHaveBeenCalled()
    first.end()
    await running
    expect(await after).toBe('last')
    expect(work).not.toHaveBeenCalled()
  })

  test('does not take who is aborted already', async () => {
    const work = vi.fn()
    await expect(new Lane().enter(work, AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(work).not.toHaveBeenCalled()
  })

  test('keeps a reserved place for who takes longer to get ready', async () => {
    const lane = new Lane()
    const log: string[] = []
    const place = lane.reserve()
    const quick = lane.enter(async () => log.push('quick'))
    await sleep(10)
    await place.enter(async () => log.push('slow to check'))
    await quick
    expect(log).toEqual(['slow to check', 'quick'])
  })

  test('goes on when a reserved place is given back unused, or twice', async () => {
    const lane = new Lane()
    const place = lane.reserve()
    const next = lane.enter(async () => 'next')
    place.leave()
    place.leave()
    expect(await next).toBe('next')
  })

  test('keeps nothing of ten thousand that have passed', async () => {
    const lane = new Lane()
    let passed = 0
    await Promise.all(Array.from({ length: 10_000 }, () => lane.enter(async () => void passed++)))
    expect(passed).toBe(10_000)
  })

  test('never runs two at once and keeps the order, whoever fails or leaves', async () => {
    const step = fc.record({ ms: fc.integer({ min: 0, max: 2 }), fails: fc.boolean(), aborts: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const lane = new Lane()
        const order: number[] = []
        let running = 0
        let most = 0
        const all = steps.map(({ ms, fails, aborts }, index) => {
          const controller = new AbortController()
          const entered = lane.enter(async () => {
            most = Math.max(most, ++running)
            order.push(index)
            await sleep(ms)
            running--
            if (fails) throw new Error('no')
          }, controller.signal)
          if (aborts) setTimeout(() => controller.abort(), ms)
          return entered
        })
        await Promise.allSettled(all)
        expect(most).toBeLessThanOrEqual(1)
        expect(order).toEqual([...order].sort((a, b) => a - b))
        expect(await lane.enter(async () => 'open')).toBe('open')
      }),
      { numRuns: 40 },
    )
  })
})

describe('slots', () => {
  test('let so many run at once, the rest in order of arrival', async () => {
    const slots = new Slots(2)
    const all = Array.from({ length: 5 }, gated)
    const entered = all.map(({ work }) => slots.enter(work))
    const started = () => all.map(({ work }) => work.mock.calls.length)
    await tick()
    expect(started()).toEqual([1, 1, 0, 0, 0])
    all[1]?.end()
    await tick()
    expect(started()).toEqual([1, 1, 1, 0, 0])
    for (const { end } of all) end()
    await Promise.all(entered)
    expect(started()).toEqual([1, 1, 1, 1, 1])
  })

  test('are given back by work that fails', async () => {
    const slots = new Slots(1)
    await expect(slots.enter(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(
      slots.enter(() => {
        throw new Error('neither')
      }),
    ).rejects.toThrow('neither')
    expect(await slots.enter(() => 'free')).toBe('free')
  })

  test('are left by who is aborted while waiting, at once', async () => {
    const slots = new Slots(1)
    const first = gated()
    const running = slots.enter(first.work)
    const leaver = new AbortController()
    const work = vi.fn()
    const left = slots.enter(work, leaver.signal)
    const after = slots.enter(async () => 'after')
    leaver.abort('gone')
    await expect(left).rejects.toBe('gone')
    first.end()
    await running
    expect(await after).toBe('after')
    expect(work).not.toHaveBeenCalled()
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'are not lost when the next one is aborted %i microtasks after the end',
    async (after) => {
      const slots = new Slots(1)
      const first = gated()
      const running = slots.enter(first.work)
      const leaver = new AbortController()
      const left = slots.enter(vi.fn(), leaver.signal)
      const last = slots.enter(async () => 'last')
      first.end()
      for (let microtasks = 0; microtasks < after; microtasks++) await Promise.resolve()
      leaver.abort('gone')
      await Promise.allSettled([running, left])
      expect(await last).toBe('last')
      expect(await slots.enter(() => 'free')).toBe('free')
    },
  )

  test('are never overdrawn and never lost', async () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 2 }),
      abortMs: fc.option(fc.integer({ min: 0, max: 3 })),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 12 }),
        async (limit, steps) => {
          const slots = new Slots(limit)
          let running = 0
          let most = 0
          const all = steps.map(({ ms, abortMs }) => {
            const controller = new AbortController()
            if (abortMs !== null) setTimeout(() => controller.abort(), abortMs)
            return slots.enter(async () => {
              most = Math.max(most, ++running)
              await sleep(ms)
              running--
            }, controller.signal)
          })
          await Promise.allSettled(all)
          expect(most).toBeLessThanOrEqual(limit)
          const again = Array.from({ length: limit }, gated)
          const entered = again.map(({ work }) => slots.enter(work))
          await tick()
          expect(again.every(({ work }) => work.mock.calls.length === 1)).toBe(true)
          for (const { end } of again) end()
          await Promise.all(entered)
        },
      ),
      { numRuns: 40 },
    )
  })
})
