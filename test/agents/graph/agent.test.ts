// Declaring agents: what is refused, what is copied, what is reported.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AgentOptions, agent, type Edges } from '../../../src/agents/graph/agent.js'
import type { Agent } from '../../../src/agents/graph/graph.js'
import { handoff } from '../../../src/agents/graph/handoff.js'
import type { Tool } from '../../../src/index.js'
import { sample } from '../sample.js'

const search = sample('search')
const execute = sample('execute_code')
const automation = agent({ name: 'Automation', instructions: 'Do it.', tools: [search, execute] })
const plain = { name: 'Triage', instructions: 'Choose.' }

afterEach(() => vi.restoreAllMocks())

test('the quick start: what is withheld is reported', () => {
  const triage = agent({ ...plain, tools: [search], handoffs: [handoff(automation)] })
  expect(triage.report).toEqual([
    'Triage -> Automation grants 1 of 2 tools; withheld: execute_code (not held by Triage).',
  ])
  expect(triage).toMatchObject({ kind: 'agent', name: 'Triage', tools: [search], delegates: [] })
  expect(triage.handoffs[0]).toMatchObject({ toolName: 'transfer_to_Automation', target: automation })
})

describe('refused at construction', () => {
  const as = (options: unknown) => () => agent(options as AgentOptions)
  test.each<[string, unknown, RegExp]>([
    ['an unknown key', { ...plain, tool: [] }, /agent 'Triage': unknown key 'tool'; did you mean 'tools'\?/],
    ['no options', undefined, /agent 'undefined'/],
    ['no name', { instructions: '' }, /name/],
    ['an empty name', { ...plain, name: '' }, /name must be one line/],
    ['a name with a line break', { ...plain, name: 'a\nb' }, /name must be one line/],
    ['a name with a direction mark', { ...plain, name: 'a\u202Eb' }, /agent 'ab': name must be one line/],
    ['a name of 129 characters', { ...plain, name: 'a'.repeat(129) }, /1 to 128/],
    ['no instructions', { name: 'Triage' }, /instructions: must be a text or a function/],
    [
      'a tool by name',
      { ...plain, tools: ['search'] },
      /tools\.0: must be a tool made by tool\(\), not its name/,
    ],
    ['one tool instead of a list', { ...plain, tools: search }, /tools: must be a list/],
    ['a look-alike of a tool', { ...plain, tools: [{ ...search }] }, /tools\.0/],
    ['null tools', { ...plain, tools: null }, /tools: must be a list/],
    ['null delegates', { ...plain, delegates: null }, /delegates: must be a list/],
    [
      'a handoff by name',
      { ...plain, handoffs: ['Automation'] },
      /each must be made by handoff\(\) or agent\(\)/,
    ],
    ['a handoff to nobody', { ...plain, handoffs: [undefined] }, /handoffs: \(\) => \[\.\.\.\]/],
    ['null handoffs', { ...plain, handoffs: null }, /handoffs: must be a list/],
    [
      'two tools with one name',
      { ...plain, tools: [search, sample('Search')] },
      /tool 'Search' is named like tool 'search', apart from case/,
    ],
    [
      'a transfer tool named like a tool',
      { ...plain, tools: [sample('Transfer_To_Automation')], handoffs: [automation] },
      /transfer tool 'transfer_to_Automation' to 'Automation' is named like tool 'Transfer_To_Automation'/,
    ],
    [
      'two transfer tools with one name',
      { ...plain, handoffs: [handoff(automation), handoff(automation, { context: 'full' })] },
      /Give the handoff a toolName of its own/,
    ],
  ])('%s', (_, options, message) => {
    expect(as(options)).toThrow(message)
  })
})

test('two agents with one name can both be handed to, under names of their own', () => {
  const other = agent({ ...plain, name: 'Automation' })
  expect(() => agent({ ...plain, handoffs: [automation, other] })).toThrow(/is named like/)
  const triage = agent({ ...plain, handoffs: [automation, handoff(other, { toolName: 'to_other' })] })
  expect(triage.handoffs.map(({ target }) => target)).toEqual([automation, other])
})

test('an agent is frozen, and lists of the caller are copied', () => {
  const tools: Tool[] = [search]
  const delegates: Tool[] = [search]
  const handoffs = [handoff(automation)]
  const triage = agent({ ...plain, tools, delegates, handoffs })
  tools.push(execute)
  delegates.push(execute)
  handoffs.length = 0
  expect(triage).toMatchObject({ tools: [search], delegates: [search], handoffs: [{ target: automation }] })
  for (const list of [triage, triage.tools, triage.delegates, triage.handoffs, triage.report]) {
    expect(Object.isFrozen(list)).toBe(true)
  }
})

describe('agents that hand to each other', () => {
  test('give their edges as a function, which is called once', () => {
    const edges = vi.fn((): Edges => [triage])
    const back: Agent = agent({ ...plain, name: 'Back', handoffs: edges })
    const triage: Agent = agent({ ...plain, tools: [search], handoffs: [back] })
    expect(back.handoffs[0]?.target).toBe(triage)
    expect(back.handoffs).toBe(back.handoffs)
    expect(edges).toHaveBeenCalledOnce()
  })

  test.each<[string, () => Edges, RegExp]>([
    ['no list', (() => undefined) as unknown as () => Edges, /the function must give a list/],
    ['what is no edge', (() => ['x']) as unknown as () => Edges, /made by handoff\(\)/],
    ['a collision', () => [automation, automation], /is named like/],
  ])('and are refused, when first used, for %s', (_, handoffs, message) => {
    const late = agent({ ...plain, handoffs })
    expect(() => late.handoffs).toThrow(message)
  })
})

describe('an edge that grants nothing', () => {
  const line =
    'Triage -> Automation grants 0 of 2 tools; withheld: execute_code (not held by Triage), search (not held by Triage). What Triage passes on without calling it belongs in its delegates.'

  test('is reported, and the process warns of it', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const triage = agent({ ...plain, handoffs: [automation] })
    expect(triage.report).toEqual([line])
    expect(warn.mock.calls).toEqual([[line, { type: 'SallyportWarning', code: 'SALLYPORT_EMPTY_GRANT' }]])
  })

  test('is warned of once the edges are known, where they come from a function', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const triage = agent({ ...plain, handoffs: () => [automation] })
    expect(warn).not.toHaveBeenCalled()
    expect(triage.report).toEqual([line])
    expect(triage.handoffs).toHaveLength(1)
    expect(warn).toHaveBeenCalledOnce()
  })

  test.each<[string, Partial<AgentOptions>]>([
    ['a delegate is granted', { handoffs: [automation], delegates: [search] }],
    ['all of it is blocked', { handoffs: [handoff(automation, { blockedTools: '*' })] }],
    ['the target has no tools', { handoffs: [agent({ ...plain, name: 'Poet' })] }],
  ])('is no news where %s', (_, options) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    agent({ ...plain, ...options })
    expect(warn).not.toHaveBeenCalled()
  })
})
