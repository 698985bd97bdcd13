// How a graph of agents looks to people: as a tree, and as a chart.

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { handoffChart } from '../../../src/agents/explain/mermaid.js'
import { explainText } from '../../../src/agents/explain/text.js'
import { walkHandoffs } from '../../../src/agents/explain/walk.js'
import { type AgentOptions, agent } from '../../../src/agents/graph/agent.js'
import { runPolicy } from '../../../src/agents/graph/grant.js'
import type { Agent } from '../../../src/agents/graph/graph.js'
import { agentTool, handoff } from '../../../src/agents/graph/handoff.js'
import type { Tool } from '../../../src/index.js'
import { sample } from '../sample.js'

const search = sample('search', { origin: 'first-party' })
const execute = sample('execute_code', { effect: 'write', egress: false })
const page = sample('fetch_page')
const mail = sample('send_mail', { effect: 'trigger' })

const named = (name: string, tools: readonly Tool[], more: Partial<AgentOptions> = {}) =>
  agent({ name, instructions: '', tools, ...more })

beforeAll(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))

const automation = named('Automation', [search, execute])
const researcher = named('Researcher', [page, mail], { handoffs: [automation] })
const triage = named('Triage', [search], {
  delegates: [execute],
  handoffs: [
    handoff(automation, { blockedTools: 'execute_code' }),
    handoff(researcher, { toolPolicyMode: 'passthrough' }),
  ],
})
const walk = walkHandoffs(triage, runPolicy())

describe('the tree', () => {
  test('shows what is held, what acts, what is withheld and why', () => {
    expect(explainText(walk)).toBe(`\
Triage: search; may pass on execute_code
├─ Automation: search
│     without execute_code (blocked)
└─ Researcher (passthrough): fetch_page, send_mail (egress: send)
   └─ Automation: none of 2 tools
         without execute_code (not held by Researcher), search (not held by Researcher)

3 warnings
- Triage -> Researcher: send_mail (egress: send) can be reached together with third-party reading
  (fetch_page) and private data (search).
- Triage -> Researcher is a passthrough edge: it gives fetch_page, send_mail, which Triage can't
  pass on otherwise.
- Researcher -> Automation grants 0 of 2 tools; withheld: execute_code (not held by Researcher),
  search (not held by Researcher). What Researcher passes on without calling it belongs in its
  delegates.
`)
  })

  test('keeps to the width, and colours change no word', () => {
    const narrow = explainText(walk, { width: 60 })
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
    const coloured = explainText(walk, { color: true })
    expect(coloured).toContain('\u001b[31m(egress: send)\u001b[39m')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes start with one.
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(explainText(walk))
  })

  test('says on which terms an agent is reached', () => {
    const asking = named('Asking', [search], {
      handoffs: [
        agentTool(automation, { toolPolicyMode: 'passthrough', blockedTools: 'execute_code' }),
        agentTool(named('Poet', [])),
      ],
    })
    const walked = walkHandoffs(asking, runPolicy())
    expect(explainText(walked)).toContain(`\
Asking: search
├─ Automation (as a tool, passthrough): search
│     without execute_code (blocked)
└─ Poet (as a tool): no tools
`)
    expect(handoffChart(walked)).toContain('a0 ==>|"as a tool, 1 of 2 tools"| a1')
  })

  test('an agent alone, with nothing', () => {
    expect(explainText(walkHandoffs(named('Solo', []), runPolicy()))).toBe('Solo: no tools\n\nNo warnings.\n')
  })
})

describe('the chart', () => {
  test('has a node for each agent with the most that it holds, and an arrow for each edge', () => {
    expect(handoffChart(walk)).toBe(`\
flowchart LR
  a0["Triage<br/>search"]
  a1["Automation<br/>search"]
  a2["Researcher<br/>fetch_page<br/>send_mail (egress: send)"]
  a0 -->|"1 of 2 tools"| a1
  a0 ==>|"2 of 2 tools"| a2
  a2 -->|"0 of 2 tools"| a1
  style a0 stroke-width:3px
  classDef acts stroke:#c00
  class a2 acts
`)
  })

  test('gives a range where it depends on the path, and dots what no run takes', () => {
    const last = named('Last', [search, page])
    const back: Agent = named('Back', [search], { handoffs: () => [root] })
    const middle = named('Middle', [search], { handoffs: [last] })
    const hub = named('Hub', [search, page], { handoffs: [last] })
    const join = named('Join', [search, page], { handoffs: [hub] })
    const root: Agent = named('Root', [search, page], { handoffs: [back, middle, join] })
    const through = named('Start', [search], {
      handoffs: [handoff(root, { toolPolicyMode: 'passthrough' }), hub],
    })
    const chart = handoffChart(walkHandoffs(through, runPolicy()))
    expect(chart).toMatch(/-->\|"1 to 2 of 2 tools"\|/)
    expect(chart.match(/-\.->\|"not taken"\|/g)).toHaveLength(1)
  })

  test('takes no syntax from a name', () => {
    const chart = handoffChart(walkHandoffs(named('1. "]; click a0 <b>#x', []), runPolicy()))
    expect(chart.split('\n')[1]).toBe('  a0["1#46; #34;#93;#59; click a0 #60;b#62;#35;x<br/>no tools"]')
  })
})
