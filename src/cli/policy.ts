// `sallyport policy`: checks an operator's rules, and explains why a call passes, is held or is denied. Judges
// nothing by itself.

import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import JSON5 from 'json5'
import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import { type Explained, explainDecision } from '../flow/judge/explain.js'
import { recordedArguments } from '../flow/judge/recorded.js'
import { compilePolicy, type Policy, parsePolicy } from '../flow/judge/rules.js'
import { compileTrusted } from '../flow/judge/trusted.js'
import { FlowState } from '../flow/kept/state.js'
import { readArgs } from '../gate/admit.js'
import { readConfig } from '../gateway/config/config.js'
import { StartError } from '../gateway/fault.js'
import { standIn } from '../handles/kinds/stand-ins.js'
import { isRecord } from '../json/json.js'
import type { Fault } from '../json/schema/fault.js'
import { isMarked } from '../json/schema/marks.js'
import { loadTools, ModuleError } from '../lint/module.js'
import { wrap } from '../text/wrap.js'
import type { Tool } from '../tool/tool.js'

interface ExplainFlags {
  readonly decision?: string
  readonly tools?: string
  readonly rules?: string
  readonly call?: string
  readonly said: readonly string[]
  readonly domain: readonly string[]
  readonly user: string
  readonly group: readonly string[]
}

/** The command, to be added to the program. */
export function policyCommand(): Command {
  const each = (value: string, before: readonly string[]) => [...before, value]
  const check = new Command('check')
    .summary('check rules: a YAML or JSON file, or the config of a gateway')
    .argument('<file>', 'rules, or an mcpServers file with the key sallyport')
    .action((file: string) => print(checked(file)))
  const explain = new Command('explain')
    .summary('why a call passes, is held or is denied')
    .option('--decision <file>', 'a recorded decision as JSON (- for stdin)')
    .option('--tools <module>', 'the module that exports the tools')
    .option('--call <json>', '{ "name": ..., "args": { ... } }')
    .option('--rules <file>', 'rules, or an mcpServers file with the key sallyport')
    .option('--said <text>', 'a message of the user; may be repeated', each, [])
    .option('--domain <name>', 'a domain that the operator vouches for; may be repeated', each, [])
    .option('--user <name>', 'who calls', 'user')
    .option('--group <name>', 'a group of the user; may be repeated', each, [])
    .addHelpText(
      'after',
      `
Examples:
  sallyport policy explain --tools tools.js \\
    --said 'Send it to lena@acme.example' \\
    --call '{"name":"send_mail","args":{"to":"bob@evil.example","body":"hi"}}'
  sallyport policy explain --decision decision.json`,
    )
    .action(async (flags: ExplainFlags) => print(await explained(flags)))
  const policy = new Command('policy')
    .summary('check the rules of an operator, or explain a decision')
    .addCommand(check)
    .addCommand(explain)
  for (const command of [check, explain]) command.helpOption('-h, --help', 'print this help').exitOverride()
  return policy
}

function print(lines: readonly string[]): void {
  const { isTTY, columns } = process.stdout
  const shown = isTTY && columns ? lines.flatMap((line) => wrap(line, columns, '  ')) : lines
  process.stdout.write(`${shown.join('\n')}\n`)
}

function checked(file: string): readonly string[] {
  const { ids } = policyOf(file)
  const names = [...ids].join(', ')
  return [`${file}: ${ids.size} ${ids.size === 1 ? 'rule' : 'rules'}${names ? `: ${names}` : ''}`]
}

function policyOf(file: string): Policy {
  const text = read(file)
  return mended(file, () => {
    if (!isConfig(text)) return parsePolicy(text)
    return compilePolicy(readConfig(file).operator?.rules ?? [])
  })
}

function isConfig(text: string): boolean {
  try {
    const root = JSON5.parse<unknown>(text)
    return isRecord(root) && (isRecord(root.mcpServers) || isRecord(root.servers))
  } catch {
    return false
  }
}

async function explained(flags: ExplainFlags): Promise<readonly string[]> {
  if (flags.decision !== undefined) return explainRecorded(flags.decision)
  if (flags.tools === undefined || flags.call === undefined) {
    throw new StartError('give --decision <file>, or --tools <module> with --call <json>.', 2)
  }
  const call = parsed(flags.call, '--call')
  const tools = await loadTools(flags.tools).catch((error: unknown) => {
    throw error instanceof ModuleError ? new StartError(error.message, 2) : error
  })
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) {
    const near = nearName(
      String(call.name),
      tools.map(({ name }) => name),
    )
    throw new StartError(
      `--call: there is no tool '${String(call.name)}'.${near ? ` Did you mean '${near}'?` : ''}`,
      2,
    )
  }
  const given = standIn(tool.inputSchema, call.args ?? {})
  const admitted = readArgs(tool, given.args)
  if (!('args' in admitted)) throw new StartError(`--call: ${misfit(tool, admitted.faults)}`, 2)
  const trusted = mended('--domain', () => compileTrusted({ domains: flags.domain }))
  const state = new FlowState({
    clock: Date.now,
    trusted,
    tools: tools.map(({ flow }) => flow),
    ...(flags.rules !== undefined && { policy: policyOf(flags.rules) }),
  })
  for (const [index, text] of flags.said.entries()) state.userSaid(text, String(index))
  const decision = state.judge({
    tool: tool.flow,
    args: admitted.args,
    handles: given.handles,
    principal: {
      tenant: 'local',
      user: flags.user,
      conversation: 'explain',
      groups: flags.group,
      claims: {},
    },
    grant: tools.map(({ name }) => name),
  })
  return explainDecision({ ...decision, arguments: recordedArguments(decision) }, tool.flow)
}

function misfit({ inputSchema }: Tool, faults: readonly Fault[]): string {
  const text = faults[0]?.text ?? 'args'
  const isMissing = faults[0]?.rule === 'required' && isMarked(inputSchema)
  return isMissing ? `${text}. Where a handle belongs, any text stands for one.` : text
}

function explainRecorded(file: string): readonly string[] {
  const record = parsed(read(file === '-' ? 0 : file), file)
  const flow = record.flow ?? record
  if (isRecord(flow) && flow.asksNothing === true) {
    return ['allow', 'no argument of this tool needs evidence, and there are no rules']
  }
  if (!isRecord(flow) || !Array.isArray(flow.arguments) || !Array.isArray(flow.rules)) {
    throw new StartError(`${file}: is no recorded decision that came as far as the judge.`, 2)
  }
  return explainDecision(flow as unknown as Explained)
}

function parsed(text: string, what: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown
    if (isRecord(value)) return value
  } catch {
    // Said below.
  }
  throw new StartError(`${what}: is no JSON object.`, 2)
}

function read(file: string | 0): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file}: can't be read (${(error as NodeJS.ErrnoException).code ?? 'fault'}).`, 2)
  }
}

/** A mistake in what was given is one line for who gave it. */
function mended<T>(what: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    throw new StartError(`${what}: ${error.message.split('\n')[0]}`, 2)
  }
}
