// Documents of blocks in blocks through all of the gate: six kinds, 28 deep. With work that doubles at any of its stages
// these tests would not end.

import { expect, test } from 'vitest'
import { z } from 'zod'
import { aTool, openGate } from '../fixtures/open-gate.js'

const Node: z.ZodType = z.lazy(() =>
  z.discriminatedUnion('type', [
    ...(['p', 'h1', 'li', 'ul', 'quote', 'b'] as const).map((kind) =>
      z.object({ type: z.literal(kind), text: z.string().optional(), children: z.array(Node).optional() }),
    ),
  ] as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>]),
)
const page = z.object({ doc: Node })

function nested(depth: number, innermost: object): object {
  return depth === 0 ? innermost : { type: 'li', text: 'a text', children: [nested(depth - 1, innermost)] }
}
const good = { doc: nested(28, { type: 'p' }) }
const bad = { doc: nested(28, { type: 'bogus' }) }

test('a good one is read, and given back', async () => {
  const { session } = openGate([aTool({ input: page, output: page, run: (input: unknown) => input })])
  expect(await session.call({ id: '1', name: 'probe', args: good })).toMatchObject({
    status: 'ok',
    value: good,
  })
  expect(await session.call({ id: '2', name: 'probe', args: JSON.stringify(good) })).toMatchObject({
    status: 'ok',
  })
})

test('a bad one is refused, and says what kinds there are', async () => {
  const { session } = openGate([aTool({ input: page })])
  const { status, model } = await session.call({ id: '1', name: 'probe', args: bad })
  expect(status).toBe('error')
  expect(model).toMatch(/children\[0\]\.type: want one of p, h1, li, ul, quote, b; got "bogus"/)
})

test('a bad result does not leave', async () => {
  const { session } = openGate([aTool({ output: page, run: () => bad })])
  expect(await session.call({ id: '1', name: 'probe' })).toMatchObject({
    status: 'error',
    error: { code: 'result_invalid' },
  })
})

test('one that would be written is judged text by text', async () => {
  const { session } = openGate([aTool({ input: page, effect: 'write' })], { mode: 'ask' })
  expect((await session.call({ id: '1', name: 'probe', args: good })).status).toBe('held')
})
