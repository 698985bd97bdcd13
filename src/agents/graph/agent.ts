// An agent, declared: checked once, copied, frozen. It holds no state of a run, so that any number of runs can
// share it.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'
import type { Tool } from '../../tool/tool.js'
import { type Agent, type Handoff, type Instructions, isAgent, isHandoff, isTool } from './graph.js'
import { handoff } from './handoff.js'
import { agentName, refuseCollisions } from './names.js'
import { type EdgeReport, reportEdges } from './report.js'

/** An agent alone is an edge on default terms. */
export type Edges = readonly (Handoff | Agent)[]

/** What {@link agent} takes. */
export interface AgentOptions {
  /** One line, up to 128 visible characters. */
  readonly name: string
  /** What it is for, in a sentence: shown to agents that may hand to it. */
  readonly description?: string
  /** What it is told. A function runs each time the agent starts. */
  readonly instructions: Instructions
  /** What it may call, as far as whoever hands to it holds the same. Default none. */
  readonly tools?: readonly Tool[]
  /**
   * Whom it may hand to. Default nobody. Agents that hand to each other need a function here, called once when
   * the edges are first needed, and their variable needs its type: `const triage: Agent = agent(...)`.
   */
  readonly handoffs?: Edges | (() => Edges)
  /** Whether its instructions begin with a list of whom it may hand to at the moment, and for what. Default false. */
  readonly listTargets?: boolean
  /** Tools that it may pass on without calling them itself. */
  readonly delegates?: readonly Tool[]
}

/**
 * Declares an agent. What its edges withhold is in `report`; an edge that grants nothing, though nothing was
 * blocked, is rarely meant, so the process warns of it.
 *
 * @throws DefinitionError naming the agent, the key and the mend.
 * @example
 * const automation = agent({ name: 'Automation', instructions: 'Do what was asked.', tools: [search, execute] })
 * const triage = agent({
 *   name: 'Triage',
 *   instructions: 'Find out what is needed, then hand over.',
 *   tools: [search],
 *   handoffs: [handoff(automation)], // runs with search only
 * })
 */
export function agent(options: AgentOptions): Agent {
  const what = `agent '${String((options as { name?: unknown } | undefined)?.name)}'`
  const given = parseOptions(optionsSchema, options, what)
  const tools = Object.freeze([...(given.tools as Tool[])])
  refuseCollisions(tools.map(toolEntry), what, 'Give it only one of them.')
  const { handoffs } = given
  const settled = once(() => {
    const edges = readEdges(typeof handoffs === 'function' ? handoffs() : handoffs, tools, what)
    const report = reportEdges(made, edges)
    warnOfEmptyGrants(report)
    return { edges, report: report.lines }
  })
  const made: Agent = Object.freeze({
    kind: 'agent',
    name: agentName(given.name),
    ...(given.description !== undefined && { description: given.description }),
    instructions: given.instructions as Instructions,
    tools,
    delegates: Object.freeze([...(given.delegates as Tool[])]),
    listTargets: given.listTargets,
    get handoffs() {
      return settled().edges
    },
    get report() {
      return settled().report
    },
  })
  if (typeof handoffs !== 'function') settled()
  return made
}

const text = z.string().trim().min(1, 'must not be empty')
const toolList = z
  .array(
    z.custom(isTool, 'must be a tool made by tool(), not its name'),
    'must be a list of tools made by tool()',
  )
  .default([])

const optionsSchema = z.strictObject({
  name: z.string(),
  description: text.optional(),
  instructions: z.union(
    [z.string(), z.custom((value) => typeof value === 'function')],
    'must be a text or a function that gives one',
  ),
  tools: toolList,
  handoffs: z
    .custom<readonly unknown[] | (() => unknown)>(
      (value) => Array.isArray(value) || typeof value === 'function',
      'must be a list of handoffs or agents, or a function that gives one',
    )
    .default([]),
  delegates: toolList,
  listTargets: z.boolean().default(false),
})

function readEdges(given: unknown, tools: readonly Tool[], what: string): readonly Handoff[] {
  if (!Array.isArray(given)) throw new DefinitionError(`${what}: handoffs: the function must give a list.`)
  const edges = given.map((entry: unknown): Handoff => {
    if (isHandoff(entry)) return entry
    if (isAgent(entry)) return handoff(entry)
    throw new DefinitionError(
      `${what}: handoffs: each must be made by handoff() or agent(). Agents that hand to each other need a function: handoffs: () => [...].`,
    )
  })
  const transfers = edges.map(({ toolName, target }) => ({
    name: toolName,
    of: `transfer tool '${toolName}' to '${target.name}'`,
  }))
  refuseCollisions([...tools.map(toolEntry), ...transfers], what, 'Give the handoff a toolName of its own.')
  return Object.freeze(edges)
}

function toolEntry({ name }: Tool) {
  return { name, of: `tool '${name}'` }
}

function warnOfEmptyGrants({ empty }: EdgeReport): void {
  for (const line of empty) {
    process.emitWarning(line, { type: 'SallyportWarning', code: 'SALLYPORT_EMPTY_GRANT' })
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
