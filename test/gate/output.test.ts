// What a declared output lets out: what it declares, whichever library wrote it.

import { type } from 'arktype'
import { jsonSchema, type ToolSchema } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callOnce } from '../fixtures/open-gate.js'

const outcomeOf = (output: ToolSchema, result: unknown) => callOnce({ output, run: () => result })

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
    expect(JSON.stringify([outcome.model, outcome.ui, 'value' in outcome && outcome.value])).not.toContain(
      'hunter2',
    )
  })

  test('a result that does not fit a foreign schema is refused', async () => {
    const outcome = await outcomeOf(row, { id: 42, secret: 'hunter2' })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'result_invalid' } })
    expect(JSON.stringify([outcome.model, outcome.ui, 'value' in outcome && outcome.value])).not.toContain(
      'hunter2',
    )
  })
})
