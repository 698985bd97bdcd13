// Makes a gate: checks its options once, builds what all sessions share, and opens sessions.

import { z } from 'zod'
import { now } from '../base/deadline.js'
import { newId, type Random, randomText, systemRandom } from '../base/ids.js'
import { Slots } from '../base/lane.js'
import { parseOptions } from '../base/options.js'
import { WeakValues } from '../base/weak-values.js'
import { MODES } from '../flow/judge/decision.js'
import { flowCore, type OperatorOptions } from '../flow/kept/flow-core.js'
import { LANGUAGES } from '../flow/words/request/language.js'
import { inspectHandle } from '../handles/look/inspector.js'
import { type HandleOptions, handleCore } from '../handles/vault/handle-core.js'
import { Breakers } from '../net/breaker.js'
import { baseFetch, type Network } from '../net/fetch.js'
import type { Can, Core } from '../session/core.js'
import { grantOf, namesOf, rightsOf } from '../session/grant.js'
import { Journal } from '../session/journal.js'
import { SessionState, sessionKey } from '../session/state.js'
import { deadlined } from '../stores/deadlined.js'
import { memoryStore } from '../stores/memory.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'
import type { CountTokens } from '../view/budget.js'
import { guardedCount, guardedLogger, ownLogger } from './guards.js'
import { Session } from './session.js'
import { readSession, type SessionOptions } from './session-options.js'
import { tabulate } from './tool-table.js'

export type { SessionOptions } from './session-options.js'

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
   * that you pass is yours to close; where it takes longer than 5 s to answer it counts as down.
   */
  readonly store?: RecordStore
  /** Default: warnings and errors, as JSON on stderr. */
  readonly log?: Logger
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  /** Gives that many random bytes. */
  readonly random?: Random
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
  const tools = tabulate([...options.tools, ...own], options.can !== undefined)
  const clock = options.clock ?? now
  // Its own memory answers at once.
  const store = options.store ? deadlined(options.store) : memoryStore({ clock })
  const log = guardedLogger(options.log ?? ownLogger())
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
  languages: z.array(z.enum(LANGUAGES)).min(1, 'must name a language').optional(),
  fetch: callback,
  network: z.strictObject({ allowPrivate: z.array(z.string()).optional() }).optional(),
  countTokens: callback,
  store: thing,
  log: thing,
  clock: callback,
  random: callback,
})
