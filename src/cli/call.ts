// `sallyport call`: one call from the command line through the gate. It counts as a model's, with no words of a user:
// an agent's shell may be who types it. What a person adds with `--said` counts for this one call.

import { randomUUID } from 'node:crypto'
import { Command, Option } from 'commander'
import { nearName } from '../base/names.js'
import type { Session } from '../door/session.js'
import { createConsole, onOneLine } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import { approvalLines } from '../gateway/person/approval-text.js'
import { visible } from '../lint/characters.js'
import type { HeldOutcome, Outcome, Status } from '../tool/outcome.js'
import { answerLines } from './approval-cards.js'
import { type CallWay, openConfig, openModule } from './call-gate.js'
import { type CallWords, readCall, refuseUnattended } from './call-input.js'
import { visibleJson } from './handle-lines.js'
import { processTerminal, type Terminal } from './lint.js'

interface CallFlags {
  readonly config?: string
  readonly state?: string
  readonly json?: true
  readonly ui?: true
  readonly said?: string
  readonly user?: string
  readonly conversation: string
}

/** Exit codes. 2 is that of a command line, a module or a config at fault. */
const EXIT: Readonly<Record<Status, number>> = { ok: 0, empty: 0, error: 1, held: 3, denied: 4 }

/** The command, to be added to the program. */
export function callCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('call')
    .summary('make one call through the gate: of a module of tools, or of the servers of a config')
    .description(
      'Makes one call through the gate and prints what a model would read. Handles stay in the state folder, so the ' +
        'next call can take them. A call counts as made by a model: nothing that only your words allow runs without them.',
    )
    .usage(
      '[options] <module.js> <tool> [json | -]\n       sallyport call [options] --config <file> <tool> [json | -]',
    )
    .argument(
      '<words...>',
      'a module that exports tools or a gate, the tool, its arguments as JSON (- for stdin; default: {})',
    )
    .option(
      '-c, --config <file>',
      'instead of a module: an mcpServers file, whose servers are started and ended',
    )
    .option(
      '--state <dir>',
      'where handles are kept (default: .sallyport in this folder, or beside the config)',
    )
    .addOption(new Option('--json', 'all of the outcome, as JSON').conflicts('ui'))
    .addOption(new Option('--ui', 'what the UI gets, as JSON'))
    .option('--said <text>', 'what you want, in your own words, for this call alone; only in a terminal')
    .option('--user <name>', 'who calls (default: you, as this machine knows you)')
    .option('--conversation <id>', 'calls of one conversation share what they learnt', 'cli')
    .addHelpText(
      'after',
      `
Examples:
  sallyport call tools.js find_order '{"number":"A-17"}'
  sallyport call --config mcp.json files_read_text_file '{"path":"notes.md"}'
  sallyport call --config mcp.json inspect_handle '{"op":"page","handle":"result_..."}'
  sallyport call tools.js send_mail "$(cat mail.json)" --said 'Send Lena the report'

A module that exports a gate is called through that gate: its own mode, rules,
store and key. Else its tools and kinds get a gate of mode ask.

Exit codes: 0 ok or nothing found, 1 the call failed, 2 the command line, the
module or the config is at fault, 3 held: it waits for a person, 4 denied.`,
    )
    .action(async (words: readonly string[], flags: CallFlags) => {
      terminal.exit(await call(await readCall(words, flags.config !== undefined), flags, terminal.write))
    })
}

async function call(
  words: CallWords,
  flags: CallFlags,
  write: (text: string) => Promise<void>,
): Promise<number> {
  if (flags.said !== undefined) refuseUnattended(flags.said)
  refuseOthers(flags)
  const stopped = stopOnSignal()
  const way = await openWay(words, flags, stopped)
  let outcome: Outcome
  try {
    outcome = await way.use((session) => cross(session, words, flags.said, way, stopped))
  } finally {
    await way.close()
  }
  await write(`${textOf(outcome, flags)}\n`)
  if (outcome.status === 'held') await tellHeld(outcome, flags, way)
  return EXIT[outcome.status]
}

function openWay({ module }: CallWords, flags: CallFlags, stopped: AbortSignal): Promise<CallWay> {
  const { config, state, user, conversation } = flags
  const who = { conversation, ...(user !== undefined && { user }), ...(state !== undefined && { state }) }
  return config !== undefined ? openConfig(config, who, stopped) : openModule(module, who)
}

async function cross(
  session: Session,
  { tool, args }: CallWords,
  said: string | undefined,
  way: CallWay,
  signal: AbortSignal,
): Promise<Outcome> {
  const shown = session.tools().map(({ name }) => name)
  // One that is there and no model's to call is the gate's to refuse.
  if (!shown.includes(tool) && !way.names.includes(tool)) throw unknownTool(tool, shown, way)
  if (said !== undefined) session.userSaid(said, { id: randomUUID(), lasts: false })
  return session.call({ id: randomUUID(), name: tool, args }, { signal })
}

function unknownTool(tool: string, shown: readonly string[], { where, missing }: CallWay): StartError {
  const near = nearName(tool, shown)
  const has = shown.slice(0, MOST_NAMED).join(', ') + (shown.length > MOST_NAMED ? ', …' : '')
  const mend = near !== undefined ? ` Did you mean '${near}'?` : ` It has: ${has || 'none'}.`
  const lost = missing.length > 0 ? ` No tools came from: ${missing.join('; ')}.` : ''
  return new StartError(
    `${where}: there is no tool '${tool}'.${mend}${lost}`,
    near === undefined && lost ? 1 : 2,
  )
}

const MOST_NAMED = 20
/** As a gate takes them. */
const LONGEST_NAME = 512

/** In those a client's person has spoken: their words would count here for whoever types the command. */
function refuseOthers({ conversation, user = 'you' }: CallFlags): void {
  for (const [flag, value] of Object.entries({ user, conversation })) {
    if (value.length > 0 && value.length <= LONGEST_NAME) continue
    throw new StartError(`--${flag}: must be 1 to ${LONGEST_NAME} characters long.`, 2)
  }
  if (!/^(client|http|stdio)-/.test(conversation)) return
  throw new StartError(
    `--conversation: '${conversation}' is no name for one of yours: those of a gateway's clients begin so. Give another one.`,
    2,
  )
}

function textOf(outcome: Outcome, { json, ui }: CallFlags): string {
  if (json) return visibleJson(outcome.record())
  if (ui) return visibleJson(outcome.ui)
  // Strangers' words, on a terminal.
  return outcome.model.split('\n').map(visible).join('\n')
}

/** On stderr: what waits and why, and what lets it pass. What a program reads on stdout stays as it is. */
async function tellHeld({ approval }: HeldOutcome, flags: CallFlags, { answers }: CallWay): Promise<void> {
  const { paint } = createConsole(process.stderr)
  const lines = [
    `held: ${approvalLines(approval, paint).join('\n')}`,
    'To let it pass, call it again in a terminal with what you want in your own words: --said "<text>".',
  ]
  if (answers !== undefined) {
    lines.push(
      'Or answer it while a gateway of this state folder runs in mode ask, then call it again:',
      ...answerLines(approval, answers),
    )
  }
  if (flags.said !== undefined) lines[1] = NOT_ENOUGH
  await new Promise<void>((done) => process.stderr.write(`${lines.join('\n')}\n`, () => done()))
}

const NOT_ENOUGH =
  'Your words did not account for it: name in --said what is to be done and each value above, or ask for one act more.'

/** The first signal stops the call, and what it started is ended in order; a second one ends all at once. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(1)
      stop.abort(new StartError(`${onOneLine(signal)}: the call was stopped.`, 1))
    })
  }
  return stop.signal
}
