// `sallyport init`: writes a first config by looking at the servers. Parses the command line, writes the files.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { controlsIn } from '../gateway/config/control-state.js'
import { STATE_FOLDER } from '../gateway/config/state.js'
import { createConsole, type GatewayConsole } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import { type InitPlan, planInit } from '../init/plan.js'
import { reportChange, reportPlan } from '../init/report.js'
import { wrap } from '../text/wrap.js'
import { inOwnTerminal } from './own-terminal.js'

interface InitFlags {
  readonly config?: string
  readonly write?: true
  readonly hook?: 'claude-code'
}

/** The command, to be added to the program. */
export function initCommand(): Command {
  return new Command('init')
    .summary('write a first config: look at the servers, propose what their tools may do')
    .description(
      'Starts each server of an mcpServers file, lists its tools, and proposes for each what it does, what its ' +
        'arguments decide and where its results come from. Nothing is written without --write; what the file ' +
        'says already stays.',
    )
    .option('-c, --config <file>', `an mcpServers file (default: the first there is of ${PLACES.join(', ')})`)
    .option('--write', 'write what is proposed into the file')
    .addOption(
      new Option('--hook <client>', "add the client's prompt hook, which tells what the user said").choices([
        'claude-code',
      ]),
    )
    .addHelpText(
      'after',
      `
Examples:
  sallyport init --config mcp.json
  sallyport init --config mcp.json --hook claude-code --write

Exit codes: 0 proposed or written, 1 no server could be looked at, or a file
could not be written, 2 the command line or the config is at fault.`,
    )
    .action(runInit)
}

async function runInit({ config, write, hook }: InitFlags): Promise<void> {
  const console = createConsole(process.stdout)
  const file = config ?? firstConfig()
  if (write) inOwnTerminal('sallyport init --write', controlsIn(join(dirname(resolve(file)), STATE_FOLDER)))
  console.note(`looking at the servers of ${file}; a server that has to be loaded first takes a while`)
  const plan = await planInit({ file, hook: hook !== undefined, console })
  reportPlan(plan, console)
  if (plan.servers.length > 0 && plan.servers.every((server) => 'trouble' in server)) {
    throw new StartError('no server could be looked at, so there is nothing to propose.', 1)
  }
  const files = [plan, ...(plan.hook ? [plan.hook] : [])]
  const changed = files.filter(({ before, after }) => before !== after)
  for (const { file, before, after } of changed) {
    if (write) put(file, before, after)
    else reportChange(file, before, after, console)
  }
  conclude(
    changed.map(({ file }) => file),
    write === true,
    plan,
    console,
  )
}

function conclude(
  changed: readonly string[],
  written: boolean,
  { file, isUnheard }: InitPlan,
  { write, width }: GatewayConsole,
): void {
  const say = (text: string) => write(wrap(text, width).join('\n'))
  write('')
  if (isUnheard) {
    say(
      "Nobody tells this gateway what the user says, so what only the user's words could account for is asked: " +
        'add --hook claude-code, or answer with: sallyport approvals',
    )
  }
  if (changed.length === 0) say('Nothing to add.')
  else if (written) {
    say(`Written: ${changed.join(', ')}. Review it, then: sallyport gateway --config ${file}`)
  } else say('Nothing is written yet. Add --write to write it.')
}

const PLACES = ['mcp.json', '.mcp.json', '.vscode/mcp.json', '.cursor/mcp.json'] as const

function firstConfig(): string {
  const found = PLACES.find((file) => existsSync(file))
  if (found) return found
  throw new StartError(
    `there is none of ${PLACES.join(', ')} here. Give an mcpServers file with --config.`,
    2,
  )
}

/** Beside it first, then over it: whoever reads the file meanwhile reads one of the two, whole. */
function put(given: string, before: string, after: string): void {
  try {
    const known = existsSync(given)
    // A link stays one.
    const file = known ? realpathSync(given) : given
    if (known && readFileSync(file, 'utf8') !== before) {
      throw new StartError(`${given}: was changed meanwhile; nothing is written. Run it again.`, 1)
    }
    mkdirSync(dirname(file), { recursive: true })
    const mode = known ? statSync(file).mode & 0o777 : 0o644
    // `wx`: what stands there already, a link perhaps, is nobody's to write through.
    const fresh = `${file}.${process.pid}.new`
    writeFileSync(fresh, after, { mode, flag: 'wx' })
    if (known) chmodSync(fresh, mode)
    renameSync(fresh, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof StartError || code === undefined) throw error
    throw new StartError(`${given}: can't be written (${code}).`, 1)
  }
}
