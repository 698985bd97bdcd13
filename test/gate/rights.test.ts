import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { aTool, codeOf, openGate, PRINCIPAL } from '../fixtures/open-gate.js'

const payroll = () =>
  aTool({
    name: 'payroll',
    cache: { ttlMs: 60_000 },
    permission: (principal: { groups: readonly string[] }) => principal.groups.includes('hr'),
    run: vi.fn((_input: unknown, ctx: { groups: readonly string[] }) => ({ salary: 1, seenBy: ctx.groups })),
  })

const CALL = { id: 'call_1', name: 'payroll', args: '{}' }

test('a repeated call id does not pass a permission that the view lacks', async () => {
  const { gate } = openGate([payroll()])
  const allowed = gate.session({ ...PRINCIPAL, groups: ['hr'] })
  const other = gate.session({ ...PRINCIPAL, groups: [] })
  expect(await allowed.call(CALL)).toMatchObject({ status: 'ok' })
  expect(codeOf(await other.call(CALL))).toBe('not_permitted')
  expect(other.outcome('call_1')).not.toHaveProperty('value')
})

test('a repeated call id does not pass a grant that the view lacks', async () => {
  const { gate } = openGate([payroll(), aTool({ name: 'hello' })])
  await gate.session({ ...PRINCIPAL, groups: ['hr'] }).call(CALL)
  const narrow = gate.session({ ...PRINCIPAL, groups: ['hr'], grant: ['hello'] })
  expect(codeOf(await narrow.call(CALL))).toBe('unknown_tool')
  expect(narrow.outcome('call_1')).not.toHaveProperty('value')
})

test('cache and single flight stay within equal rights', async () => {
  const run = vi.fn((_input: unknown, ctx: { groups: readonly string[] }) => ({ seenBy: ctx.groups }))
  const { gate } = openGate([aTool({ cache: { ttlMs: 60_000 }, run })])
  const [a, b] = [gate.session({ ...PRINCIPAL, groups: ['hr'] }), gate.session({ ...PRINCIPAL, groups: [] })]
  const seen = async (session: typeof a, id: string) => session.call({ id, name: 'probe', args: {} })
  const [one, two] = await Promise.all([seen(a, 'c1'), seen(b, 'c2')])
  expect(one).toMatchObject({ value: { seenBy: ['hr'] } })
  expect(two).toMatchObject({ value: { seenBy: [] } })
  expect(await seen(b, 'c3')).toMatchObject({ value: { seenBy: [] }, replayed: 'cache' })
})

test('a call whose arguments stand under a key of a provider runs nothing', async () => {
  const run = vi.fn(() => 1)
  const { session } = openGate([aTool({ run })])
  const outcome = await session.call({ id: 'c1', name: 'probe', arguments: { n: 1 } } as never)
  expect(codeOf(outcome)).toBe('invalid_arguments')
  expect(outcome.model).toContain("'arguments'")
  expect(run).not.toHaveBeenCalled()
})

test('an abort ends a call that waits for an earlier one of its id, and an aborted one is not shared', async () => {
  let done = () => {}
  const run = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
  const { session } = openGate([aTool({ run })])
  const first = session.call({ id: 'c1', name: 'probe', args: {} })
  const stop = new AbortController()
  const second = session.call({ id: 'c1', name: 'probe', args: {} }, { signal: stop.signal })
  stop.abort()
  expect(codeOf(await second)).toBe('aborted')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  session.abort()
  expect(codeOf(await first)).toBe('aborted')
  const again = session.call({ id: 'c1', name: 'probe', args: {} })
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  done()
  expect(await again).toMatchObject({ status: 'ok' })
})

test('progress of an ended call does not show up in a later call of its id', async () => {
  let late = () => {}
  const slow = aTool({
    name: 'slow',
    limits: { timeoutMs: 10 },
    run: (_input: unknown, ctx: { progress(step: object): void }) => {
      late = () => ctx.progress({ message: 'STALE' })
      return new Promise(() => {})
    },
  })
  const next = aTool({ name: 'next', run: () => late() })
  const { session } = openGate([slow, next])
  const heard: string[] = []
  session.on((event) => heard.push(event.type))
  await session.call({ id: 'c1', name: 'slow', args: {} })
  await session.call({ id: 'c1', name: 'next', args: {} })
  expect(heard).not.toContain('call.progress')
})

test('a session that was let go is collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { gate } = openGate([aTool()])
  const refs = Array.from(
    { length: 50 },
    (_, n) => new WeakRef(gate.session({ ...PRINCIPAL, conversation: `gone-${n}` })),
  )
  await vi.waitFor(() => {
    collect()
    expect(refs.filter((ref) => ref.deref()).length).toBeLessThan(5)
  })
  await gate.close()
})
