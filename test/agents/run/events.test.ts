import { expect, test, vi } from 'vitest'
import { Approvals } from '../../../src/agents/run/approvals.js'
import { type RunEvent, RunEvents } from '../../../src/agents/run/events.js'
import { HopClock } from '../../../src/agents/run/hop-clock.js'
import type { Approval } from '../../../src/index.js'

const text = (delta: string): RunEvent => ({ type: 'text', agent: 'A', delta })
const started = (callId: string): RunEvent => ({ type: 'call.started', agent: 'A', callId, tool: 't' })

async function all(events: RunEvents) {
  const seen: RunEvent[] = []
  for await (const event of events) seen.push(event)
  return seen
}

test('a reader who comes late gets what happened before, in order', async () => {
  const events = new RunEvents(() => {})
  expect(events.hasReader).toBe(false)
  events.push(text('a'))
  events.push(started('1'))
  events.end()
  events.push(text('after the end'))
  expect(await all(events)).toEqual([text('a'), started('1')])
})

test('for a reader who never comes, text goes first, then the oldest: never more than so many are kept', async () => {
  const events = new RunEvents(() => {})
  for (let index = 0; index < 30_000; index++) events.push(text(String(index)))
  for (let index = 0; index < 30_000; index++) events.push(started(String(index)))
  events.end()
  const seen = await all(events)
  expect(seen.length).toBeLessThanOrEqual(10_000)
  expect(seen.at(-1)).toEqual(started('29999'))
})

test('a reader who is far behind still gets each approval, once', async () => {
  const events = new RunEvents(() => {})
  const asks = (id: string): RunEvent => {
    return { type: 'approval', agent: 'A', callId: '1', tool: 't', approval: approval(id) }
  }
  for (const id of ['a', 'b', 'a', 'a']) events.push(asks(id))
  for (let index = 0; index < 12_000; index++) events.push(started(String(index)))
  events.end()
  const seen = await all(events)
  expect(seen.flatMap((event) => (event.type === 'approval' ? [event.approval.id] : []))).toEqual(['a', 'b'])
  const flooded = new RunEvents(() => {})
  for (let index = 0; index < 30_000; index++) flooded.push(asks(String(index)))
  flooded.end()
  expect((await all(flooded)).length).toBeLessThanOrEqual(10_000)
})

test('a reader who leaves is told of once, and nothing is kept for him', async () => {
  const left = vi.fn()
  const events = new RunEvents(left)
  events.push(text('a'))
  events.push(text('b'))
  for await (const _ of events) break
  events.push(text('c'))
  expect(left).toHaveBeenCalledTimes(1)
  expect(events.hasReader).toBe(false)
  expect(await all(events)).toEqual([])
})

test('an ended run that was read to its end has no reader that left', async () => {
  const left = vi.fn()
  const events = new RunEvents(left)
  const reading = all(events)
  events.push(text('a'))
  events.end()
  expect(await reading).toEqual([text('a')])
  expect(left).not.toHaveBeenCalled()
})

const approval = (id: string, expiresAt = Date.now() + 60_000): Approval => ({
  id,
  revision: 'r',
  tool: 't',
  calls: [],
  items: [],
  reason: 'r',
  offers: ['once'],
  expiresAt: new Date(expiresAt).toISOString(),
})

test('who waits for an approval wakes by its answer, its end, an abort, or when nobody is there', async () => {
  const approvals = new Approvals()
  const { signal } = new AbortController()
  const now = Date.now()
  const first = approvals.wait(approval('1'), signal, now)
  const twin = approvals.wait(approval('1'), signal, now)
  const other = approvals.wait(approval('2'), signal, now)
  const late = approvals.wait(approval('3', now + 5), signal, now)
  const abort = new AbortController()
  const aborted = approvals.wait(approval('4'), abort.signal, now)
  approvals.answered('1')
  abort.abort()
  expect(await Promise.all([first, twin, late, aborted])).toEqual([
    'answered',
    'answered',
    'expired',
    'aborted',
  ])
  approvals.leave()
  expect(await other).toBe('left')
  expect(await approvals.wait(approval('5'), abort.signal, now)).toBe('aborted')
})

test('the clock of a handoff runs only while nobody holds it', async () => {
  vi.useFakeTimers()
  try {
    const ended = vi.fn()
    const clock = new HopClock(100, ended)
    await vi.advanceTimersByTimeAsync(60)
    clock.hold()
    clock.hold()
    await vi.advanceTimersByTimeAsync(10_000)
    clock.letGo()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ended).not.toHaveBeenCalled()
    clock.letGo()
    await vi.advanceTimersByTimeAsync(30)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(20)
    expect(ended).toHaveBeenCalledTimes(1)
    const stopped = new HopClock(10, ended)
    stopped.hold()
    stopped.stop()
    stopped.letGo()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})
