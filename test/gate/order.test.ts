import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, codeOf, latch, openGate, PRINCIPAL } from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()

const input = z.object({ ms: z.number().default(1) })

// The tools are made once, since each costs more than a call; every test has a gate, a log and a latch of its own.
let log: string[] = []
let held = latch()

/** A tool that notes when it starts and ends. */
const noting = (name: string, effect: string, over: AnyToolOptions = {}) =>
  aTool({
    name,
    effect,
    input,
    run: async ({ ms }: { ms: number }) => {
      log.push(`${name} starts`)
      await (name === 'held_write' ? held.opened : sleep(ms))
      log.push(`${name} ends`)
    },
    ...over,
  })
const tools = [
  ...['explain', 'read', 'derive', 'trigger', 'write', 'destroy'].map((effect) => noting(effect, effect)),
  ...['trigger', 'write', 'destroy'].map((effect) =>
    noting(`slow_${effect}`, effect, { permission: () => sleep(25, true) }),
  ),
  noting('picky_write', 'write', {
    input: z.object({ ms: z.number().transform((ms) => sleep(25, ms)) }),
  }),
  noting('denied_write', 'write', { permission: () => sleep(10, false) }),
  noting('failing_write', 'write', { run: () => Promise.reject(new Error('no')) }),
  noting('hanging_write', 'write', { run: () => new Promise(() => {}), limits: { timeoutMs: 20 } }),
  noting('held_write', 'write'),
]

/** A session with these tools. */
function diary() {
  log = []
  held = latch()
  const gate = openGate(tools)
  let id = 0
  const call = (name: string, args: unknown = {}) => gate.session.call({ id: `c${++id}`, name, args })
  return { ...gate, log, call, open: held.open }
}

const one = (name: string) => [`${name} starts`, `${name} ends`]

describe('what changes something runs one after another, in order of arrival', () => {
  const changing = ['trigger', 'write', 'destroy']
  test.each(changing.flatMap((first) => changing.map((second) => [first, second])))(
    '%s, then %s',
    async (first, second) => {
      const { call, log } = diary()
      await Promise.all([call(first, { ms: 15 }), call(second)])
      expect(log).toEqual([...one(first), ...one(second)])
    },
  )

  test('however long each takes', async () => {
    const { call, log } = diary()
    await Promise.all([call('write', { ms: 20 }), call('trigger', { ms: 1 }), call('destroy', { ms: 10 })])
    expect(log).toEqual([...one('write'), ...one('trigger'), ...one('destroy')])
  })

  test('even when the first is slower to authorize', async () => {
    const { call, log } = diary()
    await Promise.all([call('slow_write'), call('write'), call('slow_trigger'), call('destroy')])
    expect(log).toEqual([...one('slow_write'), ...one('write'), ...one('slow_trigger'), ...one('destroy')])
  })

  test('even when the input of the first is slower to be made', async () => {
    const { call, log } = diary()
    await Promise.all([call('picky_write', { ms: 1 }), call('write')])
    expect(log).toEqual([...one('picky_write'), ...one('write')])
  })

  test.each([
    ['denied_write', 'not_permitted'],
    ['failing_write', 'internal'],
    ['hanging_write', 'timeout'],
  ])('and goes on after %s', async (name, code) => {
    const { call, log } = diary()
    const [stopped, next] = await Promise.all([call(name), call('write')])
    expect([codeOf(stopped), next.status]).toEqual([code, 'ok'])
    expect(log).toEqual(one('write'))
  })

  test.each([
    ['arguments that do not fit', 'write', { wrong: 1 }],
    ['a name that is unknown', 'wirte', {}],
  ])('and goes on after %s', async (_, name, args) => {
    const { call, log } = diary()
    const [stopped, next] = await Promise.all([call(name, args), call('write')])
    expect([stopped.status === 'ok', next.status]).toEqual([false, 'ok'])
    expect(log).toEqual(one('write'))
  })

  test('and the one behind runs when the one that waits before it is aborted', async () => {
    const { session, log, open } = diary()
    const names = ['held_write', 'trigger', 'destroy']
    const all = names.map((name) => session.call({ id: name, name }))
    session.abort('trigger')
    // It does not wait for its turn to end.
    expect(codeOf(await all[1]!)).toBe('aborted')
    expect(log).not.toContain('held_write ends')
    open()
    await Promise.all(all)
    expect(log).toEqual([...one('held_write'), ...one('destroy')])
  })

  test('and the one behind runs when the running one is aborted', async () => {
    const { session, log } = diary()
    const running = session.call({ id: 'a', name: 'held_write' })
    const next = session.call({ id: 'b', name: 'write' })
    await vi.waitFor(() => expect(log).toEqual(['held_write starts']))
    session.abort('a')
    expect([codeOf(await running), (await next).status]).toEqual(['aborted', 'ok'])
  })

  test('through all views and doors of a session', async () => {
    const { gate, call, log } = diary()
    const write = tools.find(({ name }) => name === 'write')!
    const view = gate.session(PRINCIPAL)
    await Promise.all([
      call('slow_write', { ms: 10 }),
      view.call({ id: 'v1', name: 'trigger' }),
      view.invoke(write, {}, { by: 'program' }),
    ])
    expect(log).toEqual([...one('slow_write'), ...one('trigger'), ...one('write')])
  })

  test('in a batch', async () => {
    const { session, log } = diary()
    const names = ['slow_write', 'trigger', 'slow_destroy', 'write']
    await session.callAll(names.map((name, id) => ({ id: `c${id}`, name, args: {} })))
    expect(log).toEqual(names.flatMap(one))
  })

  test('while other sessions wait for nobody', async () => {
    const { gate, call, log } = diary()
    const other = gate.session({ ...PRINCIPAL, conversation: 'c-2' })
    await Promise.all([call('write', { ms: 25 }), other.call({ id: 'o1', name: 'trigger' })])
    expect(log).toEqual(['write starts', 'trigger starts', 'trigger ends', 'write ends'])
  })
})

describe('other effects run at once', () => {
  test.each(['explain', 'read', 'derive'])('%s beside a write', async (effect) => {
    const { call, log, open } = diary()
    const write = call('held_write')
    await call(effect)
    open()
    await write
    // Each begins when its checks are done, so either may be the first.
    expect(log.toSorted()).toEqual(['held_write ends', 'held_write starts', ...one(effect)].toSorted())
    expect(log.at(-1)).toBe('held_write ends')
  })

  test('one beside the other', async () => {
    const { call, log } = diary()
    await Promise.all([call('read', { ms: 30 }), call('explain', { ms: 20 }), call('derive', { ms: 1 })])
    expect(log).toEqual([
      'read starts',
      'explain starts',
      'derive starts',
      'derive ends',
      'explain ends',
      'read ends',
    ])
  })

  test('the same tool beside itself, with other arguments', async () => {
    const { call, log } = diary()
    await Promise.all([call('read', { ms: 20 }), call('read', { ms: 10 })])
    expect(log).toEqual(['read starts', 'read starts', 'read ends', 'read ends'])
  })
})

describe('the deadline starts at run', () => {
  test('so that waiting for a place costs none of it', async () => {
    const tools = [
      aTool({ name: 'long', effect: 'write', run: () => sleep(60) }),
      aTool({ name: 'short', effect: 'write', run: () => sleep(1, 'done'), limits: { timeoutMs: 30 } }),
    ]
    const { session } = openGate(tools)
    const [, short] = await session.callAll([
      { id: 'a', name: 'long' },
      { id: 'b', name: 'short' },
    ])
    expect(short).toMatchObject({ status: 'ok', value: 'done' })
  })

  test('so that waiting for a slot costs none of it', async () => {
    const { session } = openGate([
      aTool({ run: () => sleep(25, 'done'), limits: { timeoutMs: 45, concurrency: 1 } }),
    ])
    const calls = [1, 2, 3].map((n) => ({ id: `c${n}`, name: 'probe', args: { n } }))
    expect((await session.callAll(calls)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  })
})

describe('concurrency', () => {
  test.each([1, 2, 3])('bounds the runs of a tool to %i in the whole gate', async (concurrency) => {
    let running = 0
    let most = 0
    const run = async () => {
      most = Math.max(most, ++running)
      await sleep(4)
      running--
    }
    const { gate } = openGate([aTool({ run, limits: { concurrency } })])
    const calls = Array.from({ length: 8 }, (_, n) =>
      gate
        .session({ ...PRINCIPAL, conversation: `c-${n % 3}` })
        .call({ id: `c${n}`, name: 'probe', args: { n } }),
    )
    expect((await Promise.all(calls)).every(({ status }) => status === 'ok')).toBe(true)
    expect(most).toBe(concurrency)
  })

  test('gives its slot back after a timeout, an abort and a throw', async () => {
    const { opened, open } = latch()
    const run = ({ n }: { n: number }) =>
      n === 1 ? new Promise(() => {}) : n === 2 ? Promise.reject(new Error('x')) : opened
    const { session } = openGate([aTool({ run, limits: { concurrency: 1, timeoutMs: 20 } })])
    const call = (n: number) => session.call({ id: `c${n}`, name: 'probe', args: { n } })
    const all = [call(1), call(2), call(3), call(4)]
    await sleep(1)
    session.abort('c4')
    open()
    expect((await Promise.all(all)).map((outcome) => codeOf(outcome) ?? outcome.status)).toEqual([
      'timeout',
      'internal',
      'ok',
      'aborted',
    ])
  })
})
