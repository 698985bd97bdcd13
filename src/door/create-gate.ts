// Makes a gate: checks its options once, builds what all sessions share, and opens sessions.

import { z } from 'zod'
import { newId, type Random, randomText, systemRandom } from '../base/ids.js'
import { Slots } from '../base/lane.js'
import { foldName } from '../base/names.js'
import { DefinitionError, parseOptions } from '../base/options.js'
import { WeakValues } from '../base/weak-values.js'
import { MODES } from '../flow/judge/decision.js'
import { flowCore, type OperatorOptions } from '../flow/kept/flow-core.js'
import { inspectHandle } from '../handles/look/inspector.js'
import { type HandleOptions, handleCore } from '../handles/vault/handle-core.js'
import { Breakers } from '../net/breaker.js'
import { baseFetch, type Network } from '../net/fetch.js'
import type { Can, Core } from '../session/core.js'
import { grantOf, namesOf, rightsOf, type ToolTable } from '../session/grant.js'
import { Journal } from '../session/journal.js'
import { SessionState, sessionKey } from '../session/state.js'
import { memoryStore } from '../stores/memory.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger, Principal } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'
import type { CountTokens } from '../view/budget.js'
import { guardedCount, guardedLogger, ownLogger } from './guards.js'
import { Session } from './session.js'

/** What {@link createGate} takes. */
export interface GateOptions extends OperatorOptions, HandleOptions {
  /** The tools of the gate. Names may not collide after case and separators are folded. */
  readonly tools: readonly Tool[]
  /** Answers permissions that tools name as a text. */
  readonly can?: Can
  /** The fetch that `ctx.fetch` builds on; it vouches for the addresses that it connects to. */
  readonly fetch?: typeof fetch
  /** Private hosts that the default fetch may connect to, each as exact `host:port`. */
  readonly network?: Network
  /** Counts tokens as your model does. Default: an upper estimate. */
  readonly countTokens?: CountTokens
  /**
   * Where lasts what must last, the decision records too. Default: memory, without decision records. A store
   * that you pass is yours to close.
   */
  readonly store?: RecordStore
  /** Default: warnings and errors, as JSON on stderr. */
  readonly log?: Logger
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  /** Gives that many random bytes. */
  readonly random?: Random
}

/** What `gate.session` takes. */
export interface SessionOptions {
  readonly tenant: string
  /** Who it is, verified by the program. Or say `anonymous: true`. */
  readonly user?: string
  readonly anonymous?: true
  readonly conversation: string
  readonly groups?: readonly string[]
  readonly claims?: { readonly [name: string]: unknown }
  /** Tools or names that may be called. Default: all that a model may call. */
  readonly grant?: readonly (string | Tool)[]
  /** Tools that the program was told to use: they need no words of the user for the act. */
  readonly task?: readonly (string | Tool)[]
  /**
   * `false` for a caller inside the trusted boundary, such as a workflow engine: it gives and gets values themselves,
   * and no token is made. Default `true`.
   */
  readonly handles?: boolean
}

/** The runtime: holds the tools and opens sessions on them. */
export interface Gate {
  readonly tools: readonly Tool[]
  /**
   * Opens a session, or another view on one that is open.
   *
   * @throws DefinitionError for an unknown or missing option, or a grant of tools that are not the gate's.
   */
  session(options: SessionOptions): Session
  /** Ends all sessions and writes what waits. */
  close(): Promise<void>
}

/**
 * Makes a gate.
 *
 * @throws DefinitionError for an unknown option, colliding names, or a tool that nothing runs.
 * @example
 * const gate = createGate({ tools: [search] })
 * const session = gate.session({ tenant: 'acme', user: 'u-17', conversation: 'c-1' })
 * const outcome = await session.call({ id: 'call_1', name: 'search', args: '{"query":"boats"}' })
 */
export function createGate(options: GateOptions): Gate {
  const given = parseOptions(gateSchema, options, 'createGate()') as GateOptions
  const core = makeCore(given)
  // Held weakly: a session that its program let go without closing it is collected with all that it holds.
  const states = new WeakValues<SessionState>()
  const sessions = new WeakValues<Session>()
  return Object.freeze<Gate>({
    tools: Object.freeze([...core.tools.values()]),
    session(asked) {
      const { grant, task, principal, handles = true } = readSession(asked)
      const granted = grantOf(core.tools, grant)
      const told = namesOf(core.tools, task)
      const key = sessionKey(principal)
      const state = states.get(key) ?? states.add(key, new SessionState(key, core))
      state.views++
      const session = new Session({
        core,
        principal,
        viewer: principal,
        native: !handles,
        state,
        grant: granted,
        task: told,
        // What one view was given natively is nothing for another, and the other way round.
        rights: `${rightsOf(core.tools, granted, principal, newId(core.random, 'rights'))}${handles ? '' : ' native'}`,
        onClose() {
          if (--state.views > 0) return
          states.delete(key, state)
          state.hub.close()
          state.flow.close()
        },
      })
      sessions.add(newId(core.random, 'session'), session)
      return session
    },
    async close() {
      for (const session of sessions.all()) session.close()
      await core.journal?.flush()
      await core.flow.store.settled()
      if (!given.store) await core.store.close()
    },
  })
}

function makeCore(options: GateOptions): Core {
  const own = options.tools.includes(inspectHandle) ? [] : [inspectHandle]
  const tools = tabulate([...options.tools, ...own])
  const clock = options.clock ?? (() => performance.timeOrigin + performance.now())
  const store = options.store ?? memoryStore({ clock })
  const log = guardedLogger(options.log ?? ownLogger())
  for (const tool of tools.values()) {
    if (typeof tool.permission === 'string' && !options.can) {
      throw new DefinitionError(
        `createGate(): tool '${tool.name}' wants the permission '${tool.permission}', and nobody answers it. Add can: (permission, principal) => boolean.`,
      )
    }
  }
  const bounded = [...tools.values()].filter((tool) => tool.limits.concurrency !== undefined)
  const { random } = options
  return {
    tools,
    handles: handleCore(options, {
      tools: [...tools.values()],
      store,
      clock,
      newId: random && (() => randomText(random, 26)),
      log,
    }),
    flow: flowCore(options, {
      tools: [...tools.values()],
      store,
      isOwn: options.store === undefined,
      clock,
      log,
      allowPrivate: options.network?.allowPrivate ?? [],
    }),
    can: options.can,
    store,
    log,
    clock,
    random: options.random ?? systemRandom(),
    countTokens: options.countTokens && guardedCount(options.countTokens, log),
    fetch: options.fetch ?? baseFetch(options.network ? { network: options.network } : {}),
    breakers: new Breakers(),
    slots: new Map(bounded.map((tool) => [tool.declaration, new Slots(tool.limits.concurrency as number)])),
    journal: options.store && new Journal(store, log),
  }
}

function tabulate(tools: readonly Tool[]): ToolTable {
  const table = new Map<string, Tool>()
  const folded = new Map<string, string>()
  const declarations = new Map<object, string>()
  const claimed = new Map<object, Map<string, string>>()
  for (const tool of tools) {
    if (!tool?.schema || !Object.isFrozen(tool)) {
      throw new DefinitionError('createGate(): tools holds something that tool() did not make.')
    }
    if (declarations.has(tool.declaration)) {
      throw new DefinitionError(
        `createGate(): tool '${tool.name}' is given twice. One gate binds a declaration once.`,
      )
    }
    const other = folded.get(foldName(tool.name))
    if (other !== undefined) {
      throw new DefinitionError(
        `createGate(): the names '${other}' and '${tool.name}' are the same without case and separators, so a model would mix them up. Rename one.`,
      )
    }
    if (!tool.run) {
      throw new DefinitionError(
        `createGate(): nothing runs tool '${tool.name}'. Give it run, or bind it with toolset(host, [...]).`,
      )
    }
    if (tool.binding) claim(claimed, tool.binding, tool.name)
    declarations.set(tool.declaration, tool.name)
    folded.set(foldName(tool.name), tool.name)
    table.set(tool.name, tool)
  }
  return table
}

/** Two toolsets of one host object may not reach the same method either. */
function claim(
  claimed: Map<object, Map<string, string>>,
  { host, method }: NonNullable<Tool['binding']>,
  name: string,
): void {
  const methods = claimed.get(host) ?? new Map<string, string>()
  const other = methods.get(method)
  if (other !== undefined) {
    throw new DefinitionError(
      `createGate(): the method '${method}' of one host object is claimed by '${other}' and '${name}'. Give each tool its own.`,
    )
  }
  claimed.set(host, methods.set(method, name))
}

const callback = z.custom((value) => typeof value === 'function', 'must be a function').optional()
const thing = z.custom((value) => typeof value === 'object' && value !== null, 'must be an object').optional()

const gateSchema = z.strictObject({
  tools: z.array(z.unknown(), 'must be a list of tools'),
  can: callback,
  kinds: z.array(z.unknown(), 'must be a list of kinds').optional(),
  key: z.unknown().optional(),
  resultScope: z.enum(['user', 'conversation']).optional(),
  trusted: thing,
  rules: thing,
  mode: z.enum(MODES).optional(),
  inGroup: callback,
  userWords: z.enum(['none']).optional(),
  fetch: callback,
  network: z.strictObject({ allowPrivate: z.array(z.string()).optional() }).optional(),
  countTokens: callback,
  store: thing,
  log: thing,
  clock: callback,
  random: callback,
})

const id = z.string().min(1, 'must not be empty').max(512)

const sessionSchema = z.strictObject({
  tenant: id,
  user: id.optional(),
  anonymous: z.literal(true).optional(),
  conversation: id,
  groups: z.array(z.string()).optional(),
  claims: z.record(z.string(), z.unknown()).optional(),
  grant: z.array(z.unknown()).optional(),
  task: z.array(z.unknown()).optional(),
  handles: z.boolean().optional(),
})

function readSession(
  asked: SessionOptions,
): { principal: Principal } & Pick<SessionOptions, 'grant' | 'task' | 'handles'> {
  const given = parseOptions(sessionSchema, asked, 'gate.session()')
  if ((given.user === undefined) === (given.anonymous === undefined)) {
    throw new DefinitionError(
      'gate.session(): give user, or anonymous: true for nobody in particular; not both.',
    )
  }
  const principal: Principal = Object.freeze({
    tenant: given.tenant,
    ...(given.user !== undefined && { user: given.user }),
    conversation: given.conversation,
    groups: Object.freeze([...(given.groups ?? [])]),
    claims: Object.freeze({ ...given.claims }),
  })
  const { grant, task, handles } = given as Pick<SessionOptions, 'grant' | 'task' | 'handles'>
  return {
    principal,
    ...(grant && { grant }),
    ...(task && { task }),
    ...(handles !== undefined && { handles }),
  }
}
