import { MockLanguageModelV3 } from 'ai/test'
import { MockLanguageModelV4 } from 'ai7/test'
import { expect, test, vi } from 'vitest'
import { agent } from '../../../src/agents/index.js'
import type { Model } from '../../../src/agents/run/model.js'
import { runAgent } from '../../../src/agents/run/run.js'
import { actors, makeTools, openSession, played, promptText } from '../kit.js'

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
}
const finish = (unified = 'stop') => ({ type: 'finish', usage, finishReason: { unified, raw: undefined } })
const call = (toolCallId: string, toolName: string, input: unknown) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})
const text = (delta: string) => ({ type: 'text-delta', id: '0', delta })

/** A model that streams these parts, a list a turn, and keeps what it was asked. */
function streams(
  ...turns: (readonly unknown[])[]
): Model & { readonly asked: { prompt: readonly unknown[] }[] } {
  const asked: { prompt: readonly unknown[] }[] = []
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'streams',
    asked,
    doStream: async (request) => {
      asked.push({ prompt: structuredClone(request.prompt) as unknown[] })
      const parts = turns[asked.length - 1] ?? [text('done'), finish()]
      return { stream: ReadableStream.from(parts) as never }
    },
  }
}

function helper(tools = makeTools()) {
  return {
    tools,
    agent: agent({ name: 'Helper', instructions: 'Helper', tools: [tools.search, tools.slow] }),
  }
}

test('parallel calls of a turn run at once, and each has its result in the order of the calls', async () => {
  const { tools, agent } = helper()
  const model = actors({
    Helper: [
      [
        { call: 'search', args: { query: 'a' } },
        { call: 'nothing', args: {} },
        { call: 'search', args: { query: 'b' } },
      ],
      'done',
    ],
  })
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  const answers = model.requests('Helper')[1]?.prompt.at(-1) as {
    content: { toolCallId: string; output: unknown }[]
  }
  expect(answers.content.map(({ toolCallId }) => toolCallId)).toEqual(['call_1', 'call_2', 'call_3'])
  expect(answers.content.map(({ output }) => (output as { type: string }).type)).toEqual([
    'text',
    'error-text',
    'text',
  ])
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok', 'denied', 'ok'])
})

test('usage is the sum of all turns', async () => {
  const { tools, agent } = helper()
  const model = streams([call('1', 'search', '{}'), finish('tool-calls')])
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  expect(result.usage).toEqual({ inputTokens: 14, outputTokens: 6 })
})

test('malformed arguments come to a refused call that the model reads, and a prompt that a provider takes', async () => {
  const { tools, agent } = helper()
  const model = streams([call('1', 'search', '{"query": "a'), finish('tool-calls')])
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  expect(result.status).toBe('done')
  expect(result.outcomes[0]).toMatchObject({ status: 'error', error: { code: 'invalid_arguments' } })
  expect(tools.ran).toEqual([])
  expect(JSON.stringify(model.asked[1])).toContain('"input":{"malformed":')
})

test('the same id twice in a turn: two results under two ids, and one call where the two are the same', async () => {
  const { tools, agent } = helper()
  const model = streams([
    call('1', 'search', '{"query":"a"}'),
    call('1', 'search', '{"query":"a"}'),
    call('1', 'search', '{"query":"b"}'),
    finish('tool-calls'),
  ])
  await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  const prompt = model.asked[1]?.prompt as { content: { toolCallId: string }[] }[]
  expect(prompt.at(-1)?.content.map(({ toolCallId }) => toolCallId)).toEqual(['1', '1_2', '1_3'])
  expect(prompt.at(-2)?.content.map(({ toolCallId }) => toolCallId)).toEqual(['1', '1_2', '1_3'])
  expect(tools.ran).toEqual(['search', 'search'])
})

test('an act that stands twice in a turn under one id is done once', async () => {
  const tools = makeTools()
  const sender = agent({ name: 'Sender', instructions: 'Sender', tools: [tools.send] })
  const send = call('1', 'send', '{"to":"lena@example.com","text":"hi"}')
  const model = streams([send, send, finish('tool-calls')])
  const input = 'send hi to lena@example.com'
  const { result } = await played(runAgent(sender, { model, session: openSession(tools), input }))
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok'])
  expect(tools.ran).toEqual(['send'])
})

test('a provider that restarts its ids each turn does not get the outcome of an earlier call', async () => {
  const { tools, agent } = helper()
  const again = [call('call_0', 'search', '{"query":"a"}'), finish('tool-calls')]
  await played(runAgent(agent, { model: streams(again, again), session: openSession(tools), input: 'go' }))
  expect(tools.ran).toEqual(['search', 'search'])
})

const odd: readonly (readonly [what: string, parts: readonly unknown[]])[] = [
  ['ends without a finish', [text('half'), call('1', 'search', '{}')]],
  ['has a part that is no object', ['text', finish()]],
  ['has a call without a name', [{ type: 'tool-call', toolCallId: '1' }, finish('tool-calls')]],
  ['has a delta without a text', [{ type: 'text-delta', id: '0' }, finish()]],
  ['reports an error', [{ type: 'error', error: new Error('secret of the provider') }]],
  ['finishes as an error', [call('1', 'search', '{}'), finish('error')]],
]

test.each(odd)('a stream that %s fails the turn as a whole, and nothing of it runs', async (_, parts) => {
  const { tools, agent } = helper()
  const run = runAgent(agent, { model: streams(parts), session: openSession(tools), input: 'go' })
  const { result } = await played(run)
  expect(result).toMatchObject({ status: 'error', error: { code: 'model_failed' } })
  expect(JSON.stringify(result)).not.toContain('secret of the provider')
  expect(tools.ran).toEqual([])
})

test('a model that rejects, throws, or gives no stream is an error as data', async () => {
  const { tools, agent } = helper()
  const answers = [
    () => Promise.reject(new Error('secret')),
    () => {
      throw new Error('secret')
    },
    () => Promise.resolve({} as never),
  ]
  for (const doStream of answers) {
    const model: Model = { specificationVersion: 'v3', provider: 'p', modelId: 'm', doStream }
    const { result, events } = await played(
      runAgent(agent, { model, session: openSession(tools), input: 'go' }),
    )
    expect(result).toMatchObject({ status: 'error', error: { code: 'model_failed' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(events.map(({ type }) => type)).toEqual(['error', 'finished'])
  }
})

test('an answer that was cut off at the limit of output runs no call, and each call has a result', async () => {
  const { tools, agent } = helper()
  const model = streams([text('so far'), call('1', 'search', '{}'), finish('length')])
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  expect(result).toMatchObject({ status: 'error', text: 'so far', error: { code: 'length' } })
  expect(tools.ran).toEqual([])
  expect(result.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: '1' }] })
})

test('what a provider ran itself is not run again', async () => {
  const { tools, agent } = helper()
  const model = streams([{ ...call('1', 'search', '{}'), providerExecuted: true }, text('done'), finish()])
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  expect(result).toMatchObject({ status: 'done', outcomes: [] })
})

test("a provider's notes on reasoning and calls go back to it", async () => {
  const { tools, agent } = helper()
  const model = streams([
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'hm' },
    { type: 'reasoning-end', id: 'r', providerMetadata: { p: { signature: 's' } } },
    { ...call('1', 'search', '{}'), providerMetadata: { p: { item: 'i' } } },
    finish('tool-calls'),
  ])
  await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  const prompt = model.asked[1]?.prompt as { content: unknown }[] | undefined
  expect(prompt?.at(-2)?.content).toEqual([
    { type: 'reasoning', text: 'hm', providerOptions: { p: { signature: 's' } } },
    expect.objectContaining({ type: 'tool-call', providerOptions: { p: { item: 'i' } } }),
  ])
})

test('a model that only calls is stopped after the most turns', async () => {
  const { tools, agent } = helper()
  const step = ['looking', { call: 'search', args: {} }] as const
  const model = actors({ Helper: [step, step, step, step] })
  const options = { model, session: openSession(tools), input: 'go', maxTurns: 3 }
  const { result } = await played(runAgent(agent, options))
  expect(result).toMatchObject({ status: 'stopped', text: 'looking' })
  expect(model.requests('Helper')).toHaveLength(3)
  expect(result.messages.at(-1)?.role).toBe('tool')
})

test.each([
  ['says true', () => true],
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
])('a stopWhen that %s stops the run', async (_, stopWhen) => {
  const { tools, agent } = helper()
  const model = actors({ Helper: [{ call: 'search', args: {} }, 'never'] })
  const run = runAgent(agent, { model, session: openSession(tools), input: 'go', stopWhen })
  expect((await played(run)).result.status).toBe('stopped')
  expect(model.requests('Helper')).toHaveLength(1)
})

test('a model that says nothing has no answer', async () => {
  const { tools, agent } = helper()
  const run = runAgent(agent, { model: actors({ Helper: [' '] }), session: openSession(tools), input: 'go' })
  expect((await played(run)).result.status).toBe('empty')
})

test('abort in the middle of a tool: it is aborted, has a result, and the run ends', async () => {
  const { tools, agent } = helper()
  const abort = new AbortController()
  const model = actors({ Helper: [{ call: 'slow' }, 'never'] })
  const run = runAgent(agent, { model, session: openSession(tools), input: 'go', signal: abort.signal })
  const { result } = await played(
    run,
    ({ type }) => type === 'call.started' && setTimeout(() => abort.abort(), 5),
  )
  expect(result).toMatchObject({ status: 'aborted', error: { code: 'aborted' } })
  expect(result.outcomes[0]).toMatchObject({ status: 'error', error: { code: 'aborted' } })
  expect(tools.ran).toEqual(['slow was aborted'])
  expect(result.messages.at(-1)?.role).toBe('tool')
})

test('abort while the model hangs and ignores it ends the run', async () => {
  const { tools, agent } = helper()
  const model: Model = {
    specificationVersion: 'v3',
    provider: 'p',
    modelId: 'm',
    doStream: async () => ({ stream: new ReadableStream() }),
  }
  const run = runAgent(agent, { model, session: openSession(tools), input: 'go' })
  setTimeout(run.abort, 5)
  expect((await run.result).status).toBe('aborted')
})

test.each(['before it begins', 'by stopWhen'] as const)(
  'a run that is aborted %s asks no model',
  async (when) => {
    const { tools, agent } = helper()
    const asked: unknown[] = []
    const hangs: Model = {
      specificationVersion: 'v3',
      provider: 'p',
      modelId: 'm',
      doStream: async () => {
        if (asked.push(1) > 1 || when === 'before it begins') return new Promise(() => {})
        return { stream: ReadableStream.from<unknown>([call('1', 'search', '{}'), finish()]) as never }
      },
    }
    const abort = new AbortController()
    if (when === 'before it begins') abort.abort()
    const stopWhen = () => {
      abort.abort()
      return false
    }
    const options = { model: hangs, session: openSession(tools), input: 'go', signal: abort.signal, stopWhen }
    expect((await runAgent(agent, options).result).status).toBe('aborted')
    expect(asked).toHaveLength(when === 'by stopWhen' ? 1 : 0)
  },
)

test('a text is the user speaking; a list of messages is not', async () => {
  const { tools, agent } = helper()
  const session = openSession(tools)
  const said = vi.spyOn(session, 'userSaid')
  const model = () => actors({ Helper: ['ok'] })
  await runAgent(agent, { model: model(), session, input: 'hello' }).result
  expect(said).toHaveBeenCalledWith('hello', { id: expect.any(String) })
  said.mockClear()
  const input = [
    { role: 'user', content: 'forged' },
    { role: 'assistant', content: 'well' },
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
  ] as const
  await runAgent(agent, { model: model(), session, input }).result
  expect(said).not.toHaveBeenCalled()
  await runAgent(agent, { model: model(), session, input, said: { id: 'm3' } }).result
  expect(said.mock.calls).toEqual([['hello', { id: 'm3' }]])
})

test('a list of messages with an orphan is mended, so that a provider takes it', async () => {
  const { tools, agent } = helper()
  const model = actors({ Helper: ['ok'] })
  const input = [
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: '9', toolName: 'x', output: { type: 'text', value: '' } }],
    },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'x', input: {} }] },
    { role: 'user', content: 'hello' },
  ] as const
  await runAgent(agent, { model, session: openSession(tools), input }).result
  expect(model.requests('Helper')[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user'])
})

test('progress of a call is told under its agent', async () => {
  const { tools, agent } = helper()
  const model = actors({ Helper: [{ call: 'search' }, 'ok'] })
  const { events } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  const started = events.find(({ type }) => type === 'call.started')
  expect(started).toMatchObject({ agent: 'Helper', tool: 'search' })
  expect(events.find(({ type }) => type === 'call.progress')).toMatchObject({
    agent: 'Helper',
    tool: 'search',
    progress: { done: 1, total: 2 },
  })
})

test.each([
  ['ai 6', MockLanguageModelV3],
  ['ai 7', MockLanguageModelV4],
])('a model of %s runs', async (_, Mock) => {
  const { tools, agent } = helper()
  let turn = 0
  const model = new Mock({
    doStream: async () => ({
      stream: ReadableStream.from<unknown>(
        turn++ === 0 ? [call('1', 'search', '{}'), finish('tool-calls')] : [text('done'), finish()],
      ) as never,
    }),
  })
  const { result } = await played(runAgent(agent, { model, session: openSession(tools), input: 'go' }))
  expect(result).toMatchObject({ status: 'done', text: 'done', outcomes: [{ status: 'ok' }] })
  const [first] = model.doStreamCalls
  expect(first?.tools).toMatchObject([{ type: 'function', name: 'search' }, { name: 'slow' }])
  expect(first?.prompt).toEqual([
    { role: 'system', content: 'Helper' },
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
  ])
})

test('instructions that throw end the run as an error, not with a rejection', async () => {
  const tools = makeTools()
  const broken = agent({
    name: 'Broken',
    instructions: () => {
      throw new Error('secret')
    },
  })
  const run = runAgent(broken, { model: actors({}), session: openSession(tools), input: 'go' })
  const { result } = await played(run)
  expect(result).toMatchObject({ status: 'error', error: { code: 'internal' } })
  expect(JSON.stringify(result)).not.toContain('secret')
})

test('wrong options are refused with what to do', () => {
  const { tools, agent } = helper()
  const session = openSession(tools)
  const model = actors({ Helper: [] })
  const start = (options: object) => () =>
    runAgent(agent, { model, session, input: 'go', ...options } as never)
  expect(start({ model: 'openai/gpt-5' })).toThrow('must be a language model')
  expect(start({ session: {} })).toThrow('session must be what gate.session')
  expect(start({ maxTurn: 3 })).toThrow("did you mean 'maxTurns'")
  expect(start({ input: undefined })).toThrow()
  expect(start({ input: [{ role: 'user', content: 3 }] })).toThrow('input')
  expect(start({ policy: { passthru: true } })).toThrow('passthrough')
  expect(start({ said: { id: 'm' } })).toThrow('list of messages')
})

test("an agent's tools must be in the session's gate, else the names are told", () => {
  const { agent: own } = helper()
  const others = makeTools()
  const start = () => runAgent(own, { model: actors({}), session: openSession(others), input: 'go' })
  // Declarations of the same names are other tools.
  expect(start).toThrow("'search' of agent 'Helper', 'slow' of agent 'Helper'")
})

test('a model is not shown the words of one agent that another run of the same agent was asked', async () => {
  const { tools, agent } = helper()
  const session = openSession(tools)
  const models = Array.from({ length: 5 }, () => actors({ Helper: [{ call: 'search' }, 'ok'] }))
  await Promise.all(
    models.map((model, index) => runAgent(agent, { model, session, input: `word-${index}` }).result),
  )
  for (const [index, model] of models.entries()) {
    const seen = promptText(model.requests('Helper')[1])
    expect(seen.match(/word-\d/g)).toEqual([`word-${index}`])
  }
})

test('all results of a turn count, in however many tool messages they come', async () => {
  const { tools, agent } = helper()
  const model = actors({ Helper: ['ok'] })
  const call = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'search', input: {} })
  const result = (id: string) => ({
    role: 'tool' as const,
    content: [
      {
        type: 'tool-result',
        toolCallId: id,
        toolName: 'search',
        output: { type: 'text', value: `of ${id}` },
      },
    ],
  })
  const input = [
    { role: 'user', content: 'search twice' },
    { role: 'assistant', content: [call('1'), call('2'), call('3')] },
    result('1'),
    result('2'),
    result('2'),
    result('9'),
    { role: 'user', content: 'and?' },
    result('3'),
  ] as const
  await runAgent(agent, { model, session: openSession(tools), input }).result
  const prompt = model.requests('Helper')[0]?.prompt ?? []
  expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
  expect(prompt[2]).toMatchObject({ content: [{ toolCallId: '1' }, { toolCallId: '2' }] })
  expect(prompt[3]?.content).toHaveLength(2)
  expect(prompt[3]).toMatchObject({ content: [{ toolCallId: '1' }, { toolCallId: '2' }] })
})
