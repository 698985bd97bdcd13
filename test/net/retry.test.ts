import { describe, expect, test, vi } from 'vitest'
import { mayRetry, parseRetryAfter, type RetryOptions, withRetry } from '../../src/net/retry.js'
import { EFFECTS } from '../../src/tool/effects.js'
import { failure } from '../../src/tool/results.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'

expectNoUnhandled()

const busy = (retryAfterMs?: number) =>
  failure({
    code: 'rate_limited',
    retryable: true,
    userMessage: 'Slow down.',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

/** Options with a clock that only sleeping moves. */
function setting(given: Partial<RetryOptions> = {}) {
  let now = 1_000
  const sleeps: number[] = []
  const options: RetryOptions = {
    deadline: 31_000,
    signal: new AbortController().signal,
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      sleeps.push(ms)
      now += ms
    },
    ...given,
  }
  return { options, sleeps }
}

describe('what is tried again', () => {
  test('a retryable failure that was thrown, until it is well', async () => {
    const { options, sleeps } = setting()
    const work = vi.fn().mockRejectedValueOnce(busy()).mockRejectedValueOnce(busy()).mockResolvedValue('well')
    expect(await withRetry(work, options)).toBe('well')
    expect(work).toHaveBeenCalledTimes(3)
    expect(sleeps).toEqual([200, 400])
  })

  test('a retryable failure that was returned', async () => {
    const work = vi.fn().mockReturnValueOnce(busy()).mockReturnValue('well')
    expect(await withRetry(work, setting().options)).toBe('well')
  })

  test('three times at most, then the failure stands, as it came', async () => {
    const last = busy()
    const thrown = vi.fn(() => Promise.reject(last))
    await expect(withRetry(thrown, setting().options)).rejects.toBe(last)
    expect(thrown).toHaveBeenCalledTimes(3)
    const returned = vi.fn(() => last)
    expect(await withRetry(returned, setting().options)).toBe(last)
    expect(returned).toHaveBeenCalledTimes(3)
  })

  const final = failure({ code: 'conflict', userMessage: 'Taken.' })
  test.each([
    ['a failure that is not retryable', final],
    ['any other error', new Error('a bug')],
    ['an object that looks like a failure', { name: 'ToolFailure', retryable: true, code: 'timeout' }],
    ['nothing', undefined],
  ])('%s is thrown on at once', async (_, error) => {
    const work = vi.fn(() => Promise.reject(error))
    await expect(withRetry(work, setting().options)).rejects.toBe(error)
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('how long is waited', () => {
  test.each([
    [0, [0, 0]],
    [0.5, [200, 400]],
    [0.999, [399.6, 799.2]],
  ])('doubles, with full jitter: random %d gives %j', async (random, waits) => {
    const { options, sleeps } = setting({ random: () => random })
    await expect(withRetry(() => Promise.reject(busy()), options)).rejects.toThrow()
    expect(sleeps.map((ms) => Number(ms.toFixed(1)))).toEqual(waits)
  })

  test('never longer than five seconds, however many tries', async () => {
    const { options, sleeps } = setting({ random: () => 0.999, attempts: 12, deadline: 1e9 })
    await expect(withRetry(() => Promise.reject(busy()), options)).rejects.toThrow()
    expect(sleeps).toHaveLength(11)
    expect(Math.max(...sleeps)).toBeLessThan(5_000)
  })

  test('at least as long as the upstream asked for', async () => {
    const { options, sleeps } = setting()
    await withRetry(vi.fn().mockRejectedValueOnce(busy(7_000)).mockResolvedValue('well'), options)
    expect(sleeps[0]).toBeGreaterThanOrEqual(7_000)
    expect(sleeps[0]).toBeLessThan(7_500)
  })

  test('as the last response asked for, when the failure says nothing of it', async () => {
    const { options, sleeps } = setting({ retryAfterMs: () => 3_000 })
    await withRetry(vi.fn().mockRejectedValueOnce(busy()).mockResolvedValue('well'), options)
    expect(sleeps[0]).toBeGreaterThanOrEqual(3_000)
  })

  test('not at all where the wait would pass the deadline', async () => {
    const { options, sleeps } = setting({ deadline: 3_000 })
    const work = vi.fn(() => Promise.reject(busy(5_000)))
    await expect(withRetry(work, options)).rejects.toMatchObject({ retryAfterMs: 5_000 })
    expect(work).toHaveBeenCalledTimes(1)
    expect(sleeps).toEqual([])
  })

  test('not after an abort: the waiting ends with it', async () => {
    const controller = new AbortController()
    const { options } = setting({ signal: controller.signal })
    const { sleep: _, ...real } = options
    const work = vi.fn(() => Promise.reject(busy(20_000)))
    const done = withRetry(work, real)
    setTimeout(() => controller.abort(), 10)
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
    expect(work).toHaveBeenCalledTimes(1)
  })
})

test('the signal is not read where nothing has to be waited for', async () => {
  const read = vi.fn(() => new AbortController().signal)
  const { options } = setting()
  const lazy = Object.defineProperty({ ...options }, 'signal', { get: read })
  await withRetry(() => 1, lazy)
  expect(read).not.toHaveBeenCalled()
})

describe('whether a tool may be run again', () => {
  test.each(
    EFFECTS.flatMap((effect) =>
      [
        [false, undefined],
        [true, undefined],
        [false, 'k'],
        [true, 'k'],
      ].map(([idempotent, key]) => [effect, idempotent as boolean, key as string | undefined] as const),
    ),
  )('%s, idempotent %s, key %s', (effect, idempotent, idempotencyKey) => {
    const may = mayRetry({ effect, idempotent }, idempotencyKey !== undefined)
    if (effect === 'destroy') expect(may).toBe(false)
    else if (effect === 'write' || effect === 'trigger')
      expect(may).toBe(idempotent || idempotencyKey === 'k')
    else expect(may).toBe(true)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  test.each<[string | null, number | undefined]>([
    ['0', 0],
    ['120', 120_000],
    [' 3 ', 3_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:59:30 GMT', 0],
    ['Sunday, 01-Mar-26 12:00:30 GMT', 30_000],
    [null, undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['99999999999999999999', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['Sun, 99 Foo 2026 12:00:30 GMT', undefined],
  ])('%j is %j ms', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms)
  })
})
