import type { Principal } from 'sallyport'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, callOnce, codeOf, openGate, PRINCIPAL } from '../fixtures/open-gate.js'
import { failOnUnhandled } from '../fixtures/unhandled.js'

failOnUnhandled()
afterEach(() => void vi.useRealTimers())

const throwing = () => {
  throw new Error('directory down')
}

describe('a permission', () => {
  const cases: [what: string, answer: () => unknown, verdict: 'ok' | 'not_permitted'][] = [
    ['that says yes allows', () => true, 'ok'],
    ['that says yes later allows', async () => true, 'ok'],
    ['that says no denies', () => false, 'not_permitted'],
    ['that says no later denies', async () => false, 'not_permitted'],
    ['that throws denies', throwing, 'not_permitted'],
    ['that rejects denies', async () => throwing(), 'not_permitted'],
    ['that answers nothing denies', () => undefined, 'not_permitted'],
    ['that answers null denies', () => null, 'not_permitted'],
    ['that answers a word denies', () => 'no', 'not_permitted'],
    ['that answers an object denies', () => ({ allowed: false }), 'not_permitted'],
  ]

  test.each(cases)('predicate %s', async (_, permission, verdict) => {
    const outcome = await callOnce({ permission })
    expect(codeOf(outcome) ?? outcome.status).toBe(verdict)
    if (verdict !== 'ok') expect(outcome).toMatchObject({ status: 'denied', error: { retryable: false } })
  })

  test.each(cases)('text, asked of can, %s', async (_, can, verdict) => {
    const outcome = await callOnce({ permission: 'awards:read' }, {}, { can: can as () => boolean })
    expect(codeOf(outcome) ?? outcome.status).toBe(verdict)
  })

  test.each<[how: string, over: AnyToolOptions, can: () => Promise<boolean>]>([
    ['predicate', { permission: () => new Promise(() => {}) }, async () => true],
    ['text', { permission: 'awards:read' }, () => new Promise(() => {})],
  ])('%s that hangs denies', async (_, over, can) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { session } = openGate([aTool(over)], { can })
    const outcome = session.call({ id: 'c1', name: 'probe' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toMatchObject({ status: 'denied', error: { code: 'not_permitted' } })
  })

  test('that throws or hangs is told to the log', async () => {
    const { lines } = await callOnce({ permission: throwing })
    expect(lines).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ err: new Error('directory down') }) }),
    )
  })

  test.each(['can', 'predicate'])('%s is given the principal, frozen', async (how) => {
    const asked = vi.fn((..._: unknown[]) => true)
    const { session } = openGate(
      [aTool({ permission: how === 'can' ? 'awards:read' : asked })],
      { can: asked as never },
      { groups: ['staff'], claims: { level: 3 } },
    )
    await session.call({ id: 'c1', name: 'probe' })
    const principal = asked.mock.calls[0]?.at(-1) as Principal
    expect(principal).toEqual({ ...PRINCIPAL, groups: ['staff'], claims: { level: 3 } })
    for (const part of [principal, principal.groups, principal.claims])
      expect(part).toSatisfy(Object.isFrozen)
    if (how === 'can') expect(asked.mock.calls[0]?.[0]).toBe('awards:read')
  })

  test('is asked at every call', async () => {
    let allowed = true
    const { session } = openGate([aTool({ permission: () => allowed, cache: { ttlMs: 60_000 } })])
    const call = (id: string) => session.call({ id, name: 'probe', args: { n: 1 } })
    expect(await call('c1')).toMatchObject({ status: 'ok' })
    allowed = false
    // Not even a kept outcome answers who may not ask.
    expect(await call('c2')).toMatchObject({ status: 'denied' })
  })

  test('is asked before arguments are looked at, so that a denied caller learns nothing of the schema', async () => {
    const validate = vi.fn(() => true)
    const run = vi.fn()
    const permission = () => false
    const over = { permission, run, input: z.object({ n: z.number().refine(validate) }) }
    const texts = []
    for (const args of [{ n: 1 }, { n: 'x' }, { wrong: 1 }, 'no json', '{"__proto__":1}', undefined, 7]) {
      const outcome = await callOnce(over, args)
      expect(codeOf(outcome)).toBe('not_permitted')
      texts.push(outcome.model)
    }
    expect(new Set(texts).size).toBe(1)
    expect(validate).not.toHaveBeenCalled()
    expect(run).not.toHaveBeenCalled()
  })

  test("is asked before arguments are read: a denied caller's are not touched", async () => {
    const read = vi.fn(() => 1)
    const args = Object.defineProperty({}, 'n', { enumerable: true, get: read })
    expect(codeOf(await callOnce({ permission: () => false }, args))).toBe('not_permitted')
    expect(read).not.toHaveBeenCalled()
  })

  test('is not asked for a tool that is withheld', async () => {
    const permission = vi.fn(() => true)
    const { session } = openGate([aTool({ permission })], {}, { grant: [] })
    await session.call({ id: 'c1', name: 'probe' })
    expect(permission).not.toHaveBeenCalled()
  })
})

describe('rules of the operator', () => {
  const tools = [aTool(), aTool({ name: 'purge', effect: 'destroy' })]
  test.each<[what: string, rules: object[], verdicts: [string, string]]>([
    ['none allow all', [], ['ok', 'ok']],
    ['deny by name', [{ id: 'r', deny: { tools: ['purge'] } }], ['ok', 'not_permitted']],
    ['deny by effect', [{ id: 'r', deny: { effects: ['destroy'] } }], ['ok', 'not_permitted']],
    ['allow, and so deny the rest', [{ id: 'r', allow: { tools: ['probe'] } }], ['ok', 'not_permitted']],
    [
      'deny more than another allows',
      [
        { id: 'a', allow: { tools: ['*'] } },
        { id: 'd', deny: { effects: ['destroy'] } },
      ],
      ['ok', 'not_permitted'],
    ],
  ])('%s', async (_, rules, verdicts) => {
    const { session } = openGate(tools, { rules: rules as never, mode: 'ask' }, { task: ['purge'] })
    const names = ['probe', 'purge']
    const outcomes = await session.callAll(names.map((name) => ({ id: name, name })))
    expect(outcomes.map((outcome) => codeOf(outcome) ?? outcome.status)).toEqual(verdicts)
    for (const outcome of outcomes) if (codeOf(outcome)) expect(outcome.status).toBe('denied')
  })
})
