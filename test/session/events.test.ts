import { setImmediate as tick } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { EventHub, type SessionEvent, type Timer } from '../../src/session/events.js'
import type { Progress } from '../../src/tool/context.js'
import type { Outcome } from '../../src/tool/outcome.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'
import { workOf } from '../fixtures/work.js'

expectNoUnhandled()

const outcome = { callId: 'c1', tool: 'search', status: 'ok' } as Outcome
const ofCall = (callId: string) => ({ callId, tool: 'search', at: 0 })
const started = (callId = 'c1'): SessionEvent => ({ type: 'call.started', ...ofCall(callId) })
const finished = (callId = 'c1'): SessionEvent => ({ type: 'call.finished', ...ofCall(callId), outcome })
const progress = (step: unknown, callId = 'c1'): SessionEvent => ({
  type: 'call.progress',
  ...ofCall(callId),
  progress: step as Progress,
})

/** A clock with timers that only `pass` moves. */
function time() {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const timer: Timer = (run, ms) => {
    const entry = { at: now + ms, run }
    timers.add(entry)
    return () => timers.delete(entry)
  }
  const pass = (ms: number) => {
    const until = now + ms
    for (;;) {
      const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      timers.delete(next)
      now = next.at
      next.run()
    }
    now = until
  }
  return {
    clock: () => now,
    timer,
    pass,
    timers,
    turnBack: (ms: number) => {
      now -= ms
    },
  }
}

function hubWith(listening = true) {
  const { pass, timers, turnBack, ...options } = time()
  const faults: unknown[] = []
  const hub = new EventHub({ ...options, onFault: (error) => faults.push(error) })
  const heard: SessionEvent[] = []
  const at: number[] = []
  if (listening) {
    hub.on((event) => {
      heard.push(event)
      at.push(options.clock())
    })
  }
  const steps = () => heard.flatMap((event) => (event.type === 'call.progress' ? [event.progress.done] : []))
  return { hub, heard, at, steps, faults, pass, timers, turnBack }
}

const typesOf = (events: readonly SessionEvent[]) => events.map(({ type }) => type)

async function readAll(reader: AsyncIterable<SessionEvent>): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for await (const event of reader) events.push(event)
  return events
}

describe('progress of a call', () => {
  test('is told at once the first time, then at most 20 times in any second', () => {
    const { hub, at, steps, pass } = hubWith()
    hub.emit(started())
    for (let done = 0; done < 5_000; done++) {
      hub.emit(progress({ done }))
      pass(1)
    }
    hub.emit(finished())
    expect(steps()[0]).toBe(0)
    const told = at.slice(1, -1)
    for (const from of told)
      expect(told.filter((when) => when >= from && when < from + 1_000).length).toBeLessThanOrEqual(20)
    expect(told.length).toBeGreaterThan(90)
  })

  test('ends with the last one, before the call is finished', () => {
    const { hub, heard, steps } = hubWith()
    hub.emit(started())
    for (const done of [1, 2, 3]) hub.emit(progress({ done }))
    hub.emit(finished())
    expect(typesOf(heard)).toEqual(['call.started', 'call.progress', 'call.progress', 'call.finished'])
    expect(steps()).toEqual([1, 3])
  })

  test('is told after a while even when no more comes', () => {
    const { hub, steps, pass } = hubWith()
    hub.emit(started())
    hub.emit(progress({ done: 1 }))
    hub.emit(progress({ done: 2 }))
    expect(steps()).toEqual([1])
    pass(60)
    expect(steps()).toEqual([1, 2])
  })

  test('is dropped after the end, and before the start', () => {
    const { hub, heard, pass, timers } = hubWith()
    hub.emit(progress({ done: 0 }))
    hub.emit(started())
    hub.emit(progress({ done: 1 }))
    hub.emit(finished())
    hub.emit(progress({ done: 2 }))
    pass(1_000)
    expect(typesOf(heard)).toEqual(['call.started', 'call.progress', 'call.finished'])
    expect(timers.size).toBe(0)
  })

  test('of two calls is told apart', () => {
    const { hub, heard } = hubWith()
    for (const id of ['a', 'b']) hub.emit(started(id))
    for (const id of ['a', 'b']) hub.emit(progress({ done: 1 }, id))
    for (const id of ['a', 'b']) hub.emit(progress({ done: 2 }, id))
    hub.emit(finished('a'))
    const told = heard.flatMap((event) =>
      event.type === 'call.progress' ? [[event.callId, event.progress.done]] : [],
    )
    expect(told).toEqual([
      ['a', 1],
      ['b', 1],
      ['a', 2],
    ])
  })

  test('goes on while another call with the same id is open', () => {
    const { hub, steps, pass } = hubWith()
    hub.emit(started())
    hub.emit(started())
    hub.emit(finished())
    hub.emit(progress({ done: 1 }))
    hub.emit(finished())
    pass(100)
    hub.emit(progress({ done: 2 }))
    expect(steps()).toEqual([1])
  })

  test('is not silenced by a clock that was put back', () => {
    const { hub, steps, turnBack, pass } = hubWith()
    pass(100_000)
    hub.emit(started())
    hub.emit(progress({ done: 1 }))
    turnBack(90_000)
    hub.emit(progress({ done: 2 }))
    expect(steps()).toEqual([1, 2])
  })

  test.each<[string, unknown, Progress]>([
    [
      'numbers and a message',
      { done: 1, total: 3, message: 'asking' },
      { done: 1, total: 3, message: 'asking' },
    ],
    ['data', { data: { rows: [1] } }, { data: { rows: [1] } }],
    ['what is no number', { done: '1', total: Number.NaN }, {}],
    ['keys that nobody declared', { done: 1, type: 'call.finished', callId: 'other' }, { done: 1 }],
    ['a long message', { message: 'm'.repeat(10_000) }, { message: 'm'.repeat(300) }],
    ['a message cut in an emoji', { message: `${'m'.repeat(299)}😀` }, { message: 'm'.repeat(299) }],
    ['a lone surrogate', { message: '\ud800' }, { message: '\ufffd' }],
    ['data that is too much', { done: 1, data: 'd'.repeat(20_000) }, { done: 1 }],
    ['nothing', undefined, {}],
    ['no object', 7, {}],
    ['a bigint', { done: 1, data: 1n }, {}],
    [
      'a getter that throws',
      {
        get done() {
          throw new Error('no')
        },
      },
      {},
    ],
  ])('that holds %s is plain and bounded data', (_, step, told) => {
    const { hub, heard } = hubWith()
    hub.emit(started())
    hub.emit(progress(step))
    expect(heard[1]).toMatchObject({ type: 'call.progress', callId: 'c1' })
    expect((heard[1] as { progress: Progress }).progress).toEqual(told)
  })

  test('keeps its order and its last step, whatever the pace', () => {
    const pace = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(pace, (pauses) => {
        const { hub, heard, steps, pass } = hubWith()
        hub.emit(started())
        pauses.forEach((ms, done) => {
          hub.emit(progress({ done }))
          pass(ms)
        })
        hub.emit(finished())
        pass(1_000)
        const told = steps() as number[]
        expect(told).toEqual([...new Set(told)].sort((a, b) => a - b))
        expect(told.at(-1)).toBe(pauses.length - 1)
        expect(heard.at(-1)?.type).toBe('call.finished')
      }),
      { numRuns: 100 },
    )
  })
})

describe('listeners', () => {
  test('hear each event at once, until they are taken away', () => {
    const { hub } = hubWith(false)
    const heard = vi.fn()
    const off = hub.on(heard)
    hub.emit(started())
    expect(heard).toHaveBeenCalledTimes(1)
    off()
    off()
    hub.emit(finished())
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('that throw or reject hurt nobody, and are reported', async () => {
    const { hub, faults } = hubWith(false)
    hub.on(() => {
      throw new Error('thrown')
    })
    hub.on(async () => {
      throw new Error('rejected')
    })
    const heard = vi.fn()
    hub.on(heard)
    hub.emit(started())
    await tick()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(faults.map(String)).toEqual(['Error: thrown', 'Error: rejected'])
  })

  test('that throw hurt nobody even when the report throws as well', async () => {
    const hub = new EventHub({
      onFault: () => {
        throw new Error('the log is full')
      },
    })
    hub.on(() => {
      throw new Error('thrown')
    })
    hub.on(async () => {
      throw new Error('rejected')
    })
    const heard = vi.fn()
    hub.on(heard)
    for (const event of [started(), finished()]) hub.emit(event)
    await tick()
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('all hear the same order, when one of them causes an event', () => {
    const { hub } = hubWith(false)
    hub.on((event) => {
      if (event.type === 'call.started') hub.emit(finished())
    })
    const heard: string[] = []
    hub.on(({ type }) => heard.push(type))
    hub.emit(started())
    expect(heard).toEqual(['call.started', 'call.finished'])
  })

  test('may come, go and close while an event is told', () => {
    const { hub } = hubWith(false)
    const late = vi.fn()
    const off = hub.on(() => {
      off()
      hub.on(late)
    })
    hub.emit(started())
    expect(late).not.toHaveBeenCalled()
    hub.on(() => hub.close())
    hub.emit(finished())
    hub.emit(started())
    expect(late).toHaveBeenCalledTimes(1)
  })

  test('cannot change what others hear', () => {
    const { hub, faults } = hubWith(false)
    hub.on((event) => {
      ;(event as { tool: string }).tool = 'other'
    })
    const heard = vi.fn()
    hub.on(heard)
    hub.emit(started())
    expect(heard).toHaveBeenCalledWith(started())
    expect(faults).toHaveLength(1)
  })
})

describe('readers', () => {
  test('are independent, and each gets all from when it came', async () => {
    const { hub } = hubWith(false)
    const first = hub[Symbol.asyncIterator]()
    hub.emit(started())
    const second = hub[Symbol.asyncIterator]()
    hub.emit(finished())
    hub.close()
    expect(typesOf(await readAll(first))).toEqual(['call.started', 'call.finished'])
    expect(typesOf(await readAll(second))).toEqual(['call.finished'])
  })

  test('that wait get an event as it happens', async () => {
    const { hub } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    const [one, two] = [reader.next(), reader.next()]
    hub.emit(started())
    hub.emit(finished())
    expect(await one).toEqual({ done: false, value: started() })
    expect(await two).toEqual({ done: false, value: finished() })
  })

  test('end when the hub is closed, waiting or not, after what is queued', async () => {
    const { hub } = hubWith(false)
    const waiting = readAll(hub)
    await tick()
    hub.emit(started())
    hub.close()
    expect(typesOf(await waiting)).toEqual(['call.started'])
    expect(await readAll(hub)).toEqual([])
    hub.emit(finished())
  })

  test('that break are freed', async () => {
    const { hub } = hubWith(false)
    const push = vi.fn()
    const breaking = (async () => {
      for await (const event of hub) {
        push(event)
        break
      }
    })()
    await tick()
    hub.emit(started())
    await breaking
    const getter = vi.fn(() => 1)
    hub.emit(started('c2'))
    hub.emit(progress(Object.defineProperty({}, 'done', { get: getter }), 'c2'))
    expect(push).toHaveBeenCalledTimes(1)
    expect(getter).not.toHaveBeenCalled()
  })

  test('that return while they wait are let go', async () => {
    const { hub } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    const waiting = reader.next()
    await reader.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
    hub.emit(started())
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })
})

describe('a slow reader', () => {
  test('loses progress first', async () => {
    const { hub, pass } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    hub.emit(started('long'))
    for (let done = 0; done < 2_000; done++) {
      hub.emit(progress({ done }, 'long'))
      pass(60)
    }
    for (let id = 0; id < 600; id++) {
      hub.emit(started(`c${id}`))
      hub.emit(finished(`c${id}`))
    }
    hub.close()
    const events = await readAll(reader)
    expect(events.filter(({ type }) => type === 'call.progress')).toEqual([])
    expect(events.filter(({ type }) => type === 'call.started')).toHaveLength(601)
    expect(events.filter(({ type }) => type === 'call.finished')).toHaveLength(600)
  })

  test('gets ids only once a thousand events are queued, and the order stays', async () => {
    const { hub } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    for (let id = 0; id < 1_500; id++) hub.emit(finished(`c${id}`))
    hub.close()
    const events = await readAll(reader)
    expect(events.map((event) => 'callId' in event && event.callId)).toEqual(
      Array.from({ length: 1_500 }, (_, id) => `c${id}`),
    )
    expect(events.slice(0, 1_000).every((event) => 'outcome' in event)).toBe(true)
    expect(events.slice(1_000).some((event) => 'outcome' in event)).toBe(false)
  })

  test('does not make others lose anything', async () => {
    const { hub, heard } = hubWith()
    hub[Symbol.asyncIterator]()
    for (let id = 0; id < 1_500; id++) hub.emit(finished(`c${id}`))
    expect(heard.every((event) => 'outcome' in event)).toBe(true)
  })

  test('that catches up gets payloads and progress again', async () => {
    const { hub, pass } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    for (let id = 0; id < 1_200; id++) hub.emit(finished(`c${id}`))
    for (let id = 0; id < 1_200; id++) await reader.next()
    hub.emit(started())
    pass(100)
    hub.emit(progress({ done: 1 }))
    hub.emit(finished())
    hub.close()
    const rest = await readAll(reader)
    expect(typesOf(rest)).toEqual(['call.started', 'call.progress', 'call.finished'])
    expect(rest[2]).toHaveProperty('outcome')
  })

  test('that has stopped reading is given up, reads what was queued, and is told where the gap is', async () => {
    const { hub } = hubWith(false)
    const reader = hub[Symbol.asyncIterator]()
    for (let id = 0; id < 10_001; id++) hub.emit(started(`c${id}`))
    for (let id = 0; id < 10_000; id++) {
      expect((await reader.next()).value).toMatchObject({ callId: `c${id}` })
    }
    await expect(reader.next()).rejects.toThrow('Events were lost')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })
})

describe('cost', () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const heap = () => {
    gc()
    return process.memoryUsage().heapUsed
  }

  test.each([10_000, 100_000])(
    '%i progress events hold memory flat, for listeners and for a reader that never reads',
    (count) => {
      const { hub, pass } = hubWith(false)
      hub.on(() => {})
      const reader = hub[Symbol.asyncIterator]()
      hub.emit(started())
      const before = heap()
      for (let done = 0; done < count; done++) {
        hub.emit(
          progress({ done, total: count, message: `row ${done} of many, in a message of some length` }),
        )
        if (done % 100 === 0) pass(60)
      }
      expect(heap() - before).toBeLessThan(1024 * 1024)
      hub.emit(finished())
      void reader.return?.()
    },
  )

  test('a hundred thousand calls leave nothing behind', () => {
    const { hub } = hubWith(false)
    const before = heap()
    for (let id = 0; id < 100_000; id++) {
      hub.emit(started(`c${id}`))
      hub.emit(finished(`c${id}`))
    }
    expect(heap() - before).toBeLessThan(1024 * 1024)
    hub.close()
  })

  test('without reader and listener an event costs next to nothing', () => {
    const { hub } = hubWith(false)
    hub.emit(started())
    const step = progress({ done: 1 })
    const work = workOf(() => {
      for (let time = 0; time < 1_000_000; time++) hub.emit(step)
    })
    // About 10 ns each where nothing else runs.
    expect(work).toBeLessThan(500)
  })

  test('the real timer tells what waits, and does not keep the process alive', async () => {
    const timeouts = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const hub = new EventHub()
    const heard = vi.fn()
    hub.on(heard)
    hub.emit(started())
    hub.emit(progress({ done: 1 }))
    const before = timeouts()
    hub.emit(progress({ done: 2 }))
    expect(timeouts()).toBe(before)
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(progress({ done: 2 })))
    hub.close()
  })
})
