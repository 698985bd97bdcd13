import { describe, expect, test } from 'vitest'
import { callIdOf } from '../../src/args/read-call.js'
import { aTool, latch, openGate } from '../fixtures/open-gate.js'

const own = 'x'.repeat(256)
const long = 'x'.repeat(1_000_000)

describe('the id of a call', () => {
  test('is the caller’s own up to 256 characters, and a digest beyond', async () => {
    const { session, events } = openGate([aTool()])
    expect((await session.call({ id: own, name: 'probe' })).callId).toBe(own)
    const { callId } = await session.call({ id: long, name: 'probe' })
    expect(callId).toMatch(/^call_[\w-]{43}$/)
    for (const event of events) if ('callId' in event) expect(event.callId.length).toBeLessThanOrEqual(256)
    expect(JSON.stringify(events)).not.toContain(`${own}x`)
  })

  test('a long one is found again by what the caller knows, and by what the outcome says', async () => {
    const { session } = openGate([aTool()])
    const first = await session.call({ id: long, name: 'probe' })
    expect(session.outcome(long)).toBe(session.outcome(first.callId))
    expect(session.outcome(long)!.callId).toBe(first.callId)
    expect((await session.call({ id: long, name: 'probe' })).replayed).toBe('id')
  })

  test('two long ones that begin alike are two', async () => {
    let runs = 0
    const { session } = openGate([aTool({ effect: 'write', run: () => ++runs })])
    const [one, other] = await session.callAll([
      { id: `${long}a`, name: 'probe' },
      { id: `${long}b`, name: 'probe' },
    ])
    expect(one!.callId).not.toBe(other!.callId)
    expect(runs).toBe(2)
    expect(callIdOf(`${own}a`)).not.toBe(callIdOf(`${own}b`))
  })

  test('a long one stops its call', async () => {
    const started = latch()
    const { session } = openGate([
      aTool({
        run: (_input: unknown, { signal }: { signal: AbortSignal }) => {
          started.open()
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped'))),
          )
        },
      }),
    ])
    const call = session.call({ id: long, name: 'probe' })
    await started.opened
    session.abort(long)
    expect(await call).toMatchObject({ error: { code: 'aborted' } })
  })
})
