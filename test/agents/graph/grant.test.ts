// What a hop grants, scenario by scenario.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type AgentOptions, agent } from '../../../src/agents/graph/agent.js'
import { hop, type RunPolicyOptions, rootHeld, runPolicy } from '../../../src/agents/graph/grant.js'
import type { Agent } from '../../../src/agents/graph/graph.js'
import { handoff } from '../../../src/agents/graph/handoff.js'
import { type Tool, toolset } from '../../../src/index.js'
import { sample } from '../sample.js'

const search = sample('search')
const execute = sample('execute_code')
const mail = sample('send_mail')

// Empty grants are what some of these are about.
beforeAll(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))

const named = (name: string, tools: readonly Tool[], more: Partial<AgentOptions> = {}) =>
  agent({ name, instructions: '', tools, ...more })

/** Walks along agents and edges: names of what the last may call, and of what it lacks and why. */
function along(
  root: Agent,
  targets: readonly Agent[],
  policy: RunPolicyOptions = {},
  session?: readonly Tool[],
) {
  let at = rootHeld(root, session && new Set(session.map((tool) => tool.declaration)), runPolicy(policy))
  for (const target of targets) {
    const edge = at.held.agent.handoffs.find((each) => each.target === target)
    if (!edge) throw new Error(`${at.held.agent.name} hands not to ${target.name}`)
    at = hop(at.held, edge)
  }
  return at
}

test('the quick start: search only, and why', () => {
  const automation = named('Automation', [search, execute])
  const triage = named('Triage', [search], { handoffs: [automation] })
  expect(along(triage, [automation])).toMatchObject({
    mode: 'intersect',
    granted: ['search'],
    withheld: [{ tool: 'execute_code', why: 'not held by Triage' }],
    clashes: [],
  })
})

test("the root holds its own tools, within the session's grant and the policy", () => {
  const triage = named('Triage', [search, execute, mail])
  expect(along(triage, [], { blockedTools: 'send-mail' }, [search, mail])).toMatchObject({
    granted: ['search'],
    withheld: [
      { tool: 'execute_code', why: 'not in the session' },
      { tool: 'send_mail', why: 'blocked' },
    ],
  })
})

test('no edge leads above the grant of the session', () => {
  const automation = named('Automation', [search, execute])
  const triage = named('Triage', [search], {
    handoffs: [handoff(automation, { toolPolicyMode: 'passthrough' })],
  })
  expect(along(triage, [automation], {}, []).granted).toEqual([])
})

describe('the same name, another tool', () => {
  const theirs = sample('search', { description: 'Searches elsewhere.' })

  test('is withheld, and reported as a clash', () => {
    const automation = named('Automation', [theirs])
    const triage = named('Triage', [search], { handoffs: [automation] })
    expect(along(triage, [automation])).toMatchObject({
      granted: [],
      withheld: [{ tool: 'search', why: 'name clash' }],
      clashes: ['search'],
    })
  })

  test('is a clash in another case too', () => {
    const automation = named('Automation', [sample('Search')])
    const triage = named('Triage', [search], { handoffs: [automation] })
    expect(along(triage, [automation])).toMatchObject({ granted: [], clashes: ['Search'] })
  })

  test('is a clash with what is only delegated', () => {
    const automation = named('Automation', [theirs])
    const triage = named('Triage', [], { delegates: [search], handoffs: [automation] })
    expect(along(triage, [automation])).toMatchObject({ granted: [], clashes: ['search'] })
  })

  test('a bound tool and its declaration are one', () => {
    const [bound] = toolset({ search: () => ({ done: true }) }, [search])
    const automation = named('Automation', [bound as Tool])
    const triage = named('Triage', [search], { handoffs: [automation] })
    expect(along(triage, [automation])).toMatchObject({ granted: ['search'], clashes: [] })
  })
})

describe('a chain', () => {
  const last = named('Last', [search, execute, mail])

  test('of three: the last never has what the first lacked', () => {
    const middle = named('Middle', [search, execute], { handoffs: [last] })
    const first = named('First', [search], { handoffs: [middle] })
    expect(along(first, [middle, last]).granted).toEqual(['search'])
  })

  test('loses what the middle has not', () => {
    const middle = named('Middle', [execute], { handoffs: [last] })
    const first = named('First', [search, execute, mail], { handoffs: [middle] })
    expect(along(first, [middle, last])).toMatchObject({
      granted: ['execute_code'],
      withheld: [
        { tool: 'search', why: 'not held by Middle' },
        { tool: 'send_mail', why: 'not held by Middle' },
      ],
    })
  })

  test('starts afresh at a passthrough edge, and attenuates from there', () => {
    const middle = named('Middle', [execute, mail], { handoffs: [last] })
    const first = named('First', [search], { handoffs: [handoff(middle, { toolPolicyMode: 'passthrough' })] })
    expect(along(first, [middle])).toMatchObject({
      mode: 'passthrough',
      granted: ['execute_code', 'send_mail'],
    })
    expect(along(first, [middle, last]).granted).toEqual(['execute_code', 'send_mail'])
  })

  test('handing back does not restore', () => {
    const back: Agent = named('Back', [search], { handoffs: () => [first] })
    const first: Agent = named('First', [search, execute], { handoffs: [back] })
    expect(along(first, []).granted).toEqual(['execute_code', 'search'])
    expect(along(first, [back, first])).toMatchObject({
      granted: ['search'],
      withheld: [{ tool: 'execute_code', why: 'not held by Back' }],
    })
  })

  test('to itself gives no more', () => {
    const self: Agent = named('Self', [search], { handoffs: () => [self], delegates: [execute] })
    expect(along(self, [self, self]).granted).toEqual(['search'])
  })
})

describe('a source without tools', () => {
  test('gives none: empty is empty, not everything', () => {
    const automation = named('Automation', [search, execute])
    const triage = named('Triage', [], { handoffs: [automation] })
    expect(along(triage, [automation])).toMatchObject({ granted: [], withheld: [{}, {}] })
  })

  test('gives what it delegates, and can not call it', () => {
    const automation = named('Automation', [search, execute])
    const triage = named('Triage', [], { delegates: [search], handoffs: [automation] })
    expect(along(triage, []).held.tools.size).toBe(0)
    expect(along(triage, [automation]).granted).toEqual(['search'])
  })

  test('further down it delegates only what it got', () => {
    const last = named('Last', [search, execute])
    const middle = named('Middle', [], { delegates: [search, execute], handoffs: [last] })
    const first = named('First', [search], { handoffs: [middle] })
    expect(along(first, [middle, last]).granted).toEqual(['search'])
  })

  test('delegates what the session holds, and no more', () => {
    const automation = named('Automation', [search, execute])
    const triage = named('Triage', [], { delegates: [search, execute], handoffs: [automation] })
    expect(along(triage, [automation], {}, [execute]).granted).toEqual(['execute_code'])
  })
})

describe('passthrough', () => {
  const automation = named('Automation', [search, execute])
  const triage = named('Triage', [search], {
    handoffs: [handoff(automation, { toolPolicyMode: 'passthrough' })],
  })

  test.each<[string, RunPolicyOptions]>([
    ['without a policy', {}],
    ['with a policy that allows it', { passthrough: true }],
  ])('%s: the own tools of the target', (_, policy) => {
    expect(along(triage, [automation], policy)).toMatchObject({
      mode: 'passthrough',
      granted: ['execute_code', 'search'],
      withheld: [],
    })
  })

  test('refused by the policy: an intersection, and it says so', () => {
    expect(along(triage, [automation], { passthrough: false })).toMatchObject({
      mode: 'intersect',
      granted: ['search'],
      withheld: [{ tool: 'execute_code', why: 'passthrough refused by the root policy' }],
    })
  })

  test('of an agent that is not the root gives no more than its source was granted, unless the policy allows it', () => {
    const last = named('Last', [search, execute])
    const middle = named('Middle', [search], { handoffs: [handoff(last, { toolPolicyMode: 'passthrough' })] })
    const first = named('First', [search], { handoffs: [middle] })
    expect(along(first, [middle, last])).toMatchObject({
      mode: 'intersect',
      granted: ['search'],
      withheld: [{ tool: 'execute_code', why: 'passthrough of an agent that is not the root' }],
    })
    expect(along(first, [middle, last], { passthrough: true })).toMatchObject({
      mode: 'passthrough',
      granted: ['execute_code', 'search'],
    })
    expect(along(middle, [last]).granted).toEqual(['execute_code', 'search'])
  })

  test('an allowing policy makes no edge a passthrough', () => {
    const plain = named('Triage', [search], { handoffs: [automation] })
    expect(along(plain, [automation], { passthrough: true }).granted).toEqual(['search'])
  })
})

describe('blockedTools beats everything', () => {
  const last = named('Last', [search, execute, mail])
  const middle = named('Middle', [search, execute, mail], {
    handoffs: [handoff(last, { toolPolicyMode: 'passthrough', blockedTools: [mail] })],
  })

  test.each<[string, RunPolicyOptions]>([
    ['on the edge', {}],
    ['in the policy', { blockedTools: [execute] }],
  ])('%s, and down the chain, through an edge that blocks another and passes the rest', (_, policy) => {
    const edge = handoff(middle, policy.blockedTools ? {} : { blockedTools: [execute] })
    const first = named('First', [search, execute], { delegates: [execute], handoffs: [edge] })
    for (const targets of [[middle], [middle, last]]) {
      const { granted, withheld } = along(first, targets, policy)
      expect(granted).not.toContain('execute_code')
      expect(withheld).toContainEqual({ tool: 'execute_code', why: 'blocked' })
    }
  })

  test('the edge does not take the tool from its source', () => {
    const first = named('First', [execute], { handoffs: [handoff(middle, { blockedTools: [execute] })] })
    expect(along(first, []).granted).toEqual(['execute_code'])
  })
})

test.each<[string, unknown, RegExp]>([
  [
    'an unknown key',
    { passThrough: true },
    /policy: unknown key 'passThrough'; did you mean 'passthrough'\?/,
  ],
  ['a text for a flag', { passthrough: 'no' }, /passthrough/],
  ['null for a list', { blockedTools: null }, /null blocks nothing/],
  ['null', null, /policy/],
])('a policy with %s is refused', (_, policy, message) => {
  expect(() => runPolicy(policy as RunPolicyOptions)).toThrow(message)
})
