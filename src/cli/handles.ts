// `sallyport handles`: what an operator sees of the handles that a gateway keeps, and how they are ended. Works beside a
// running gateway, and judges nothing by itself.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readHandleKey } from '../gateway/config/handle-key.js'
import { makeStateFolder, STATE_FOLDER } from '../gateway/config/state.js'
import { StartError } from '../gateway/fault.js'
import { HandleError } from '../handles/errors.js'
import { TOMBSTONE_MS } from '../handles/record.js'
import { handleKeys } from '../handles/vault/keys.js'
import {
  findHolding,
  type Holding,
  holdings,
  type OperatorParts,
  revokeHolding,
  sweepHoldings,
} from '../handles/vault/operator.js'
import { type RecordStore, StoreError } from '../stores/store.js'
import { facts, factsJson, keptValue, nameOf, table, visibleJson } from './handle-lines.js'

interface FolderFlags {
  readonly state?: string
  readonly config?: string
}

interface ListFlags extends FolderFlags {
  readonly kind?: string
  readonly text?: string
  readonly tenant?: string
  readonly user?: string
  readonly conversation?: string
  readonly all?: true
  readonly limit: number
  readonly tokens?: true
  readonly json?: true
}

interface ShowFlags extends FolderFlags {
  readonly value?: true
  readonly tokens?: true
  readonly json?: true
}

/** The command, to be added to the program. */
export function handlesCommand(): Command {
  const list = new Command('list')
    .summary('list the handles of all users')
    .option('--kind <name>', 'only of this kind')
    .option('--text <text>', 'only those whose label holds this')
    .option('--tenant <name>', 'only of this tenant')
    .option('--user <name>', 'only of this user')
    .option('--conversation <id>', 'only of this conversation')
    .option('--all', 'also those that have ended and are kept for a while to tell so')
    .option('--limit <number>', 'at most this many', readLimit, 100)
    .option('--tokens', 'whole tokens: who has one and its session may use it')
    .option('--json', 'as JSON')
    .action((flags: ListFlags) => reading(flags, (parts) => listed(flags, parts)))
  const show = new Command('show')
    .summary('show one handle: its card, rights, versions, and what it was made from')
    .argument('<token>', 'the whole token, as list --tokens prints it')
    .option('--value', 'the value too')
    .option('--tokens', 'whole tokens')
    .option('--json', 'as JSON')
    .action((token: string, flags: ShowFlags) => reading(flags, (parts) => shown(token, flags, parts)))
  const revoke = new Command('revoke')
    .summary('end a handle and all that were made from it')
    .argument('<token>', 'the whole token, as list --tokens prints it')
    .action((token: string, flags: FolderFlags) => writing(flags, (parts) => revoked(token, parts)))
  const sweep = new Command('sweep')
    .summary('remove what has expired, was revoked or is used up')
    .action((flags: FolderFlags) => writing(flags, swept))
  const handles = new Command('handles').summary('list, show, revoke and sweep the handles of a gateway')
  for (const command of [list, show, revoke, sweep]) {
    command
      .option('-c, --config <file>', 'the config of the gateway: state is looked for beside it')
      .option('--state <dir>', `where the gateway keeps its state (default: ${STATE_FOLDER})`)
      .helpOption('-h, --help', 'print this help')
      .exitOverride()
      .showSuggestionAfterError()
    handles.addCommand(command)
  }
  return handles.addHelpText(
    'after',
    `
Examples:
  sallyport handles list --kind report --user lena
  sallyport handles list --tokens --json
  sallyport handles revoke report_...

Exit codes: 0 done, 1 there is no such handle or the state can't be used, 2 the
command line is at fault.`,
  )
}

async function listed(flags: ListFlags, parts: OperatorParts): Promise<string> {
  const { kind, text, tenant, user, conversation, all, limit } = flags
  const query = {
    ...(kind !== undefined && { kind }),
    ...(text !== undefined && { text }),
    ...(tenant !== undefined && { tenant }),
    ...(user !== undefined && { user }),
    ...(conversation !== undefined && { conversation }),
    ended: all === true,
  }
  const found: Holding[] = []
  let isMore = false
  for await (const holding of holdings(query, parts)) {
    isMore = found.length === limit
    if (isMore) break
    found.push(withoutValue(holding))
  }
  const tokens = flags.tokens === true
  if (flags.json) return visibleJson(found.map((holding) => factsJson(holding, tokens)))
  if (found.length === 0) return 'no handles'
  const lines = table(found, parts.clock(), tokens, tokens ? undefined : process.stdout.columns)
  return [...lines, ...(isMore ? [`… and more: the first ${limit} are shown, see --limit`] : [])].join('\n')
}

/** A list of large values would not fit into memory. */
function withoutValue(holding: Holding): Holding {
  const { value: _, ...stored } = holding.link.stored
  return { ...holding, link: { ...holding.link, stored }, above: [] }
}

async function shown(token: string, flags: ShowFlags, parts: OperatorParts): Promise<string> {
  const holding = await findHolding(token, parts)
  const tokens = flags.tokens === true
  const value = flags.value && keptValue(holding)
  if (flags.json) {
    return visibleJson({ ...factsJson(holding, tokens), ...(flags.value && { value }) })
  }
  return [...facts(holding, parts, tokens), ...(flags.value ? ['', visibleJson(value)] : [])].join('\n')
}

async function revoked(token: string, parts: OperatorParts): Promise<string> {
  const { holding, made } = await revokeHolding(token, parts)
  const name = nameOf(holding, false)
  if (holding.state !== 'live') return `${name} had ended already: ${holding.state}`
  return `revoked ${name}${made > 0 ? `, and ${made} made from it` : ''}`
}

async function swept(parts: OperatorParts): Promise<string> {
  const { ended, expired } = await sweepHoldings(parts)
  const more = expired > 0 ? `, and ${expired} other expired ${expired === 1 ? 'record' : 'records'}` : ''
  return `removed ${ended} ended ${ended === 1 ? 'handle' : 'handles'}${more}`
}

type Work = (parts: OperatorParts) => Promise<string>

const reading = (flags: FolderFlags, work: Work) => withStore(flags, true, work)
const writing = (flags: FolderFlags, work: Work) => withStore(flags, false, work)

async function withStore(flags: FolderFlags, readOnly: boolean, work: Work): Promise<void> {
  let store: RecordStore | undefined
  try {
    const { path, key } = stateOf(flags)
    const { sqliteStore } = await import('../stores/sqlite.js')
    store = sqliteStore({ path, readOnly })
    const keys = new Map((key ? handleKeys([key]) : []).map((key) => [key.id, key]))
    const text = await work({ store, keys, clock: Date.now, tombstoneMs: TOMBSTONE_MS })
    await print(`${text}\n`)
  } catch (error) {
    throw inWords(error)
  } finally {
    await store?.close()
  }
}

function print(text: string): Promise<void> {
  return new Promise((done) => {
    // A reader that has seen enough (`| head`) is no fault of ours. The stream tells of it after the callback.
    const ignore = () => done()
    process.stdout.once('error', ignore)
    process.stdout.write(text, (error) => {
      if (!error) process.stdout.off('error', ignore)
      done()
    })
  })
}

function stateOf({ state, config }: FolderFlags): { path: string; key: Uint8Array | undefined } {
  const folder = state ?? join(config === undefined ? '.' : dirname(resolve(config)), STATE_FOLDER)
  const path = join(folder, 'state.db')
  if (!existsSync(path)) {
    const mend = 'Name the folder with --state, or the config of the gateway with --config.'
    throw new StartError(`there is no state of a gateway in '${folder}'. ${mend}`, 1)
  }
  // It is there, so nothing is made: this asks whether it can be trusted.
  makeStateFolder(folder)
  return { path, key: readHandleKey(folder) }
}

function inWords(error: unknown): unknown {
  if (error instanceof HandleError) {
    const { cause } = error
    if (cause instanceof StoreError) return new StartError(cause.message, 1, { cause: error })
    return new StartError(error.message, error.code === 'handle_malformed' ? 2 : 1, { cause: error })
  }
  return error instanceof StoreError ? new StartError(error.message, 1, { cause: error }) : error
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Write a number from 1 to 9999999.')
}
