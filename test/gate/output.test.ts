// What a declared output lets out: what it declares, whichever library wrote it.

import { type } from 'arktype'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createGate } from '../../src/gate/create-gate.js'
import { jsonSchema, type ToolSchema } from '../../src/tool/schema.js'
import { tool } from '../../src/tool/tool.js'

function outcomeOf(output: ToolSchema, result: unknown) {
  const probe = tool({
    name: 'probe',
    description: 'Gives what it was told to give.',
    useWhen: 'A test needs it.',
    input: z.object({}),
    output,
    effect: 'read',
    run: () => result as never,
  })
  const gate = createGate({ tools: [probe], log: false } as never)
  return gate.session({ user: 'u', conversation: 'c' } as never).call({ id: 'c1', name: 'probe', args: {} })
}

const row = jsonSchema({
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
})

describe('output', () => {
  test.each<[string, ToolSchema]>([
    ['a foreign schema', row],
    ['arktype, which keeps further keys', type({ id: 'string' })],
    ['zod', z.object({ id: z.string() })],
  ])('%s: an undeclared key reaches neither value, page nor model', async (_what, output) => {
    const outcome = await outcomeOf(output, { id: '1', secret: 'hunter2' })
    expect(outcome).toMatchObject({ status: 'ok', value: { id: '1' } })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  test('a result that does not fit a foreign schema is refused', async () => {
    const outcome = await outcomeOf(row, { id: 42, secret: 'hunter2' })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'result_invalid' } })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })
})
