import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { Run, type Running, type Work, withDeadline } from '../../src/base/deadline.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'

expectNoUnhandled()

const onLate = () => {}
const never = () => new Promise<never>(() => {})

describe('how a run ends', () => {
  const error = new Error('no')
  const thrower = () => {
    throw error
  }
  test.each<[string, Work<unknown>, unknown]>([
    ['a value', () => 7, { kind: 'value', value: 7 }],
    ['nothing', () => undefined, { kind: 'value', value: undefined }],
    ['a promise', async () => 7, { kind: 'value', value: 7 }],
    ['a promise in time', () => sleep(10, 7), { kind: 'value', value: 7 }],
    ['a throw', thrower, { kind: 'threw', error }],
    ['a throw of nothing', () => Promise.reject(undefined), { kind: 'threw', error: undefined }],
    ['a rejection', async () => thrower(), { kind: 'threw', error }],
    ['no end at all', never, { kind: 'timeout' }],
  ])('%s', async (_, work, ended) => {
    expect(await withDeadline(work, { timeoutMs: 60, onLate })).toEqual(ended)
  })

  test('work that ignores its signal is left behind at the deadline', async () => {
    expect(await withDeadline(never, { timeoutMs: 50, onLate })).toEqual({ kind: 'timeout' })
  })

  test('a delay that would overflow the timer is no deadline of 1 ms', async () => {
    const ended = await withDeadline(() => sleep(20, 'done'), { timeoutMs: 2 ** 31, onLate })
    expect(ended).toEqual({ kind: 'value', value: 'done' })
  })
})

describe('the signal', () => {
  test('is aborted with a TimeoutError at the deadline', async () => {
    let signal: AbortSignal | undefined
    await withDeadline(
      (run) => {
        signal = run.signal
        return never()
      },
      { timeoutMs: 10, onLate },
    )
    expect(signal?.aborted).toBe(true)
    expect(signal?.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('that is first read after the deadline is aborted as well', async () => {
    let run: Running | undefined
    await withDeadline(
      (running) => {
        run = running
        return never()
      },
      { timeoutMs: 10, onLate },
    )
    expect(run?.over).toBe(true)
    expect(run?.signal.aborted).toBe(true)
  })

  test('of the caller ends the run at once, and its reason is handed on', async () => {
    const caller = new AbortController()
    let signal: AbortSignal | undefined
    const ended = withDeadline(
      (run) => {
        signal = run.signal
        return never()
      },
      { timeoutMs: 10_000, signal: caller.signal, onLate },
    )
    caller.abort('enough')
    expect(await ended).toEqual({ kind: 'aborted' })
    expect(signal?.reason).toBe('enough')
  })

  test('of the caller that is aborted already keeps the work from starting', async () => {
    const work = vi.fn()
    const ended = await withDeadline(work, { timeoutMs: 10, signal: AbortSignal.abort(), onLate })
    expect(ended).toEqual({ kind: 'aborted' })
    expect(work).not.toHaveBeenCalled()
  })

  test('of the caller is let go of when the run has ended', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await withDeadline(() => 1, { timeoutMs: 10, signal, onLate })
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
  })

  test('that is aborted by the work itself ends the run once', async () => {
    const caller = new AbortController()
    const work = async () => {
      caller.abort()
      return 'a value all the same'
    }
    const late = vi.fn()
    expect(await withDeadline(work, { timeoutMs: 50, signal: caller.signal, onLate: late })).toEqual({
      kind: 'aborted',
    })
    await sleep(5)
    expect(late).toHaveBeenCalledExactlyOnceWith()
  })
})

describe('what comes late', () => {
  const lateOf = async (work: Work<unknown>) => {
    const late = vi.fn()
    const ended = await withDeadline(work, { timeoutMs: 10, onLate: late })
    await sleep(40)
    return { ended, late }
  }

  test('a value is dropped and reported', async () => {
    const { ended, late } = await lateOf(() => sleep(25, 'late'))
    expect(ended).toEqual({ kind: 'timeout' })
    expect(late).toHaveBeenCalledExactlyOnceWith()
  })

  test('an error is dropped and reported', async () => {
    const error = new Error('late')
    const { ended, late } = await lateOf(async () => {
      await sleep(25)
      throw error
    })
    expect(ended).toEqual({ kind: 'timeout' })
    expect(late).toHaveBeenCalledExactlyOnceWith(error)
  })

  test.each<[string, Work<unknown>]>([
    [
      'the reason of the signal',
      (run) =>
        new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason))),
    ],
    ['an AbortError', (run) => sleep(1_000, undefined, { signal: run.signal })],
  ])('%s is how work stops when it is told to, and no loss', async (_, work) => {
    const { ended, late } = await lateOf(work)
    expect(ended).toEqual({ kind: 'timeout' })
    expect(late).not.toHaveBeenCalled()
  })

  test('a report that throws hurts nobody', async () => {
    const ended = await withDeadline(() => sleep(20), {
      timeoutMs: 5,
      onLate: () => {
        throw new Error('the log is full')
      },
    })
    expect(ended).toEqual({ kind: 'timeout' })
    await sleep(30)
  })
})

describe('a hostile thenable', () => {
  type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void
  const thenable = (then: Then) => ({ then }) as PromiseLike<unknown>
  test.each<[string, () => PromiseLike<unknown>, unknown]>([
    [
      'calls back twice',
      () =>
        thenable((resolve) => {
          resolve(1)
          resolve(2)
        }),
      { kind: 'value', value: 1 },
    ],
    [
      'resolves, then rejects',
      () =>
        thenable((resolve, reject) => {
          resolve(1)
          reject(new Error('2'))
        }),
      { kind: 'value', value: 1 },
    ],
    [
      'resolves, then throws',
      () =>
        thenable((resolve) => {
          resolve(1)
          throw new Error('2')
        }),
      { kind: 'value', value: 1 },
    ],
    [
      'throws',
      () =>
        thenable(() => {
          throw 'thrown'
        }),
      { kind: 'threw', error: 'thrown' },
    ],
    ['never calls back', () => thenable(() => {}), { kind: 'timeout' }],
    [
      'calls back later, twice',
      () =>
        thenable((resolve) => {
          for (const ms of [5, 10]) setTimeout(resolve, ms, ms)
        }),
      { kind: 'value', value: 5 },
    ],
    [
      'rejects with nothing',
      () => thenable((_, reject) => reject(undefined)),
      { kind: 'threw', error: undefined },
    ],
    [
      'throws when its then is read',
      () =>
        Object.defineProperty({}, 'then', {
          get: () => {
            throw 'read'
          },
        }) as PromiseLike<unknown>,
      { kind: 'threw', error: 'read' },
    ],
    [
      'is a promise with a constructor that throws',
      () =>
        Object.defineProperty(Promise.resolve(1), 'constructor', {
          get: () => {
            throw 'constructor'
          },
        }),
      { kind: 'threw', error: 'constructor' },
    ],
    [
      'is a promise with a then of its own',
      () =>
        Object.assign(Promise.resolve(1), {
          // biome-ignore lint/suspicious/noThenProperty: that is the attack
          then: () => {
            throw new Error('then')
          },
        }),
      { kind: 'value', value: 1 },
    ],
  ])('that %s ends the run once', async (_, work, ended) => {
    expect(await withDeadline(work, { timeoutMs: 40, onLate })).toEqual(ended)
    await sleep(10)
  })
})

test('a run can be aborted by who started it, and only until it has ended', async () => {
  const run = new Run(never, { timeoutMs: 10_000, onLate })
  expect(run.over).toBe(false)
  run.abort('enough')
  run.abort('more')
  expect(await run.ended).toEqual({ kind: 'aborted' })
  expect(run.signal.reason).toBe('enough')
  const ended = new Run(() => 1, { timeoutMs: 10_000, onLate })
  await ended.ended
  ended.abort()
  expect(ended.signal.aborted).toBe(false)
})

test('ten thousand runs leave no timer behind', async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  await Promise.all(
    Array.from({ length: 10_000 }, () => withDeadline(async () => 1, { timeoutMs: 60_000, onLate })),
  )
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThanOrEqual(
    before,
  )
})
