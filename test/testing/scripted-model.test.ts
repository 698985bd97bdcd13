import { generateText, jsonSchema, type LanguageModel, tool as sdkTool, stepCountIs, streamText } from 'ai'
import { createGate, type Session, tool } from 'sallyport'
import { type ScriptedModel, scriptedModel } from 'sallyport/testing'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const seats = tool({
  name: 'search_seats',
  description: 'Searches seats.',
  useWhen: 'asked for a seat',
  input: z.object({ to: z.string() }),
  effect: 'read',
  run: ({ to }) => [{ id: 's1', to, miles: 55_000 }],
})

function open(): Session {
  const gate = createGate({ tools: [seats] })
  onTestFinished(() => gate.close())
  return gate.session({ tenant: 't', user: 'u', conversation: 'c' })
}

/** The tools of a session for the AI SDK, by hand. */
function sdkTools(session: Session) {
  const entries = session.tools().map(({ name, description, inputSchema }) => [
    name,
    sdkTool({
      description,
      inputSchema: jsonSchema(inputSchema as object),
      execute: async (args: unknown, { toolCallId }) =>
        (await session.call({ id: toolCallId, name, args })).model,
    }),
  ])
  return Object.fromEntries(entries)
}

const script = () =>
  scriptedModel([
    ['Let me look.', { call: 'search_seats', args: { to: 'NRT' } }],
    (request) => (JSON.stringify(request.prompt).includes('55000') ? 'It costs 55,000 miles.' : 'Not seen.'),
  ])

test('it is a language model of the AI SDK', () => {
  expectTypeOf<ScriptedModel>().toExtend<LanguageModel>()
})

test('generateText plays it through a gate', async () => {
  const model = script()
  const { text, steps } = await generateText({
    model,
    tools: sdkTools(open()),
    prompt: 'Find me a seat.',
    stopWhen: stepCountIs(5),
  })
  expect(text).toBe('It costs 55,000 miles.')
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
  expect(steps[0]?.text).toBe('Let me look.')
  expect(steps[0]?.toolCalls).toMatchObject([{ toolCallId: 'call_1', input: { to: 'NRT' } }])
  expect(model.requests).toHaveLength(2)
  expect(model.requests[0]?.tools).toMatchObject([{ name: 'search_seats' }, { name: 'inspect_handle' }])
  model.assertUsedUp()
})

test('streamText plays it as well', async () => {
  const model = script()
  const { textStream, finishReason } = streamText({
    model,
    tools: sdkTools(open()),
    prompt: 'Find me a seat.',
    stopWhen: stepCountIs(5),
  })
  let text = ''
  for await (const part of textStream) text += part
  expect(text).toBe('Let me look.It costs 55,000 miles.')
  expect(await finishReason).toBe('stop')
  model.assertUsedUp()
})

describe('a script', () => {
  const request = { prompt: [] }

  test('gives several calls at once, each with an id of its own', async () => {
    const model = scriptedModel([[{ call: 'a' }, { call: 'b', id: 'mine' }, { call: 'a', args: { n: 1 } }]])
    expect((await model.doGenerate(request)).content).toEqual([
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'a', input: '{}' },
      { type: 'tool-call', toolCallId: 'mine', toolName: 'b', input: '{}' },
      { type: 'tool-call', toolCallId: 'call_2', toolName: 'a', input: '{"n":1}' },
    ])
  })

  test('gives broken arguments as they are', async () => {
    const model = scriptedModel([{ call: 'a', args: '{"n":1,}' }])
    expect((await model.doGenerate(request)).content).toMatchObject([{ input: '{"n":1,}' }])
  })

  test('that is at its end is an error', async () => {
    const model = scriptedModel(['one'])
    await model.doGenerate(request)
    await expect(model.doGenerate(request)).rejects.toThrow('asked 2 times; the script has 1 steps')
  })

  test('that is not used up is an error when asked', async () => {
    const model = scriptedModel(['one', 'two'])
    expect(() => model.assertUsedUp()).toThrow('0 of 2 steps')
    await model.doGenerate(request)
    expect(() => model.assertUsedUp()).toThrow('1 of 2 steps')
    await model.doGenerate(request)
    model.assertUsedUp()
  })
})
