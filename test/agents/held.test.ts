import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateText, type LanguageModel, type ModelMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { agent, agentTool, handoff, type Message } from '../../src/agents/index.js'
import { runAgent } from '../../src/agents/run/run.js'
import { ApprovalError, createGate, memoryStore, type RecordStore } from '../../src/index.js'
import { sqliteStore } from '../../src/stores/sqlite.js'
import { scriptedModel } from '../../src/testing/index.js'
import { actors, makeTools, openSession, played, promptText, type Tools } from './kit.js'

const unvouched = { call: 'send', args: { to: 'eve@evil.test', text: 'hi' } }

function desk({ search, send, slow }: Tools) {
  const sender = agent({ name: 'Sender', instructions: 'Sender', tools: [search, send] })
  return agent({
    name: 'Desk',
    instructions: 'Desk',
    tools: [search, send, slow],
    handoffs: [handoff(sender, { timeoutMs: 80 }), agentTool(sender)],
  })
}

test('a held call is asked in the events, answered, and the run goes on', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [unvouched, 'sent'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const { events, result } = await played(run, (event) => {
    if (event.type === 'approval') return run.approve(event.approval.id, { for: 'once', by: 'u' })
  })
  expect(result).toMatchObject({ status: 'done', text: 'sent', approvals: [] })
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok'])
  expect(tools.ran).toEqual(['send'])
  const approval = events.find(({ type }) => type === 'approval')
  const finished = events.find(({ type }) => type === 'call.finished')
  expect(approval).toMatchObject({
    agent: 'Desk',
    tool: 'send',
    approval: { items: [{ value: 'eve@evil.test' }] },
  })
  expect((finished as { callId: string }).callId).toBe((approval as { callId: string }).callId)
})

test('a no is data for the model, and the call did not run', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [unvouched, 'then not'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const { result } = await played(run, (event) => {
    if (event.type === 'approval') return run.deny(event.approval.id, { by: 'u' })
  })
  expect(result.status).toBe('done')
  expect(result.outcomes[0]).toMatchObject({ status: 'denied', error: { code: 'not_permitted' } })
  expect(tools.ran).toEqual([])
})

test('only the user or an operator answers; whoever else tries changes nothing', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [unvouched, 'sent'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const { result } = await played(run, async (event) => {
    if (event.type !== 'approval') return
    await expect(run.approve(event.approval.id, { for: 'once', by: 'Desk' })).rejects.toThrow(ApprovalError)
    expect(tools.ran).toEqual([])
    await run.approve(event.approval.id, { for: 'once', by: 'operator' })
  })
  expect(result.outcomes.map(({ status }) => status)).toEqual(['ok'])
})

test('a target is asked for in the same way, and its clock stands still meanwhile', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [{ call: 'transfer_to_Sender', args: {} }], Sender: [unvouched, 'sent'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const { result } = await played(run, async (event) => {
    if (event.type !== 'approval') return
    expect(event.agent).toBe('Sender')
    await new Promise((resolve) => setTimeout(resolve, 150))
    await run.approve(event.approval.id, { for: 'once', by: 'u' })
  })
  expect(result).toMatchObject({ status: 'done', text: 'sent', finalAgent: 'Sender' })
})

test('two equal held calls of a turn share an approval, and an answer for once lets one of them run', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [[unvouched, unvouched], 'done'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const asked: string[] = []
  const { result } = await played(run, (event) => {
    if (event.type !== 'approval') return
    const isFirst = !asked.includes(event.approval.id) && asked.length === 0
    asked.push(event.approval.id)
    // The second of the two is asked anew once the first used the answer up.
    if (asked.filter((id) => id === event.approval.id).length === 2) {
      return run.approve(event.approval.id, { for: 'once', by: 'u' })
    }
    if (!isFirst) return run.deny(event.approval.id, { by: 'u' })
  })
  expect(tools.ran).toEqual(['send'])
  expect(result.outcomes.map(({ status }) => status).sort()).toEqual(['denied', 'ok'])
})

test('with nobody reading, a held call ends the run as held, with its approval', async () => {
  const tools = makeTools()
  const model = actors({ Desk: [[unvouched, { call: 'search' }], 'never'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  const result = await run.result
  expect(result).toMatchObject({ status: 'held', approvals: [{ tool: 'send' }] })
  expect(result.outcomes.map(({ status }) => status)).toEqual(['held', 'ok'])
  expect(model.requests('Desk')).toHaveLength(1)
})

test.each(['stop', 'break'] as const)('%s leaves a waiting call held', async (how) => {
  const tools = makeTools()
  const model = actors({ Desk: [unvouched, 'never'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools), input: 'send it' })
  for await (const event of run.events) {
    if (event.type !== 'approval') continue
    if (how === 'break') break
    run.stop()
  }
  expect((await run.result).status).toBe('held')
})

test('a state is there only for a run that may go on', async () => {
  const tools = makeTools()
  const run = runAgent(desk(tools), {
    model: actors({ Desk: ['hi'] }),
    session: openSession(tools),
    input: 'hi',
  })
  expect(() => run.state()).toThrow('under way')
  await run.result
  expect(() => run.state()).toThrow('done')
})

/** Runs until it is held, in one process; then goes on in another. */
async function acrossProcesses(
  scripts: Parameters<typeof actors>[0],
  answer: 'once' | undefined,
  build: (tools: Tools, life: 1 | 2) => ReturnType<typeof desk> = desk,
) {
  const store = memoryStore()
  const model = actors(scripts)
  const before = makeTools()
  const first = runAgent(build(before, 1), {
    model,
    session: openSession(before, { store }),
    input: 'send it',
  })
  const held = await first.result
  const stored = JSON.stringify(first.state())
  const tools = makeTools()
  const session = openSession(tools, { store })
  const id = held.approvals[0]?.id ?? ''
  if (answer) await session.approve(id, { for: answer, by: 'u' })
  const run = runAgent(build(tools, 2), { model, session, state: JSON.parse(stored) })
  return { model, held, tools, before, run, stored, store }
}

test('a held call of the root goes on in another process under its own id', async () => {
  const { run, held, tools, before, model } = await acrossProcesses(
    { Desk: [[{ call: 'search' }, unvouched], 'sent'] },
    'once',
  )
  const result = await run.result
  expect(result).toMatchObject({ status: 'done', text: 'sent' })
  expect(before.ran).toEqual(['search'])
  // What was done before is not done again.
  expect(tools.ran).toEqual(['send'])
  expect(result.outcomes.map(({ callId }) => callId)).toEqual([held.outcomes[1]?.callId])
  const answers = model.requests('Desk')[1]?.prompt.at(-1) as { content: { toolCallId: string }[] }
  expect(answers.content.map(({ toolCallId }) => toolCallId)).toEqual(['call_1', 'call_2'])
})

test('without an answer it is asked again in the other process, and answered there', async () => {
  const { run, tools, held } = await acrossProcesses({ Desk: [unvouched, 'sent'] }, undefined)
  const { result } = await played(run, (event) => {
    if (event.type !== 'approval') return
    expect(event.approval.id).toBe(held.approvals[0]?.id)
    return run.approve(event.approval.id, { for: 'once', by: 'u' })
  })
  expect(result.status).toBe('done')
  expect(tools.ran).toEqual(['send'])
})

test('the same over a store in a file that was closed in between', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-held-'))
  const path = join(dir, 'state.db')
  const model = actors({ Desk: [{ call: 'transfer_to_Sender', args: {} }], Sender: [unvouched, 'sent'] })
  const before = makeTools()
  const stores = [sqliteStore({ path })]
  const first = runAgent(desk(before), {
    model,
    session: openSession(before, { store: stores[0] as RecordStore }),
    input: 'send it',
  })
  const { approvals } = await first.result
  const stored = JSON.stringify(first.state())
  await stores[0]?.close()
  const store = sqliteStore({ path })
  const tools = makeTools()
  const session = openSession(tools, { store })
  await session.approve(approvals[0]?.id ?? '', { for: 'once', by: 'u' })
  const result = await runAgent(desk(tools), { model, session, state: JSON.parse(stored) }).result
  expect(result).toMatchObject({ status: 'done', finalAgent: 'Sender', text: 'sent' })
  expect(tools.ran).toEqual(['send'])
  // The answer was for once: a copy of the stored run does not do it again.
  const again = makeTools()
  const copy = { model, session: openSession(again, { store }), state: JSON.parse(stored) }
  expect((await runAgent(desk(again), copy).result).status).toBe('held')
  expect(again.ran).toEqual([])
  await store.close()
  rmSync(dir, { recursive: true })
})

test.each(['transfer_to_Sender', 'ask_Sender'])('a target that was held goes on behind %s', async (call) => {
  const { run, tools, model } = await acrossProcesses(
    { Desk: [{ call, args: { task: 'send it' } }, 'well'], Sender: [unvouched, 'sent'] },
    'once',
  )
  const { result, events } = await played(run)
  expect(result.status).toBe('done')
  expect(result.finalAgent).toBe(call === 'ask_Sender' ? 'Desk' : 'Sender')
  expect(tools.ran).toEqual(['send'])
  expect(events.filter(({ type }) => type.startsWith('handoff'))).toMatchObject([
    { type: 'handoff.started', granted: ['search', 'send'] },
    { type: 'handoff.finished', status: 'done' },
  ])
  // It goes on with the conversation that it had.
  expect(promptText(model.requests('Sender')[1])).toContain('Desk')
})

test('a tool that the source lost meanwhile is lost to its target, whatever was stored', async () => {
  const build = ({ search, send }: Tools, life: 1 | 2) => {
    const sender = agent({ name: 'Sender', instructions: 'Sender', tools: [search, send] })
    const own = life === 1 ? [search, send] : [search]
    return agent({ name: 'Desk', instructions: 'Desk', tools: own, handoffs: [handoff(sender)] })
  }
  const scripts = { Desk: [{ call: 'transfer_to_Sender', args: {} }], Sender: [unvouched, 'then not'] }
  const { run, tools } = await acrossProcesses(scripts, 'once', build)
  const result = await run.result
  expect(result.outcomes.map(({ status }) => status)).toEqual(['denied'])
  expect(tools.ran).toEqual([])
})

test('an edge that is gone leaves its call an unknown tool, and the source goes on', async () => {
  const build = ({ search, send }: Tools, life: 1 | 2) => {
    const sender = agent({ name: 'Sender', instructions: 'Sender', tools: [send] })
    const handoffs = life === 1 ? [handoff(sender)] : []
    return agent({ name: 'Desk', instructions: 'Desk', tools: [search, send], handoffs })
  }
  const scripts = { Desk: [{ call: 'transfer_to_Sender', args: {} }, 'alone'], Sender: [unvouched] }
  const { run } = await acrossProcesses(scripts, 'once', build)
  expect(await run.result).toMatchObject({ status: 'done', text: 'alone', outcomes: [{ status: 'denied' }] })
})

test('a stored run can not claim tools: what it says it held counts for nothing', async () => {
  const { stored, store } = await acrossProcesses({ Desk: [unvouched, 'x'] }, undefined)
  const forged = JSON.parse(stored)
  const tools = makeTools()
  forged.root.tools.push({ name: 'execute_code', digest: tools.execute.digest })
  forged.root.turn = [{ id: '1', callId: 'c', name: 'execute_code', input: '{}' }]
  forged.root.label = { integrity: 'operator', readers: ['public'] }
  const model = actors({ Desk: ['so'] })
  const run = runAgent(desk(tools), { model, session: openSession(tools, { store }), state: forged })
  expect((await run.result).outcomes.map(({ status }) => status)).toEqual(['denied'])
  expect(tools.ran).toEqual([])
})

test('a label in a stored run can not be better than what its source read', async () => {
  const store = memoryStore()
  const model = actors({
    Desk: [{ call: 'search' }, { call: 'transfer_to_Sender', args: {} }],
    Sender: [unvouched, 'then not'],
  })
  const tools = makeTools()
  const session = openSession(tools, { store })
  const run = runAgent(desk(tools), { model, session, input: 'send it' })
  const { approvals } = await run.result
  const forged = structuredClone(run.state()) as unknown as {
    root: { turn: { child: { label: unknown } }[] }
  }
  for (const { child } of forged.root.turn) child.label = { integrity: 'operator', readers: ['public'] }
  for (const { id } of approvals) await session.deny(id, { by: 'u' })
  const result = await runAgent(desk(tools), { model, session, state: forged as never }).result
  expect(result).toMatchObject({ status: 'done', label: { integrity: 'third-party-text' } })
})

test('what is no state, or of another agent, is refused with what is wrong', async () => {
  const { stored } = await acrossProcesses({ Desk: [unvouched, 'x'] }, undefined)
  const tools = makeTools()
  const session = openSession(tools)
  const start = (state: unknown, root = desk(tools)) => {
    return () => runAgent(root, { model: actors({}), session, state: state as never })
  }
  expect(start({})).toThrow('state.v')
  expect(start({ ...JSON.parse(stored), v: 2 })).toThrow('state.v')
  const other = agent({ name: 'Other', instructions: 'Other' })
  expect(start(JSON.parse(stored), other)).toThrow("of agent 'Desk', not of 'Other'")
  const { ran: _, ...own } = tools
  const stranger = createGate({ tools: Object.values(own) }).session({
    tenant: 't',
    user: 'x',
    conversation: 'c',
  })
  const elsewhere = { model: actors({}), session: stranger, state: JSON.parse(stored) }
  expect(() => runAgent(desk(tools), elsewhere)).toThrow('of another tenant, user or conversation')
  const both = { model: actors({}), session, state: JSON.parse(stored), input: 'go' }
  expect(() => runAgent(desk(tools), both)).toThrow('input or state')
})

test('the record of a resumed handoff names what is another version', async () => {
  const store = memoryStore()
  const model = actors({ Desk: [{ call: 'transfer_to_Sender', args: {} }], Sender: [unvouched, 'sent'] })
  const build = ({ search, send }: Tools, instructions: string) => {
    const sender = agent({ name: 'Sender', instructions: 'Sender', tools: [send], description: instructions })
    return agent({ name: 'Desk', instructions: 'Desk', tools: [search, send], handoffs: [handoff(sender)] })
  }
  const tools = makeTools()
  const session = openSession(tools, { store })
  const run = runAgent(build(tools, 'a'), { model, session, input: 'send it' })
  await run.result
  const state = run.state()
  const child = state.root.turn?.[0]?.child
  expect(child).toMatchObject({
    agent: { name: 'Sender' },
    tools: [{ name: 'send', digest: tools.send.digest }],
  })
  const forged = JSON.parse(JSON.stringify(state).replaceAll(tools.send.digest, 'as it was'))
  await runAgent(build(tools, 'a'), { model, session, state: forged }).result
  await new Promise((resolve) => setTimeout(resolve, 20))
  const records = (await store.list({ space: 'decision' })).map(({ value }) => JSON.parse(value))
  expect(records.filter(({ handoff }) => handoff)).toMatchObject([
    { status: 'allowed', granted: ['send'], handoff: { path: ['Desk', 'Sender'], mode: 'intersect' } },
    { handoff: { path: ['Desk'], mode: 'resumed' }, granted: ['search', 'send'], changed: ['send'] },
    { status: 'allowed', granted: ['send'], changed: ['send'] },
  ])
})

describe('the messages of a run that is held', () => {
  async function heldRun() {
    const tools = makeTools()
    const model = actors({ Desk: [[{ call: 'search' }, unvouched], 'never'] })
    const session = openSession(tools)
    const { messages, status } = await runAgent(desk(tools), { model, session, input: 'send it' }).result
    expect(status).toBe('held')
    return { tools, messages }
  }

  test('have a result for what ran, and for what waits one that says so', async () => {
    const { messages } = await heldRun()
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(messages[2]).toMatchObject({
      content: [
        { toolCallId: 'call_1', output: { type: 'text', value: expect.stringContaining('search of all') } },
        {
          toolCallId: 'call_2',
          output: { type: 'error-text', value: expect.stringContaining('waits for a person') },
        },
      ],
    })
  })

  test('are a conversation that the AI SDK takes', async () => {
    const { messages } = await heldRun()
    const next = scriptedModel(['it was found'])
    const { text } = await generateText({
      model: next as LanguageModel,
      messages: [
        ...(messages as ModelMessage[]),
        { role: 'user', content: 'Never mind the mail. Did you search?' },
      ],
    })
    expect(text).toBe('it was found')
    expect(promptText(next.requests[0])).toContain('search of all')
  })

  test('are a conversation that a next run takes whole', async () => {
    const { messages, tools } = await heldRun()
    const model = actors({ Desk: ['I searched'] })
    const input = [...messages, { role: 'user', content: 'Did you search?' }] as readonly Message[]
    await runAgent(desk(tools), { model, session: openSession(tools), input }).result
    const prompt = model.requests('Desk')[0]?.prompt ?? []
    expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(promptText(model.requests('Desk')[0])).toContain('search of all')
  })

  test('say of a target that waits what it has done', async () => {
    const tools = makeTools()
    const model = actors({
      Desk: [[{ call: 'search' }, { call: 'ask_Sender', args: {} }], 'never'],
      Sender: [{ call: 'search' }, unvouched, 'never'],
    })
    const { messages, status } = await runAgent(desk(tools), {
      model,
      session: openSession(tools),
      input: 'send it',
    }).result
    expect(status).toBe('held')
    expect(messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        { toolCallId: 'call_1' },
        {
          toolCallId: 'call_2',
          output: { value: "It is not over: it waits for a person's answer. Before that it ran: search." },
        },
      ],
    })
  })
})

test('a run that goes on from a state has its open calls beside their results', async () => {
  const { run, model } = await acrossProcesses({ Desk: [[{ call: 'search' }, unvouched], 'sent'] }, 'once')
  const { messages } = await run.result
  const prompt = model.requests('Desk')[1]?.prompt ?? []
  expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
})
