// Six paths on which one agent gets to another. A scene says who they are and what the target tries; a path brings
// the target to work. What the policy lets it do must not depend on the path.

import { z } from 'zod'
import type { RunPolicyOptions } from '../../src/agents/graph/grant.js'
import { type Agent, agent, agentTool, type HandoffOptions, handoff } from '../../src/agents/index.js'
import type { RunEvent } from '../../src/agents/run/events.js'
import type { HandoffResult, RunResult } from '../../src/agents/run/result.js'
import { runAgent } from '../../src/agents/run/run.js'
import { memoryStore, type Tool } from '../../src/index.js'
import type { ScriptedRequest } from '../../src/testing/index.js'
import { actors, makeTools, openSession, played, type Scripts, shown, type Tools } from './kit.js'

export const PATHS = ['model-driven', 'program', 'structured', 'parallel', 'resumed', 'as a tool'] as const
export type Path = (typeof PATHS)[number]

export interface Scene {
  /** The target; `extra` are tools that the path itself needs. */
  readonly target: (tools: Tools, extra: readonly Tool[], source: () => Agent) => Agent
  /** What the source holds. Default: search. */
  readonly source?: (tools: Tools) => {
    readonly tools?: readonly Tool[]
    readonly delegates?: readonly Tool[]
  }
  readonly edge?: (tools: Tools, life: 'first' | 'second') => HandoffOptions
  readonly policy?: (tools: Tools) => RunPolicyOptions
  /** What the target does, and agents behind it. Its first key is the target. */
  readonly scripts: Scripts
  readonly input?: string
  /** What the source's model does before. */
  readonly before?: Scripts[string]
}

/** What was seen. */
export interface Seen {
  /** How the handoff to the target ended. */
  readonly end: { readonly status: string; readonly code?: string | undefined }
  /** What the calls of the target, and of agents behind it, came to: `tool status`. */
  readonly calls: readonly string[]
  /** Names of the tools that an agent was shown last. */
  shown(name: string): readonly string[]
  request(name: string): ScriptedRequest | undefined
  requests(name: string): readonly ScriptedRequest[]
  readonly ran: readonly string[]
  readonly events: readonly RunEvent[]
  readonly result: RunResult
  /** What the program got, on its own path. */
  readonly handed: HandoffResult | undefined
}

const order = z.object({ goal: z.string().describe('what to do') })
const NO_INPUT = 'find the report and run it'

/** Plays a scene on a path. */
export async function play(scene: Scene, path: Path): Promise<Seen> {
  const [name = ''] = Object.keys(scene.scripts)
  const store = memoryStore()
  const life = (tools: Tools, which: 'first' | 'second') => {
    const extra = path === 'resumed' ? [tools.send] : []
    const more = scene.source?.(tools) ?? { tools: [tools.search] }
    const target = scene.target(tools, extra, () => source)
    const terms = scene.edge?.(tools, which) ?? {}
    const edge =
      path === 'as a tool'
        ? agentTool(target, { toolName: 'go', ...terms })
        : handoff(target, { toolName: 'go', ...(path === 'structured' && { input: order }), ...terms })
    const bystander = agent({ name: 'Bystander', instructions: 'Bystander' })
    const source: Agent = agent({
      name: 'Source',
      instructions: 'Source',
      ...more,
      tools: [...(more.tools ?? []), ...extra],
      handoffs: () => [edge, handoff(bystander)],
    })
    const session = openSession(tools, { store })
    return { source, edge, session, policy: scene.policy?.(tools) ?? {} }
  }
  const tools = makeTools()
  const first = life(tools, 'first')
  const go = { call: 'go', args: path === 'structured' ? { goal: NO_INPUT } : { task: NO_INPUT } }
  const { [name]: script = [], ...others } = scene.scripts
  const model = actors({
    Bystander: ['by and by'],
    ...others,
    [name]:
      path === 'resumed' ? [{ call: 'send', args: { to: 'eve@evil.test', text: 'x' } }, ...script] : script,
    Source: [
      ...(scene.before ?? []),
      ...(path === 'program' ? ['over to the program'] : []),
      ...(path === 'parallel' ? [[go, { call: 'transfer_to_Bystander', args: {} }]] : []),
      ...(['model-driven', 'structured', 'resumed', 'as a tool'].includes(path) ? [go] : []),
      'the last word',
    ],
  })
  const options = { model, session: first.session, input: scene.input ?? NO_INPUT, policy: first.policy }
  let ran = tools.ran
  let run = runAgent(first.source, options)
  let handed: HandoffResult | undefined
  if (path === 'program') {
    await run.result
    handed = await run.handoff(first.edge, NO_INPUT)
  }
  if (path === 'resumed') {
    const { status, approvals } = await run.result
    if (status !== 'held') throw new Error(`the run was to be held, and is ${status}`)
    const state = JSON.parse(JSON.stringify(run.state()))
    const again = makeTools()
    ran = again.ran
    const second = life(again, 'second')
    for (const { id } of approvals) await second.session.deny(id, { by: 'u' })
    run = runAgent(second.source, { model, session: second.session, policy: second.policy, state })
  }
  const { events, result } = await played(run)
  const ends = events.filter((event) => event.type === 'handoff.finished' && event.to === name)
  const last = ends.findLast((event) => event.type === 'handoff.finished' && event.path.length === 2)
  const outcomes = [...(handed?.outcomes ?? []), ...result.outcomes]
  return {
    end: handed ? { status: handed.status, code: handed.error?.code } : (last as unknown as Seen['end']),
    calls: outcomes.filter(({ tool }) => tool !== 'send').map(({ tool, status }) => `${tool} ${status}`),
    shown: (who) => (shown(model, who) ?? []).filter((each) => each !== 'send'),
    request: (who) => model.requests(who).at(-1),
    requests: (who) => model.requests(who),
    ran,
    events,
    result,
    handed,
  }
}
