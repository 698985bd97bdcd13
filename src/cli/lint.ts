// `sallyport lint`: lints a module of tools or a live MCP server. Parses the command line and decides the exit
// code; what is found is decided in src/lint.

import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import { serverOfCommand } from '../gateway/config/entries.js'
import { ListingError, listServer } from '../gateway/upstream/listing.js'
import { visible } from '../lint/characters.js'
import {
  describeServerTool,
  jsonReport,
  lintTools,
  type Report,
  RULES,
  type Severity,
  type Subject,
  sarifReport,
  textReport,
} from '../lint/index.js'
import { loadTools, ModuleError } from '../lint/module.js'
import { version } from '../mcp/version.js'

/** Where the command writes, and how it ends. Given by tests; the process itself by default. */
export interface Terminal {
  /** Resolves when the text has left the process. */
  readonly write: (text: string) => Promise<void>
  readonly complain: (text: string) => void
  readonly exit: (code: number) => void
  readonly color: boolean
  readonly width: number
}

interface Options {
  readonly format: 'text' | 'json' | 'sarif'
  readonly rule: Readonly<Record<string, Severity | 'off'>>
  readonly maxWarnings?: number
  readonly budget?: number
  readonly timeout: number
  readonly env: readonly string[]
}

/** Exit codes: clean, found something that fails, could not run. */
const CLEAN = 0
const FOUND = 1
const COULD_NOT_RUN = 2

/**
 * The command `lint`, to be added to the program.
 *
 * Ends the process with 0 when nothing fails, 1 with findings of severity `error` or more warnings than
 * `--max-warnings`, 2 when it could not run.
 */
export function lintCommand(terminal: Terminal = processTerminal()): Command {
  const command = new Command('lint')
    .summary('review tool contracts: of a module, or of any MCP server')
    .description(
      'Reviews tool contracts as a careful maintainer would: of a module of tools, or of a live MCP server.',
    )
    .usage('[options] <module.js>\n       sallyport lint [options] -- <command> [arguments...]')
    .argument('<target...>', 'a module that exports tools, or after -- the command that starts an MCP server')
    .addOption(
      new Option('--format <form>', 'form of the report').choices(['text', 'json', 'sarif']).default('text'),
    )
    .option('--rule <id=level>', 'set a rule to off, note, warning or error; may be repeated', addRule, {})
    .option('--max-warnings <number>', 'fail when there are more warnings than this', wholeNumber)
    .option('--budget <tokens>', 'what all definitions may cost together (default: 20000)', aboveZero)
    .option('--timeout <seconds>', 'how long a server may take to start and to list its tools', aboveZero, 60)
    .option(
      '--env <name>',
      'pass a variable of the environment on to the server; may be repeated',
      addName,
      [],
    )
    .addHelpText('after', '\nExit codes: 0 nothing fails, 1 findings fail, 2 could not run.\n')
    .action(async (target: readonly string[], options: Options) => {
      const isServer = hasSeparator(command)
      if (!isServer && target.length > 1) {
        command.error(
          `error: one module at a time; to start a server put -- before its command: sallyport lint -- ${target.join(' ')}`,
        )
      }
      terminal.exit(await lint(target, isServer, options, terminal))
    })
  return command
}

async function lint(
  target: readonly string[],
  isServer: boolean,
  options: Options,
  terminal: Terminal,
): Promise<number> {
  try {
    const { report, subject } = isServer
      ? await lintServer(target, options)
      : await lintModule(target[0] ?? '', options)
    await terminal.write(render(report, subject, options, terminal))
    const tooMany = options.maxWarnings !== undefined && report.counts.warning > options.maxWarnings
    return report.counts.error > 0 || tooMany ? FOUND : CLEAN
  } catch (error) {
    const known =
      error instanceof ListingError || error instanceof ModuleError || error instanceof DefinitionError
    // What a server wrote is in the message, and this goes to a terminal.
    const text = known
      ? error.message
      : `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    terminal.complain(`sallyport lint: ${text.split('\n').map(visible).join('\n')}\n`)
    return COULD_NOT_RUN
  }
}

interface Linted {
  readonly report: Report
  readonly subject: Subject
}

async function lintServer(command: readonly string[], options: Options): Promise<Linted> {
  const server = { ...serverOfCommand(command, process.cwd()), env: namedVariables(options.env) }
  const { name, version, entries, cut } = await listServer(server, options.timeout * 1000)
  const report = lintTools(entries.map(describeServerTool), {
    ...lintOptions(options),
    ...(cut?.repeatedCursor !== undefined && { repeatedCursor: cut.repeatedCursor }),
  })
  return { report, subject: { kind: 'server', name, ...(version !== undefined && { version }) } }
}

/** What a server gets beside the harmless variables: a stranger's program gets no secrets unless they are named. */
function namedVariables(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

async function lintModule(path: string, options: Options): Promise<Linted> {
  const report = lintTools(await loadTools(path), lintOptions(options))
  return { report, subject: { kind: 'module', name: relative(process.cwd(), resolve(path)) } }
}

function lintOptions({ rule, budget }: Options) {
  return { rules: rule, ...(budget !== undefined && { budgetTokens: budget }) }
}

function render(report: Report, subject: Subject, { format }: Options, { color, width }: Terminal): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(jsonReport(report, subject), null, 2)}\n`
    case 'sarif':
      return `${JSON.stringify(sarifReport(report, subject, version), null, 2)}\n`
    case 'text':
      return textReport(report, subject, { color, width })
  }
}

function addRule(given: string, before: Options['rule']): Options['rule'] {
  const [, id = '', level] = /^([^=]+)=(off|note|warning|error)$/.exec(given) ?? []
  if (level === undefined) throw new InvalidArgumentError('Write <id>=off, note, warning or error.')
  const ids = RULES.map((rule) => rule.id)
  if (!ids.includes(id)) {
    const near = nearName(id, ids)
    throw new InvalidArgumentError(
      near ? `There is no rule '${id}'; did you mean '${near}'?` : `There is no rule '${id}'.`,
    )
  }
  return { ...before, [id]: level as Severity | 'off' }
}

function aboveZero(given: string): number {
  const number = wholeNumber(given)
  if (number === 0) throw new InvalidArgumentError('Write a number above 0.')
  return number
}

function addName(name: string, before: readonly string[]): readonly string[] {
  return [...before, name]
}

function wholeNumber(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new InvalidArgumentError('Write a whole number.')
  return Number(given)
}

/** Commander takes `--` away before it gives the arguments; whether it was there decides what they mean. */
function hasSeparator(command: Command): boolean {
  let root = command
  while (root.parent) root = root.parent
  return (root as Command & { readonly rawArgs?: readonly string[] }).rawArgs?.includes('--') === true
}

/** The process itself. */
export function processTerminal(): Terminal {
  return {
    write: (text) =>
      new Promise((done) => {
        // A reader that has seen enough (`| head`) is no fault of ours.
        process.stdout.once('error', () => done())
        process.stdout.write(text, () => done())
      }),
    complain: (text) => process.stderr.write(text),
    // A module may have opened what keeps the process alive; the report is out by now.
    exit: (code) => process.exit(code),
    color: process.stdout.isTTY === true && !process.env.NO_COLOR,
    width: readableWidth(process.stdout.columns),
  }
}

/** A terminal without a size says 0, or nothing; very long lines are hard to read. */
function readableWidth(columns: number | undefined): number {
  return columns ? Math.min(Math.max(columns, 60), 120) : 100
}
