import { tool as declare, type ToolContext } from 'sallyport'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, openGate } from '../fixtures/open-gate.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

/** A call whose tool is under way, with what its run was given. */
async function underWay(limits?: AnyToolOptions['limits']) {
  let ctx: ToolContext | undefined
  const run = (_: unknown, given: ToolContext) => {
    ctx = given
    return never()
  }
  const { session } = openGate([aTool(limits === undefined ? { run } : { run, limits })])
  const startedAt = Date.now()
  let ended: { readonly at: number; readonly model: string; readonly userMessage: string } | undefined
  void session.call({ id: 'c1', name: 'probe' }).then((outcome) => {
    const userMessage = 'error' in outcome ? outcome.error.userMessage : ''
    ended = { at: Date.now() - startedAt, model: outcome.model, userMessage }
  })
  await vi.advanceTimersByTimeAsync(0)
  return { ctx: ctx as ToolContext, startedAt, ended: () => ended }
}

describe('progress moves the deadline', () => {
  test('each step starts timeoutMs again; silence ends the call', async () => {
    const { ctx, ended, startedAt } = await underWay({ timeoutMs: 1_000, longestMs: 60_000 })
    for (let n = 1; n <= 5; n++) {
      await vi.advanceTimersByTimeAsync(900)
      ctx.progress({ done: n })
      expect(ctx.deadline).toBe(startedAt + n * 900 + 1_000)
    }
    expect(ended()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(ended()).toMatchObject({
      at: 5_500,
      userMessage: 'It told of no progress for 1 s and was stopped.',
    })
    expect(ctx.signal.aborted).toBe(true)
  })

  test('never past longestMs', async () => {
    const { ctx, ended, startedAt } = await underWay({ timeoutMs: 1_000, longestMs: 2_500 })
    for (let n = 0; n < 40; n++) {
      ctx.progress({ done: n })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(ended()).toMatchObject({ at: 2_500, userMessage: 'It took longer than 2.5 s and was stopped.' })
    expect(ctx.deadline).toBe(startedAt + 2_500)
  })

  test('without progress nothing changes', async () => {
    const { ended } = await underWay({ timeoutMs: 1_000 })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(ended()).toMatchObject({ at: 1_000, userMessage: 'It took longer than 1 s and was stopped.' })
  })

  test('by default 30 s, and ten minutes in all', async () => {
    const silent = await underWay()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(silent.ended()).toMatchObject({ at: 30_000 })
    const busy = await underWay()
    for (let n = 0; n < 70; n++) {
      busy.ctx.progress({ done: n })
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(busy.ended()).toMatchObject({ at: 600_000 })
  })
})

describe('the two times beside each other', () => {
  const limitsOf = (limits: object) =>
    declare({
      name: 'probe',
      description: 'Probes.',
      useWhen: 'a probe is wanted',
      input: z.object({}),
      effect: 'read',
      run: () => 1,
      limits,
    }).limits

  test.each([
    [{}, 30_000, 600_000],
    [{ timeoutMs: 900_000 }, 900_000, 900_000],
    [{ longestMs: 5_000 }, 5_000, 5_000],
    [{ timeoutMs: 1_000, longestMs: 1_000 }, 1_000, 1_000],
  ])('%j', (limits, timeoutMs, longestMs) => {
    expect(limitsOf(limits)).toMatchObject({ timeoutMs, longestMs })
  })

  test('a longestMs that is shorter is refused, with the mend', () => {
    expect(() => limitsOf({ timeoutMs: 2_000, longestMs: 1_000 })).toThrow(
      /longestMs \(1000\) is shorter than timeoutMs \(2000\).*raise longestMs, or lower timeoutMs/,
    )
  })
})
