import { createGate, type Tool, tool } from 'sallyport'
import { scriptedModel } from 'sallyport/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent, handoff } from '../../../src/agents/index.js'
import { runAgent } from '../../../src/agents/run/run.js'

const search = tool({
  name: 'search',
  description: 'Searches.',
  useWhen: 'something is looked for',
  input: z.object({ query: z.string() }),
  effect: 'read',
  run: ({ query }) => ({ found: [`${query} 1`, `${query} 2`] }),
})
const execute = tool({
  name: 'execute_code',
  description: 'Executes.',
  useWhen: 'code must run',
  input: z.object({ code: z.string() }),
  effect: 'read',
  run: ({ code }) => ({ ran: code }),
})

function session(tools: readonly Tool<never, never>[] = [search, execute] as never) {
  return createGate({ tools: tools as never }).session({ tenant: 't', user: 'u', conversation: 'c' })
}

test('an agent calls a tool and answers', async () => {
  const model = scriptedModel([
    { call: 'search', args: { query: 'boats' } },
    ({ prompt }) => `found: ${JSON.stringify(prompt.at(-1))}`,
  ])
  const helper = agent({ name: 'Helper', instructions: 'Help.', tools: [search] })
  const run = runAgent(helper, { model, session: session(), input: 'find boats' })
  const events = []
  for await (const event of run.events) events.push(event.type)
  const result = await run.result
  expect(result.text).toContain('boats 1')
  expect(result.status).toBe('done')
  expect(result.finalAgent).toBe('Helper')
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok'])
  expect(events).toEqual(['usage', 'call.started', 'call.finished', 'text', 'usage', 'finished'])
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['search'])
  expect(model.requests[0]?.prompt[0]).toEqual({ role: 'system', content: 'Help.' })
})

test('the quick start: the target runs with what the source holds', async () => {
  const automation = agent({ name: 'Automation', instructions: 'Automate.', tools: [search, execute] })
  const triage = agent({
    name: 'Triage',
    instructions: 'Sort.',
    tools: [search],
    handoffs: [handoff(automation)],
  })
  const model = scriptedModel([
    { call: 'transfer_to_Automation', args: { task: 'find the report and run it' } },
    [
      { call: 'search', args: { query: 'report' } },
      { call: 'execute_code', args: { code: 'rm' } },
    ],
    'done as far as I may',
  ])
  const run = runAgent(triage, { model, session: session(), input: 'find the report and run it' })
  const result = await run.result
  expect(result).toMatchObject({ status: 'done', finalAgent: 'Automation', path: ['Triage', 'Automation'] })
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok', 'denied'])
  expect(model.requests[1]?.tools?.map(({ name }) => name)).toEqual(['search'])
})

test('a run reports a block that blocks nothing before anything else', async () => {
  const last = agent({ name: 'Last', instructions: 'Last', tools: [search] })
  const root = agent({
    name: 'Root',
    instructions: 'Root',
    tools: [search],
    handoffs: [handoff(last, { blockedTools: ['serach'] })],
  })
  const policy = { blockedTools: ['shell/*'] }
  const run = runAgent(root, { model: scriptedModel(['hi']), session: session(), input: 'hi', policy })
  const { value } = await run.events[Symbol.asyncIterator]().next()
  expect(value).toEqual({
    type: 'report',
    lines: [
      "The policy blocks 'shell/*', a pattern for tools of an upstream server, and no agent from Root on has any. Write names, or a pattern of names such as 'shell_*'.",
      "Root -> Last blocks 'serach', which no agent from Last on has. Is 'search' meant?",
    ],
  })
  await run.result
})
