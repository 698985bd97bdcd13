// The gate of one `sallyport call`: of a module's tools, of a gate that the module exports, or of the servers of a
// config. The state lasts in a folder, as a gateway's does.

import { dirname, join, resolve } from 'node:path'
import { DefinitionError } from '../base/options.js'
import { createGate, type Gate } from '../door/create-gate.js'
import type { Session } from '../door/session.js'
import { openBorder } from '../gateway/border.js'
import { readConfig } from '../gateway/config/config.js'
import { openStore } from '../gateway/config/open-store.js'
import { STATE_FOLDER } from '../gateway/config/state.js'
import { createConsole } from '../gateway/console/console.js'
import { consoleLog } from '../gateway/console/log.js'
import { StartError } from '../gateway/fault.js'
import { LOCAL_TENANT, osUser } from '../gateway/local-user.js'
import type { Kind } from '../handles/kinds/kind.js'
import { Unwrapped } from '../handles/kinds/passage.js'
import { result } from '../handles/kinds/result-kind.js'
import { INSPECTOR } from '../handles/look/inspector.js'
import { isRecord } from '../json/json.js'
import { findIn, isTool, loadExports, ModuleError } from '../lint/module.js'
import type { RecordStore } from '../stores/store.js'
import type { Tool } from '../tool/tool.js'
import type { WhichGateway } from './control.js'

/** Who calls, and where state lasts. */
interface Caller {
  readonly user?: string
  readonly conversation: string
  readonly state?: string
}

/** A way through a gate. */
export interface CallWay {
  /** What it leads to, for messages. */
  readonly where: string
  /** Of all tools, those that no model may call included. */
  readonly names: readonly string[]
  /** Servers that have shown no tools, and what of a config was left aside. */
  readonly missing: readonly string[]
  /** The flags that lead a person's answer to what is held here; none where no gateway could take it. */
  readonly answers?: WhichGateway
  use<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Writes what waits and ends what was started. */
  close(): Promise<void>
}

/**
 * Opens the gate that a module exports, or one on its tools and kinds.
 *
 * @throws StartError when it can't be loaded, exports no tool, or no gate can be made of what it exports.
 */
export async function openModule(path: string, caller: Caller): Promise<CallWay> {
  const exports = await loadExports(path).catch((error: unknown) => {
    throw error instanceof ModuleError ? new StartError(error.message, 2) : error
  })
  const [gate, another] = findIn(exports, isGate)
  if (another) throw new StartError(`'${path}' exports several gates. Export the one to be called.`, 2)
  return gate ? wayOf(path, gate, caller) : ownGate(path, exports, caller)
}

async function ownGate(
  path: string,
  exports: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<CallWay> {
  const tools = boundOnes(findIn(exports, isTool))
  if (tools.length === 0) {
    const names = Object.keys(exports).join(', ') || 'nothing'
    throw new StartError(`'${path}' exports no tool made by tool() and no gate; it exports ${names}.`, 2)
  }
  const kinds = findIn(exports, isKind).filter(({ name }) => name !== result.name)
  refuseForeign(path, kinds)
  const { store, handleKey: key } = await openStore(caller.state ?? STATE_FOLDER)
  try {
    const log = consoleLog(createConsole(process.stderr))
    const gate = createGate({ tools, kinds, store, log, ...(key && { key }) })
    return wayOf(path, gate, caller, store)
  } catch (error) {
    await store.close()
    if (!(error instanceof DefinitionError)) throw error
    const mend = 'A module that exports the gate itself is called through that.'
    throw new StartError(`'${path}': ${error.message.split('\n')[0]} ${mend}`, 2)
  }
}

function wayOf(
  where: string,
  gate: Gate,
  { user = osUser(), conversation }: Caller,
  store?: RecordStore,
): CallWay {
  const session = gate.session({ tenant: LOCAL_TENANT, user, conversation })
  return {
    where: `'${where}'`,
    names: gate.tools.map(({ name }) => name),
    missing: [],
    use: (work) => work(session),
    async close() {
      session.close()
      await gate.close()
      await sweptAndClosed(store)
    },
  }
}

/**
 * Starts the servers of a config behind the gate that a gateway has.
 *
 * @param stopped Ends the wait for them.
 * @throws StartError when the config or the state folder can't be used, or the wait was ended.
 */
export async function openConfig(file: string, caller: Caller, stopped: AbortSignal): Promise<CallWay> {
  const config = readConfig(file)
  const folder = caller.state ?? join(dirname(resolve(file)), STATE_FOLDER)
  const { store, handleKey } = await openStore(folder)
  const console = createConsole(process.stderr)
  const printed: [server: string, line: string][] = []
  const border = openBorder(config, {
    // What starts well says nothing here. The last words of what doesn't mostly say why.
    console: {
      ...console,
      note: () => {},
      write: () => {},
      quote(server, line) {
        printed.push([server, line])
        if (printed.length > MOST_QUOTED) printed.shift()
      },
    },
    store,
    handleKey,
    user: caller.user,
    changed: () => {},
  })
  const close = async () => {
    await border.close()
    await sweptAndClosed(store)
  }
  try {
    border.start()
    await unlessStopped(border.ready, stopped)
  } catch (error) {
    await close()
    throw error
  }
  const silent = border.silent()
  for (const [server, line] of printed) if (silent.includes(server)) console.quote(server, line)
  const passage = border.passages.open(caller.conversation)
  const mayAsk = config.operator?.mode === 'ask' && caller.user === undefined
  return {
    where: file,
    names: [...border.passages.roster.keys(), INSPECTOR],
    missing: [...silent, ...config.warnings],
    ...(mayAsk && { answers: caller.state === undefined ? { config: file } : { state: caller.state } }),
    use: (work) => passage.use(work),
    async close() {
      passage.close()
      await close()
    },
  }
}

/** Lines of servers that fail. */
const MOST_QUOTED = 8

/** What has expired goes with each call: no gateway may ever run on this folder. */
async function sweptAndClosed(store: RecordStore | undefined): Promise<void> {
  await store?.sweep().catch(() => {})
  await store?.close()
}

function unlessStopped(ready: Promise<void>, stopped: AbortSignal): Promise<void> {
  return new Promise((done, refuse) => {
    stopped.addEventListener('abort', () => refuse(stopped.reason), { once: true })
    if (stopped.aborted) refuse(stopped.reason)
    ready.then(done, refuse)
  })
}

/** A module may export a declaration and what toolset() bound of it: that one runs. */
function boundOnes(tools: readonly Tool[]): readonly Tool[] {
  const bound = new Set(
    tools.filter((tool) => tool.declaration !== tool).map(({ declaration }) => declaration),
  )
  return tools.filter((tool) => tool.declaration !== tool || !bound.has(tool))
}

/** Values of a kind are wrapped by the copy of the package that made it, and no other one takes them out. */
function refuseForeign(path: string, kinds: readonly Kind[]): void {
  const foreign = kinds.find((kind) => !kind.handle().safeParse(new Unwrapped(kind, 'probe')).success)
  if (!foreign) return
  throw new StartError(
    `'${path}': its kind '${foreign.name}' was made by another installed copy of sallyport. Run the command of that copy (npx sallyport, beside the module), or export the gate itself.`,
    2,
  )
}

/** By shape, as tools are: the module may have its own copy of the library. */
function isKind(value: unknown): value is Kind {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.handle === 'function' &&
    typeof value.jsonSchema === 'function' &&
    typeof value.encode === 'function'
  )
}

function isGate(value: unknown): value is Gate {
  return (
    isRecord(value) &&
    Array.isArray(value.tools) &&
    typeof value.session === 'function' &&
    typeof value.close === 'function'
  )
}
