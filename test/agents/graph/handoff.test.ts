// Declaring an edge: defaults, what is refused, and that it is a copy.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agent } from '../../../src/agents/graph/agent.js'
import { agentTool, type HandoffOptions, handoff } from '../../../src/agents/graph/handoff.js'
import { sample } from '../sample.js'

const search = sample('search')
const execute = sample('execute_code')
const automation = agent({ name: 'Automation', instructions: '', tools: [search, execute] })
const shown = (options: HandoffOptions) => handoff(automation, options).blocked.map((entry) => entry.shown)

test('defaults are those of the guide', () => {
  expect(handoff(automation)).toEqual({
    kind: 'handoff',
    returns: false,
    target: automation,
    toolName: 'transfer_to_Automation',
    description: 'Hands over to Automation.',
    context: 'summary',
    filters: [],
    maxDepth: 10,
    detectCycles: true,
    timeoutMs: 300_000,
    maxConcurrent: 5,
    mode: 'intersect',
    blocked: [],
  })
})

test('the description of the target is in the description of the edge', () => {
  const poet = agent({ name: 'Poet', description: 'writes verse', instructions: '' })
  expect(handoff(poet).description).toBe('Hands over to Poet: writes verse')
})

test('an agent as a tool is an edge with the same options and checks, that returns', () => {
  expect(agentTool(automation, { blockedTools: 'search' })).toMatchObject({
    returns: true,
    toolName: 'ask_Automation',
    description: 'Asks Automation.',
    mode: 'intersect',
    blocked: [{ shown: 'search' }],
  })
  expect(() => agentTool(automation, { blockedTools: null as never })).toThrow(/null blocks nothing/)
  const source = agent({
    name: 'Source',
    instructions: '',
    handoffs: [handoff(automation), agentTool(automation)],
  })
  expect(source.handoffs.map(({ toolName }) => toolName)).toEqual([
    'transfer_to_Automation',
    'ask_Automation',
  ])
})

test('an input schema is compiled, and refused where it can not be', () => {
  const edge = handoff(automation, { input: z.object({ reason: z.string() }) })
  expect(edge.input?.json).toMatchObject({ required: ['reason'] })
  expect(() => handoff(automation, { input: z.date() as never })).toThrow(
    /tool 'transfer_to_Automation': input/,
  )
})

describe('refused', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'an unknown key',
      { blockTools: [] },
      /handoff to 'Automation': unknown key 'blockTools'; did you mean 'blockedTools'\?/,
    ],
    ['an unknown mode', { toolPolicyMode: 'union' }, /toolPolicyMode/],
    [
      'an unknown mode in the long form',
      { config: { toolPolicy: { mode: 'all' } } },
      /config\.toolPolicy\.mode/,
    ],
    ['an unknown key in config', { config: { policy: {} } }, /unknown key 'config\.policy'/],
    [
      'an unknown key in config.toolPolicy',
      { config: { toolPolicy: { modes: 'intersect' } } },
      /did you mean 'mode'/,
    ],
    ['null options', null, /handoff to 'Automation'/],
    ['a null config', { config: null }, /config/],
    ['an unknown context', { context: 'all' }, /context/],
    ['a negative n', { context: 'last', n: -1 }, /n: must be 0 \(none\) or more/],
    ['half an n', { context: 'last', n: 1.5 }, /n:/],
    ['last without n', { context: 'last' }, /context 'last' needs n/],
    ['n without last', { n: 3 }, /n is for context 'last'/],
    ['a toolName that no provider takes', { toolName: 'to automation' }, /toolName: must match/],
    ['a toolName that every object has', { toolName: 'constructor' }, /every object has/],
    ['a filter that is none', { filter: 'x' }, /filter/],
    ['a guard that is none', { guard: true }, /guard: must be a function/],
    ['no depth', { maxDepth: 0 }, /maxDepth: must be 1 or more/],
    ['no time', { timeoutMs: 0 }, /timeoutMs: must be 1 or more/],
    ['endless time', { timeoutMs: Number.POSITIVE_INFINITY }, /timeoutMs/],
    ['no room', { maxConcurrent: 0 }, /maxConcurrent: must be 1 or more/],
    [
      'two modes',
      { toolPolicyMode: 'passthrough', config: { toolPolicy: { mode: 'intersect' } } },
      /toolPolicyMode is 'passthrough' and config\.toolPolicy\.mode is 'intersect'/,
    ],
    [
      'two lists of blocked tools',
      { blockedTools: ['search'], config: { toolPolicy: { blockedTools: [] } } },
      /name different tools/,
    ],
    ['blockedTools: null', { blockedTools: null }, /null blocks nothing/],
    ['null in the list', { blockedTools: [null] }, /null blocks nothing/],
    ['undefined in the list', { blockedTools: [undefined] }, /undefined/],
    ['a number', { blockedTools: [3] }, /number blocks nothing/],
    ['an object that is no tool', { blockedTools: { search: true } }, /object blocks nothing/],
    ['a set', { blockedTools: new Set(['search']) }, /blocks nothing/],
    ['a list in the list', { blockedTools: [['search']] }, /blocks nothing/],
    ['an empty name', { blockedTools: [''] }, /can't be the name of a tool/],
    ['a name of no letters', { blockedTools: ['--'] }, /can't be the name of a tool/],
    ['a pattern that matches nothing', { blockedTools: ['/'] }, /can't match a tool/],
  ])('%s', (_, options, message) => {
    expect(() => handoff(automation, options as HandoffOptions)).toThrow(message)
  })

  test.each([[undefined], [null], ['Automation'], [{ kind: 'agent', name: 'Automation' }]])(
    'a target that is no agent: %j',
    (target) => {
      expect(() => handoff(target as never)).toThrow(/handoffs: \(\) => \[handoff\(triage\)\]/)
    },
  )
})

test('n = 0 means none, and is no error', () => {
  expect(handoff(automation, { context: 'last', n: 0 })).toMatchObject({ context: 'last', n: 0 })
})

describe('the two forms of a tool policy', () => {
  test.each<[string, HandoffOptions, string, string[]]>([
    ['short', { toolPolicyMode: 'passthrough', blockedTools: ['search'] }, 'passthrough', ['search']],
    [
      'long',
      { config: { toolPolicy: { mode: 'passthrough', blockedTools: ['search'] } } },
      'passthrough',
      ['search'],
    ],
    [
      'one key in each',
      { blockedTools: 'search', config: { toolPolicy: { mode: 'passthrough' } } },
      'passthrough',
      ['search'],
    ],
    [
      'both alike, after folding and in any order',
      { blockedTools: ['a_tool', 'Search'], config: { toolPolicy: { blockedTools: ['search', 'aTool'] } } },
      'intersect',
      ['a_tool', 'Search'],
    ],
    ['neither', { config: {} }, 'intersect', []],
  ])('%s', (_, options, mode, blocked) => {
    expect(handoff(automation, options).mode).toBe(mode)
    expect(shown(options)).toEqual(blocked)
  })
})

test("the caller's list, mutated later, has no effect; two handoffs from one config are independent", () => {
  const blockedTools: string[] = ['search']
  const config = { toolPolicy: { blockedTools } }
  const first = handoff(automation, { config })
  blockedTools.push('execute_code')
  const second = handoff(automation, { config })
  blockedTools.length = 0
  expect(first.blocked.map((entry) => entry.shown)).toEqual(['search'])
  expect(second.blocked.map((entry) => entry.shown)).toEqual(['search', 'execute_code'])
  for (const part of [first, first.blocked, first.blocked[0], first.filters])
    expect(Object.isFrozen(part)).toBe(true)
})

test('one filter is a list of one', () => {
  const drop = () => []
  expect(handoff(automation, { filter: drop }).filters).toEqual([drop])
  const filters = [drop, drop]
  const edge = handoff(automation, { filter: filters })
  filters.length = 0
  expect(edge.filters).toEqual([drop, drop])
})
