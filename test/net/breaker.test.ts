import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Breakers } from '../../src/net/breaker.js'
import { failure } from '../../src/tool/results.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'

expectNoUnhandled()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const gone = () => failure({ code: 'upstream_unavailable', retryable: true, userMessage: 'Gone.' })
const fails = (error: unknown) => vi.fn(() => Promise.reject(error))

async function repeat(breakers: Breakers, times: number, work: () => Promise<unknown>, upstream = 'a') {
  for (let time = 0; time < times; time++) await breakers.run(upstream, work).catch(() => {})
}

describe('a circuit', () => {
  test('opens after five failures in a row, and the sixth call never reaches the upstream', async () => {
    const breakers = new Breakers()
    const work = fails(gone())
    await repeat(breakers, 5, work)
    const error = await breakers.run('a', work).catch((reason) => reason)
    expect(work).toHaveBeenCalledTimes(5)
    expect(error).toMatchObject({
      name: 'ToolFailure',
      code: 'upstream_unavailable',
      retryable: true,
      retryAfterMs: 1_000,
    })
  })

  test('says how long it stays open', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 5, fails(gone()))
    vi.setSystemTime(1_000_700)
    await expect(breakers.run('a', async () => 1)).rejects.toMatchObject({ retryAfterMs: 300 })
  })

  test('stays closed when a call succeeds in between', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 4, fails(gone()))
    await breakers.run('a', async () => 'well')
    await repeat(breakers, 4, fails(gone()))
    expect(await breakers.run('a', async () => 'well')).toBe('well')
  })

  test('lets one call try after the break, and closes when that succeeds', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 5, fails(gone()))
    vi.setSystemTime(1_001_000)
    expect(await breakers.run('a', async () => 'well')).toBe('well')
    const work = fails(gone())
    await repeat(breakers, 4, work)
    expect(work).toHaveBeenCalledTimes(4)
  })

  test('stays open twice as long each time, up to half a minute', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 5, fails(gone()))
    const breaks: number[] = []
    for (let round = 0; round < 7; round++) {
      const { retryAfterMs } = await breakers.run('a', async () => 1).catch((reason) => reason)
      breaks.push(retryAfterMs)
      vi.setSystemTime(Date.now() + retryAfterMs)
      await repeat(breakers, 1, fails(gone()))
    }
    expect(breaks).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  test('of one upstream says nothing of another', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 5, fails(gone()), 'a')
    expect(await breakers.run('b', async () => 'well')).toBe('well')
  })

  test('is forgotten when a thousand others came after it', async () => {
    const breakers = new Breakers()
    await repeat(breakers, 5, fails(gone()), 'a')
    for (let other = 0; other < 1_000; other++) await breakers.run(`other ${other}`, async () => 1)
    expect(await breakers.run('a', async () => 'well')).toBe('well')
  })
})

describe('what counts as down', () => {
  const down = ({ status }: { status: number }) => status === 503
  const opens = async (work: () => Promise<{ status: number }>) => {
    const breakers = new Breakers()
    for (let time = 0; time < 5; time++) await breakers.run('a', work, down).catch(() => {})
    return breakers
      .run('a', async () => ({ status: 200 }), down)
      .then(
        () => false,
        () => true,
      )
  }
  test.each<[string, () => Promise<{ status: number }>, boolean]>([
    ['upstream_unavailable', fails(gone()), true],
    ['timeout', fails(failure({ code: 'timeout', userMessage: 'Slow.' })), true],
    ['the deadline', fails(new DOMException('', 'TimeoutError')), true],
    ['a result that says so', async () => ({ status: 503 }), true],
    ['another result', async () => ({ status: 500 }), false],
    ['an abort', fails(new DOMException('', 'AbortError')), false],
    ['not_permitted', fails(failure({ code: 'not_permitted', userMessage: 'No.' })), false],
    ['a bug', fails(new TypeError('bug')), false],
    ['nothing thrown', fails(undefined), false],
  ])('%s: opens %s', async (_, work, opened) => {
    expect(await opens(work)).toBe(opened)
  })

  test('results and errors pass through as they are', async () => {
    const breakers = new Breakers()
    const value = { status: 503 }
    expect(await breakers.run('a', async () => value, down)).toBe(value)
    const error = new Error('bug')
    await expect(breakers.run('a', fails(error))).rejects.toBe(error)
    await expect(breakers.run('a', fails(undefined))).rejects.toBe(undefined)
  })
})
