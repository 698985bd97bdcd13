// The upstreams of a config behind one gate: started, listed, declared, and declared anew when they change.

import type { OperatorOptions } from '../flow/kept/flow-core.js'
import type { RawTool } from '../mcp/definitions.js'
import { version } from '../mcp/version.js'
import type { RecordStore } from '../stores/store.js'
import type { GatewayConfig } from './config/config.js'
import type { ServerConfig } from './config/entries.js'
import type { GatewayConsole } from './console/console.js'
import { crossingLine } from './console/crossing-line.js'
import { consoleLog } from './console/log.js'
import { Passages } from './passages.js'
import { ChildWire } from './upstream/child.js'
import { compileSchemas, idlePatterns, makeRoster, type Served } from './upstream/roster.js'
import { Upstream, type UpstreamTiming } from './upstream/upstream.js'
import { createWatchdog } from './upstream/watchdog.js'

/** What a border takes beside the config. */
interface BorderOptions {
  readonly console: GatewayConsole
  readonly store: RecordStore
  /** The secret of which handles are made. Default: one that ends with the process. */
  readonly handleKey?: Uint8Array | undefined
  /** Who calls. Default: the user of this machine. */
  readonly user?: string | undefined
  readonly timing?: Partial<UpstreamTiming>
  /** Words for a model on how a person answers a held call. */
  readonly howToAnswer?: string | undefined
  /** The shown tools are others than before. */
  changed(): void
}

/** Upstreams and their gate. */
export interface Border {
  readonly passages: Passages
  /** Starts the upstreams. */
  start(): void
  /** Settled when each upstream has answered or failed once. */
  readonly ready: Promise<void>
  /** Ids of the upstreams that have shown no tool so far. */
  silent(): readonly string[]
  /** Ends the upstreams and their processes, then the sessions. */
  close(): Promise<void>
}

/** Puts the upstreams of a config behind one gate. They are started with `start`. */
export function openBorder(
  config: GatewayConfig,
  { console, store, handleKey, user, timing, howToAnswer, changed }: BorderOptions,
): Border {
  const watchdog = createWatchdog(console.warn)
  const passages = new Passages({
    store,
    log: consoleLog(console),
    handleKey,
    user,
    operator: operatorOf(config),
    howToAnswer,
    crossed: (outcome, facts) => console.write(crossingLine(outcome, facts, console)),
  })
  const broken = new Set<RawTool>()
  const renew = () => {
    const aside = (id: string, reason: string) => console.warn(`${id}: ${reason}`)
    const roster = makeRoster(served, passages.roster, broken, aside)
    passages.renew(roster)
    changed()
    return compileSchemas(roster, ({ raw, server }, reason) => {
      if (broken.has(raw)) return
      broken.add(raw)
      aside(server, `set aside: the schema of tool '${raw.name}' can't be used: ${reason}`)
      void renew()
    })
  }
  const served = config.servers.map((server): Served => {
    const upstream = new Upstream(server.id, {
      version,
      ...(timing && { timing }),
      connect: () => new ChildWire(server, { watchdog, show: (text) => console.quote(server.id, text) }),
      say: (text) => console.warn(`${server.id}: ${text}`),
      changed: () => void renew(),
      connected: () => greet(server, upstream, passages, console),
    })
    return { config: server, upstream }
  })
  let start = () => {}
  const ready = new Promise<void>((resolve) => {
    start = resolve
  }).then(() => Promise.all(served.map(({ upstream }) => upstream.start())))
  return {
    passages,
    ready: ready.then(() => {}),
    silent: () =>
      served.filter(({ upstream }) => upstream.tools.length === 0).map(({ upstream }) => upstream.id),
    start,
    async close() {
      await Promise.all(served.map(({ upstream }) => upstream.close()))
      await passages.close()
      watchdog.close()
    },
  }
}

/** Where nobody tells what the user says, an approval has to last, or each conversation asks anew. */
function operatorOf({ operator = { mode: 'observe' }, promptHook }: GatewayConfig): OperatorOptions {
  return operator.mode === 'ask' && !promptHook ? { ...operator, userWords: 'none' } : operator
}

function greet(
  server: ServerConfig,
  { tools }: Upstream,
  { roster }: Passages,
  console: GatewayConsole,
): void {
  const shown = [...roster.values()].filter((tool) => tool.server === server.id).length
  const withheld = tools.length > shown ? `, ${tools.length - shown} withheld` : ''
  console.note(`${server.id}: ${shown} ${shown === 1 ? 'tool' : 'tools'}${withheld}`)
  for (const pattern of idlePatterns(server, tools)) {
    console.warn(`${server.id}: no tool matches '${pattern}' of the config`)
  }
}
