// What is said of a graph of agents: paths, what is held at their ends, and what to beware of.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { explainHandoffs, explainWalk } from '../../../src/agents/explain/explain.js'
import { walkHandoffs } from '../../../src/agents/explain/walk.js'
import { type AgentOptions, agent } from '../../../src/agents/graph/agent.js'
import { type RunPolicyOptions, runPolicy } from '../../../src/agents/graph/grant.js'
import type { Agent } from '../../../src/agents/graph/graph.js'
import { handoff } from '../../../src/agents/graph/handoff.js'
import type { Tool } from '../../../src/index.js'
import { workOf } from '../../fixtures/work.js'
import { foreign, sample } from '../sample.js'

const search = sample('search', { origin: 'first-party', readers: 'public' })
const execute = sample('execute_code', { effect: 'derive' })

const named = (name: string, tools: readonly Tool[], more: Partial<AgentOptions> = {}) =>
  agent({ name, instructions: '', tools, ...more })
const warningsOf = (root: Agent, policy?: RunPolicyOptions) => explainHandoffs(root, policy).warnings

// Empty grants are what some of these are about.
beforeAll(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))

test('the quick start: each path, what is held at its end, and what is withheld', () => {
  const automation = named('Automation', [search, execute])
  const triage = named('Triage', [search], { handoffs: [handoff(automation)] })
  expect(explainHandoffs(triage)).toEqual({
    paths: [
      { path: ['Triage'], tools: ['search'], withheld: [] },
      {
        path: ['Triage', 'Automation'],
        tools: ['search'],
        withheld: [{ tool: 'execute_code', why: 'not held by Triage' }],
      },
    ],
    warnings: [],
  })
})

test('one agent has a path for each way to it', () => {
  const last = named('Last', [search, execute])
  const middle = named('Middle', [execute], { handoffs: [last] })
  const first = named('First', [search, execute], { handoffs: [middle, last] })
  expect(explainHandoffs(first).paths.map(({ path, tools }) => [path.join(' -> '), tools])).toEqual([
    ['First', ['execute_code', 'search']],
    ['First -> Middle', ['execute_code']],
    ['First -> Last', ['execute_code', 'search']],
    ['First -> Middle -> Last', ['execute_code']],
  ])
})

describe('passthrough edges', () => {
  const automation = named('Automation', [search, execute])
  const via = (tools: readonly Tool[]) =>
    named('Triage', tools, { handoffs: [handoff(automation, { toolPolicyMode: 'passthrough' })] })

  test.each<[string, readonly Tool[], RunPolicyOptions | undefined, string]>([
    [
      'say what they give beyond the source',
      [search],
      undefined,
      "Triage -> Automation is a passthrough edge: it gives execute_code, which Triage can't pass on otherwise.",
    ],
    [
      'say when they give nothing more',
      [search, execute],
      { passthrough: true },
      'Triage -> Automation is a passthrough edge, and grants no more than it would without.',
    ],
    [
      'say when the policy refuses them',
      [search],
      { passthrough: false },
      'Triage -> Automation asks for passthrough, which the policy refuses.',
    ],
  ])('%s', (_, tools, policy, line) => {
    expect(warningsOf(via(tools), policy)).toEqual([line])
  })
})

test('clashes and empty grants', () => {
  const automation = named('Automation', [sample('search', { readers: 'public' })])
  const poor = named('Poor', [execute])
  const triage = named('Triage', [search], { handoffs: [automation, poor] })
  expect(warningsOf(triage)).toEqual([
    "Triage -> Automation: 'search' of Automation shares its name with another tool that Triage holds.",
    'Triage -> Automation grants 0 of 1 tool; withheld: search (name clash).',
    'Triage -> Poor grants 0 of 1 tool; withheld: execute_code (not held by Triage). What Triage passes on without calling it belongs in its delegates.',
  ])
})

describe('cycles', () => {
  test('are told once, wherever they are entered, and walked by nobody', () => {
    const a: Agent = named('A', [], { handoffs: () => [b, c] })
    const b: Agent = named('B', [], { handoffs: () => [c] })
    const c: Agent = named('C', [], { handoffs: () => [b] })
    const { paths, warnings } = explainHandoffs(a)
    expect(paths.map(({ path }) => path.join(''))).toEqual(['A', 'AB', 'AC', 'ABC', 'ACB'])
    expect(warnings).toEqual(['Cycle: B -> C -> B; a run refuses the last hop.'])
  })

  test('detectCycles of an edge on the way binds what is behind it, as in a run', () => {
    const loose = { detectCycles: false }
    const ring = (first: boolean) => {
      const c: Agent = named('C', [], { handoffs: () => [handoff(b, loose)] })
      const b: Agent = named('B', [], { handoffs: () => [handoff(c, loose)] })
      return named('A', [], { handoffs: [handoff(b, { detectCycles: first })] })
    }
    expect(warningsOf(ring(true))).toEqual(['Cycle: B -> C -> B; a run refuses the last hop.'])
    expect(warningsOf(ring(false))).toEqual([expect.stringContaining('may go round')])
  })

  test('a handoff to itself is one', () => {
    const self: Agent = named('Self', [], { handoffs: () => [handoff(self, { detectCycles: false })] })
    expect(warningsOf(self)).toEqual([
      'Cycle: Self -> Self; detectCycles is off on all of the way, so a run may go round until 10 handoffs are made.',
    ])
  })
})

test('two agents with one name', () => {
  const one = named('Twin', [])
  const two = named('Twin', [])
  const root = named('Root', [], { handoffs: [one, handoff(two, { toolName: 'to_the_other' })] })
  expect(warningsOf(root)).toEqual([
    "2 agents are named 'Twin': grants keep them apart, a reader of these lines can't.",
  ])
})

test('a block that hits nothing is mostly misspelt', () => {
  const last = named('Last', [execute])
  const middle = named('Middle', [execute], { handoffs: [last] })
  const first = named('First', [execute], {
    handoffs: [handoff(middle, { blockedTools: ['exec_code', 'shell/*'] })],
  })
  expect(warningsOf(first, { blockedTools: ['Execute-Code', 'sendmail'] })).toEqual([
    "The policy blocks 'sendmail', which no agent from First on has.",
    "First -> Middle blocks 'exec_code', which no agent from Middle on has. Is 'execute_code' meant?",
    "First -> Middle blocks 'shell/*', a pattern for tools of an upstream server, and no agent from Middle on has any. Write names, or a pattern of names such as 'shell_*'.",
  ])
})

describe('reach', () => {
  const mail = sample('send_mail', { effect: 'trigger', roles: { to: 'target' } })
  const page = sample('fetch_page')
  const inbox = sample('read_inbox', { readers: ['group:staff'] })
  const records = sample('read_records', { origin: 'first-party' })
  const help = sample('read_help', { origin: 'first-party', readers: 'public' })
  const wipe = sample('wipe', { effect: 'destroy', egress: false })

  const line = (path: string, acts: string, third: string, own: string) =>
    `${path}: ${acts} can be reached together with third-party reading (${third}) and private data (${own}).`

  test.each<[string, readonly Tool[], string[]]>([
    [
      'all three',
      [mail, page, records],
      [line('Solo', 'send_mail (egress: send)', 'fetch_page', 'read_records')],
    ],
    [
      'one tool that reads what is private and strange',
      [mail, inbox],
      [line('Solo', 'send_mail (egress: send)', 'read_inbox', 'read_inbox')],
    ],
    [
      'several of each, sorted',
      [wipe, records, page, mail, inbox],
      [
        line(
          'Solo',
          'send_mail (egress: send), wipe (destroy)',
          'fetch_page, read_inbox',
          'read_inbox, read_records',
        ),
      ],
    ],
    [
      'a tool of a server counts as a stranger, whatever it does',
      [foreign('shell', 'run'), records, sample('note', { effect: 'write', egress: false })],
      [line('Solo', 'note (write)', 'shell_run', 'read_records')],
    ],
    ['what is public is not private', [mail, page, help], []],
    ['without third-party reading', [mail, records], []],
    ['without private data', [mail, page], []],
    [
      'what is private by path',
      [mail, sample('read_cases', { origin: { 'cases.*.customer': 'first-party' } })],
      [line('Solo', 'send_mail (egress: send)', 'read_cases', 'read_cases')],
    ],
    [
      'an id alone is not private',
      [mail, sample('list_files', { origin: { 'files.*.id': { label: 'first-party', id: 'file' } } })],
      [],
    ],
    ['without an act', [page, records], []],
    ['an act of the program itself is no reading', [wipe, records], []],
  ])('%s', (_, tools, lines) => {
    expect(warningsOf(named('Solo', tools))).toEqual(lines)
  })

  test('is told at the first agent of a path where the three meet, and where an act is added', () => {
    const last = named('Last', [wipe, mail])
    const middle = named('Middle', [mail, page], {
      delegates: [wipe],
      handoffs: [handoff(last, { toolPolicyMode: 'passthrough' })],
    })
    const first = named('First', [records], {
      handoffs: [handoff(middle, { toolPolicyMode: 'passthrough' })],
    })
    expect(warningsOf(first).slice(0, 2)).toEqual([
      line('First -> Middle', 'send_mail (egress: send)', 'fetch_page', 'read_records'),
      line('First -> Middle -> Last', 'wipe (destroy)', 'fetch_page', 'read_records'),
    ])
  })

  test('what is withheld is out of reach', () => {
    const automation = named('Automation', [mail, page])
    const triage = named('Triage', [records, page], { handoffs: [automation] })
    expect(warningsOf(triage)).toEqual([])
    expect(warningsOf(triage, { blockedTools: 'send_mail' })).toEqual([])
  })

  test('paths of one run count together, since what one brings back the next may send', () => {
    const reader = named('Reader', [page, records])
    const sender = named('Sender', [mail])
    const triage = named('Triage', [], { delegates: [page, records, mail], handoffs: [reader, sender] })
    expect(warningsOf(triage)).toEqual([
      'Triage, over several paths of one run: send_mail (egress: send) can be reached after third-party reading (fetch_page) and private data (read_records).',
    ])
  })
})

describe('bounds', () => {
  const dense = (count: number, tools: readonly Tool[] = []): readonly Agent[] => {
    const all: Agent[] = Array.from({ length: count }, (_, index) =>
      named(`A${index}`, tools, { handoffs: () => all.filter((_, other) => other !== index) }),
    )
    return all
  }

  test('where everybody hands to everybody, the walk is cut and says so', () => {
    const [root] = dense(40, [search]) as [Agent]
    let explained: ReturnType<typeof explainHandoffs> = { paths: [], warnings: [] }
    const work = workOf(() => {
      explained = explainHandoffs(root)
    })
    const { paths, warnings } = explained
    expect(paths).toHaveLength(1_000)
    expect(warnings.at(-1)).toBe('Cut after 1000 paths: there are more.')
    expect(warnings.length).toBeLessThan(60)
    expect(work).toBeLessThan(3_000)
  })

  test('a walk that is cut names what might be reached beyond', () => {
    const page = sample('fetch_page')
    const records = sample('read_records', { origin: 'first-party' })
    const last = named('Last', [page, records, sample('wipe', { effect: 'destroy', egress: false })])
    const first = named('First', [], { handoffs: [last] })
    const { warnings } = explainWalk(walkHandoffs(first, runPolicy(), 1))
    expect(warnings).toEqual([
      'First, over several paths of one run: wipe (destroy) can be reached after third-party reading (fetch_page) and private data (read_records).',
      'Cut after 1 paths: there are more.',
    ])
  })

  test('a path ends where maxDepth ends it, which binds all behind its edge', () => {
    const last = named('Last', [])
    const middle = named('Middle', [], { handoffs: [handoff(last, { maxDepth: 1 })] })
    const first = named('First', [], { handoffs: [middle] })
    const bound = named('Bound', [], {
      handoffs: [handoff(named('Middle', [], { handoffs: [last] }), { maxDepth: 1 })],
    })
    expect(explainHandoffs(bound).paths).toHaveLength(2)
    expect(explainHandoffs(first)).toMatchObject({
      paths: [{}, { path: ['First', 'Middle'] }],
      warnings: ['Longer paths to Last are left out: maxDepth is 1.'],
    })
  })
})

test('explaining changes nothing, and says the same again', () => {
  const automation = named('Automation', [search, execute])
  const triage = named('Triage', [search], { handoffs: [automation] })
  expect(explainHandoffs(triage)).toEqual(explainHandoffs(triage))
})

test('a policy that is none is refused', () => {
  expect(() => warningsOf(named('Solo', []), { passTrough: true } as RunPolicyOptions)).toThrow(
    /explainHandoffs\(\): policy: unknown key 'passTrough'/,
  )
})
