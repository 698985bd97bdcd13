// What callers are told of handles: which tools give one, which may take one, and what a session without handles sees.

import { createGate, DefinitionError, handleDependency, kind, type Outcome, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Order, OrderEntity, openDesk } from '../../fixtures/desk.js'
import { aTool } from '../../fixtures/open-gate.js'

let calls = 0
type Asker = Pick<ReturnType<typeof openDesk>['session'], 'call'>
const ask = (session: Asker, name: string, args: unknown) => session.call({ id: `w${++calls}`, name, args })
const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : undefined)

test('a handle is not narrowed to a tool that is not there', async () => {
  const { session } = openDesk()
  const { handles } = await ask(session, 'find_orders', { count: 1 })
  const narrowed = session.handles.attenuate(handles[0]?.handle as string, { tools: ['show_ordr'] })
  await expect(narrowed).rejects.toThrow(DefinitionError)
  await expect(narrowed).rejects.toThrow("there is no tool 'show_ordr'; did you mean 'show_order'?")
  const card = await session.handles.attenuate(handles[0]?.handle as string, { tools: ['show_order'] })
  expect(card.handle).not.toBe(handles[0]?.handle)
})

test('who has no handle is sent to tools that need none', async () => {
  const rename = tool({
    name: 'a_rename',
    description: 'Renames.',
    useWhen: 'always',
    effect: 'derive',
    input: z.object({ order: Order.handle() }),
    output: z.object({ order: Order.handle() }),
    run: ({ order }) => ({ order }),
  })
  const load = tool({
    name: 'load',
    description: 'Loads.',
    useWhen: 'always',
    effect: 'read',
    input: z.object({}),
    output: z.object({ order: Order.handle() }),
    run: () => ({ order: new OrderEntity(1, 'u-17') }),
  })
  const gate = createGate({ tools: [rename, load], kinds: [Order], mode: 'observe' })
  const of = (conversation: string) => gate.session({ tenant: 'acme', user: 'u-17', conversation })
  const { handles } = await ask(of('other'), 'load', {})
  const lost = await ask(of('c-1'), 'a_rename', { order: handles[0]?.handle })
  expect(lost.model).toMatch(/Get one from load\.$/)
})

test('a row that is written oddly is answered with how it is written', async () => {
  const { session } = openDesk()
  const { handles } = await ask(session, 'find_orders', { count: 20 })
  const list = handles[0]?.handle
  const odd = await ask(session, 'show_order', { order: `${list}.00` })
  expect(odd.model).toContain(`Did you mean ${list}.0?`)
})

describe('handleDependency', () => {
  const gives = aTool({ name: 'gives', run: () => new OrderEntity(1, 'u-17') })
  const Plain = kind('plain', { schema: z.object({ a: z.string() }) })

  test('of a tool without output it is not known', () => {
    expect(handleDependency(gives)).toBe('unknown')
    expect(handleDependency(gives, { kinds: [Order] })).toBe('unknown')
    expect(handleDependency(aTool({ output: z.object({}) }))).toBe('none')
  })

  test('unless no kind of the gate finds its values by itself', () => {
    expect(handleDependency(gives, { kinds: [] })).toBe('none')
    expect(handleDependency(gives, { kinds: [Plain] })).toBe('none')
  })
})

describe('a session without handles', () => {
  test('is shown no form of a handle, under any profile', () => {
    const { open } = openDesk()
    const native = open({ handles: false })
    for (const profile of [undefined, 'anthropic', 'openai-strict'] as const) {
      const shown = JSON.stringify(native.tools(profile))
      expect(shown).toContain('must be a value of kind order')
      expect(shown).not.toMatch(/\^order_|x-sallyport-handle|exactly as shown/)
    }
    expect(JSON.stringify(open().tools())).toContain('^order_')
  })

  test.each<[what: string, order: unknown]>([
    ['a text', 'junk'],
    ['a number', 5],
    ['another object', { number: 1 }],
  ])('is told what must stand there: %s', async (_, order) => {
    const { open, did } = openDesk()
    const outcome = await ask(open({ handles: false }), 'show_order', { order })
    expect(errorOf(outcome)).toMatchObject({
      code: 'invalid_arguments',
      category: 'arguments',
      path: '/order',
    })
    expect(outcome.model).toContain('order: must be a value of kind order')
    expect(did).toEqual([])
  })
})
