// Whatever a model streams: the run ends, as data, and each call in the conversation has its result.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, agentTool, handoff } from '../../../src/agents/index.js'
import { wholePairs } from '../../../src/agents/run/messages.js'
import type { Model } from '../../../src/agents/run/model.js'
import { runAgent } from '../../../src/agents/run/run.js'
import { makeTools, openSession } from '../kit.js'

const tools = makeTools()
const target = agent({ name: 'Target', instructions: 'Target', tools: [tools.search, tools.execute] })
const source = agent({
  name: 'Source',
  instructions: 'Source',
  tools: [tools.search],
  handoffs: [handoff(target), agentTool(target)],
})

const id = fc.constantFrom('1', '2', '')
const part = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('text-delta'), id, delta: fc.string() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('tool-call'),
      toolCallId: fc.constantFrom('1', '2', '3'),
      toolName: fc.constantFrom(
        'search',
        'execute_code',
        'transfer_to_Target',
        'ask_Target',
        '__proto__',
        'no such',
      ),
      input: fc.oneof(fc.json(), fc.constantFrom('{}', '{"query":"x"}', '{"task":"x"}', '{"tas', '')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('error', 'tool-call', 'text-start', 'raw', 'x'), id }),
  },
  { weight: 1, arbitrary: fc.anything() },
)
const finish = fc.record({
  type: fc.constant('finish'),
  finishReason: fc.oneof(
    { weight: 9, arbitrary: fc.constant({ unified: 'tool-calls' }) },
    { weight: 1, arbitrary: fc.constantFrom({ unified: 'length' }, 'stop', undefined) },
  ),
  usage: fc.constantFrom(undefined, { inputTokens: { total: 1 }, outputTokens: { total: Number.NaN } }),
})
const turns = fc.array(
  fc.tuple(fc.array(part, { maxLength: 5 }), finish).map(([parts, last]) => [...parts, last]),
  { minLength: 1, maxLength: 6 },
)

test('any stream comes to an end, with whole pairs, and no tool beyond the grant', async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (given) => {
      let turn = 0
      const prompts: unknown[][] = []
      const model: Model = {
        specificationVersion: 'v4',
        provider: 'test',
        modelId: 'test',
        doStream: async ({ prompt }) => {
          prompts.push([...prompt])
          return { stream: ReadableStream.from(given[turn++] ?? []) as never }
        },
      }
      tools.ran.length = 0
      const run = runAgent(source, { model, session: openSession(tools), input: 'go', maxTurns: 8 })
      const result = await run.result
      expect(['done', 'empty', 'stopped', 'error']).toContain(result.status)
      expect(wholePairs(result.messages)).toEqual(result.messages)
      for (const prompt of prompts) expect(wholePairs(prompt as never)).toEqual(prompt)
      expect(tools.ran).not.toContain('execute_code')
      expect(Number.isInteger(result.usage.inputTokens + result.usage.outputTokens)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
