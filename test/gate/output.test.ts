// What a declared output lets out: what it declares, whichever library wrote it.

import { type } from 'arktype'
import { createGate, jsonSchema, type ToolSchema, tool } from 'sallyport'
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

test('a write that has run is not offered to be tried again when its output check is aborted', async () => {
  const abort = new AbortController()
  const write = tool({
    name: 'write_it',
    description: 'Writes.',
    useWhen: 'asked to',
    effect: 'write',
    input: z.object({}),
    output: z.object({ n: z.number() }).refine(async () => {
      abort.abort()
      return new Promise<boolean>(() => {})
    }),
    run: () => ({ n: 1 }),
  })
  const session = createGate({ tools: [write], mode: 'observe' }).session({
    tenant: 'a',
    user: 'u',
    conversation: 'c',
  })
  const outcome = await session.call({ id: '1', name: 'write_it', args: {} }, { signal: abort.signal })
  expect(outcome).toMatchObject({ error: { code: 'aborted', retryable: false } })
})
