// An edge of the graph, declared: checked once, copied, frozen. What a hop grants is decided in grant.ts, how it
// runs in the runner.

import { z } from 'zod'
import { isPrototypeName, TOOL_NAME } from '../../base/names.js'
import { DefinitionError, parseOptions } from '../../base/options.js'
import { compileInput, type ToolSchema } from '../../json/schema/schema.js'
import type { Failure } from '../../tool/outcome.js'
import { type Blocked, type BlockedTools, compileBlocked, isSameBlocked } from './blocked.js'
import {
  type Agent,
  type ContextPolicy,
  type Handoff,
  type HandoffFacts,
  type HandoffFilter,
  isAgent,
  type ToolPolicyMode,
} from './graph.js'
import { askName, transferName } from './names.js'

/** What {@link handoff} takes. */
export interface HandoffOptions {
  /** The name of the transfer tool. Default `transfer_to_<name>`. */
  readonly toolName?: string
  /** What the model reads of it. Default: says whom it hands to, with the target's description. */
  readonly description?: string
  /** What the source must say. Checked; what a third party wrote in it keeps its label. */
  readonly input?: ToolSchema
  /** How much of the conversation travels. Default `summary`. `none` still passes the task. */
  readonly context?: ContextPolicy
  /** How many messages `context: 'last'` takes: one with calls counts as one with its results. 0 means none. */
  readonly n?: number
  /** Drops or redacts messages, in order. A text that it adds travels as the developer's. */
  readonly filter?: HandoffFilter | readonly HandoffFilter[]
  /** Whether the handoff is offered. Default: always. */
  readonly when?: (facts: HandoffFacts) => boolean | Promise<boolean>
  /** Told of each handoff. Its failure is logged and stops nothing. */
  readonly onHandoff?: (facts: HandoffFacts) => void | Promise<void>
  /** Told of the answer of a target that was done. Its failure is logged and stops nothing. */
  readonly onComplete?: (facts: HandoffFacts, answer: string) => void | Promise<void>
  /** Told of a handoff that was refused or failed, and why. Its failure is logged and stops nothing. */
  readonly onError?: (facts: HandoffFacts, error: Failure) => void | Promise<void>
  /** Lets a handoff pass with `true`. Anything else, a failure or no answer in time denies. */
  readonly guard?: (facts: HandoffFacts) => boolean | Promise<boolean>
  /** The most handoffs on the way from the root to the target. Default 10. */
  readonly maxDepth?: number
  /** Refuses a target that is on the way already, on this edge and on all behind it. Default true. */
  readonly detectCycles?: boolean
  /** Milliseconds that the target may take, waiting for its place included. Default 300 000. */
  readonly timeoutMs?: number
  /** How many hops to the target may be open at once in a run, by whichever edge they came. Default 5. */
  readonly maxConcurrent?: number
  /** How many over all runs of this process. Default: as many as come. */
  readonly processConcurrent?: number
  /**
   * `intersect` (default): the target's tools that the source holds too. `passthrough`: the target's own, where the
   * source is the agent that the run began with or the run's policy allows it to all.
   */
  readonly toolPolicyMode?: ToolPolicyMode
  /** Tools that the target, and all behind it, never get. One name, pattern or tool counts as a list of one. */
  readonly blockedTools?: BlockedTools
  /** The long form of the last two. Both forms given and different is an error. */
  readonly config?: { readonly toolPolicy?: HandoffPolicy }
}

/** Which tools a hop grants: the long form of `toolPolicyMode` and `blockedTools`. */
export interface HandoffPolicy {
  readonly mode?: ToolPolicyMode
  readonly blockedTools?: BlockedTools
}

/**
 * Declares that an agent may hand to `target`, and on which terms.
 *
 * @throws DefinitionError naming the edge, the key and the mend.
 * @example
 * handoff(automation, { blockedTools: ['execute_code', 'shell_*'], context: 'last', n: 4 })
 */
export function handoff(target: Agent, options: HandoffOptions = {}): Handoff {
  return edgeTo(target, options, false)
}

/**
 * Declares that an agent may use `target` as a tool: the target answers, and its source goes on with the answer. It
 * stands among the `handoffs`, with the same options and under the same policy; only the tool is `ask_<name>`.
 *
 * @throws DefinitionError naming the edge, the key and the mend.
 * @example
 * agent({ name: 'Writer', instructions: '...', tools: [search], handoffs: [agentTool(researcher)] })
 */
export function agentTool(target: Agent, options: HandoffOptions = {}): Handoff {
  return edgeTo(target, options, true)
}

function edgeTo(target: Agent, options: HandoffOptions, returns: boolean): Handoff {
  if (!isAgent(target)) {
    throw new DefinitionError(
      'handoff(): the first argument is the agent to hand to, made by agent(). For agents that hand to each other give handoffs as a function: handoffs: () => [handoff(triage)].',
    )
  }
  const what = `handoff to '${target.name}'`
  const given = parseOptions(optionsSchema, options, what)
  refuseIdleCount(given.context, given.n, what)
  const toolName = given.toolName ?? (returns ? askName : transferName)(target.name)
  const toolPolicy = given.config?.toolPolicy
  return Object.freeze({
    kind: 'handoff',
    returns,
    target,
    toolName,
    description: given.description ?? describe(target, returns),
    ...(given.input !== undefined && { input: compileInput(given.input as ToolSchema, toolName) }),
    context: given.context,
    ...(given.n !== undefined && { n: given.n }),
    filters: Object.freeze([given.filter ?? []].flat() as HandoffFilter[]),
    ...pickFunctions(given),
    maxDepth: given.maxDepth,
    detectCycles: given.detectCycles,
    timeoutMs: given.timeoutMs,
    maxConcurrent: given.maxConcurrent,
    ...(given.processConcurrent !== undefined && { processConcurrent: given.processConcurrent }),
    mode: oneMode(given.toolPolicyMode, toolPolicy?.mode, what),
    blocked: oneBlocked(
      given.blockedTools as BlockedTools | undefined,
      toolPolicy?.blockedTools as BlockedTools | undefined,
      what,
    ),
  })
}

const callback = z.custom((value) => typeof value === 'function', 'must be a function')
const mode = z.enum(['intersect', 'passthrough'])
const whole = z.number().int()

const optionsSchema = z.strictObject({
  toolName: z
    .string()
    .regex(TOOL_NAME, `must match ${TOOL_NAME}`)
    .refine((name) => !isPrototypeName(name), 'is a name that every object has; choose another')
    .optional(),
  description: z.string().trim().min(1, 'must not be empty').optional(),
  input: z
    .custom(
      (value) => Boolean((value as { '~standard'?: unknown } | undefined)?.['~standard']),
      'must be a Standard Schema (zod, arktype, valibot through its adapter) or jsonSchema(raw)',
    )
    .optional(),
  context: z.enum(['full', 'summary', 'last', 'none']).default('summary'),
  n: whole.min(0, 'must be 0 (none) or more').optional(),
  filter: z.union([callback, z.array(callback)]).optional(),
  when: callback.optional(),
  onHandoff: callback.optional(),
  guard: callback.optional(),
  onComplete: callback.optional(),
  onError: callback.optional(),
  maxDepth: whole.min(1, 'must be 1 or more').default(10),
  detectCycles: z.boolean().default(true),
  timeoutMs: whole.min(1, 'must be 1 or more').max(2_147_483_647).default(300_000),
  maxConcurrent: whole.min(1, 'must be 1 or more').default(5),
  processConcurrent: whole.min(1, 'must be 1 or more').optional(),
  toolPolicyMode: mode.optional(),
  // Read by compileBlocked, which says what is wrong with an entry.
  blockedTools: z.unknown().optional(),
  config: z
    .strictObject({
      toolPolicy: z.strictObject({ mode: mode.optional(), blockedTools: z.unknown().optional() }).optional(),
    })
    .optional(),
})

type Given = z.output<typeof optionsSchema>

function refuseIdleCount(context: ContextPolicy, n: number | undefined, what: string): void {
  if (context === 'last' && n === undefined) {
    throw new DefinitionError(`${what}: context 'last' needs n, how many messages travel; 0 means none.`)
  }
  if (context !== 'last' && n !== undefined) {
    throw new DefinitionError(
      `${what}: n is for context 'last'; it does nothing for '${context}'. Remove it.`,
    )
  }
}

function describe({ name, description }: Agent, returns: boolean): string {
  return `${returns ? 'Asks' : 'Hands over to'} ${name}${description === undefined ? '.' : `: ${description}`}`
}

const FUNCTIONS = ['when', 'guard', 'onHandoff', 'onComplete', 'onError'] as const

function pickFunctions(given: Given): Pick<Handoff, (typeof FUNCTIONS)[number]> {
  const picked: Record<string, unknown> = {}
  for (const key of FUNCTIONS) if (given[key]) picked[key] = given[key]
  return picked
}

function oneMode(
  short: ToolPolicyMode | undefined,
  long: ToolPolicyMode | undefined,
  what: string,
): ToolPolicyMode {
  if (short !== undefined && long !== undefined && short !== long) {
    throw new DefinitionError(
      `${what}: toolPolicyMode is '${short}' and config.toolPolicy.mode is '${long}'. Give one of them.`,
    )
  }
  return short ?? long ?? 'intersect'
}

function oneBlocked(
  short: BlockedTools | undefined,
  long: BlockedTools | undefined,
  what: string,
): readonly Blocked[] {
  const first = compileBlocked(short, what)
  const second = compileBlocked(long, `${what}: config.toolPolicy`)
  if (short !== undefined && long !== undefined && !isSameBlocked(first, second)) {
    throw new DefinitionError(
      `${what}: blockedTools and config.toolPolicy.blockedTools name different tools. Give one of them.`,
    )
  }
  return short === undefined ? second : first
}
