// `sallyport explain`: what each agent of a module can really do. Loads the module and prints; what is true is
// decided in src/agents.

import { relative, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { explainWalk } from '../agents/explain/explain.js'
import { handoffChart } from '../agents/explain/mermaid.js'
import { explainText } from '../agents/explain/text.js'
import { walkHandoffs } from '../agents/explain/walk.js'
import { runPolicy } from '../agents/graph/grant.js'
import { type Agent, isAgent, reachable } from '../agents/graph/graph.js'
import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import { isRecord } from '../json/json.js'
import { visible } from '../lint/characters.js'
import { loadExports, ModuleError } from '../lint/module.js'
import { processTerminal, type Terminal } from './lint.js'

interface Flags {
  readonly json?: boolean
  readonly mermaid?: boolean
  readonly agent?: string
  readonly passthrough: boolean
  readonly block: readonly string[]
}

/** Exit codes: explained, could not run. A warning is nothing that fails. */
const EXPLAINED = 0
const COULD_NOT_RUN = 2

/** The command `explain`, to be added to the program. Ends the process with 0, or with 2 when it could not run. */
export function explainCommand(terminal: Terminal = processTerminal()): Command {
  return new Command('explain')
    .summary('what each agent of a module can really do')
    .description(
      'Shows each path through the agents of a module: the tools at its end, what is withheld and why, and what to beware of.',
    )
    .argument('<module>', 'a module that exports agents')
    .option('--agent <name>', 'only what starts at this agent (default: those that no other hands to)')
    .addOption(new Option('--json', 'as JSON').conflicts('mermaid'))
    .addOption(new Option('--mermaid', 'as Mermaid flow charts'))
    .option('--no-passthrough', 'as under a policy that refuses passthrough')
    .option(
      '--block <tool>',
      'as under a policy that blocks a tool, by name or pattern; may be repeated',
      (name: string, before: readonly string[]) => [...before, name],
      [],
    )
    .addHelpText('after', '\nExit codes: 0 explained, 2 could not run.\n')
    .action(async (path: string, flags: Flags) => terminal.exit(await explain(path, flags, terminal)))
}

async function explain(path: string, flags: Flags, terminal: Terminal): Promise<number> {
  try {
    const all = await loadAgents(path)
    const policy = runPolicy({ passthrough: flags.passthrough, blockedTools: flags.block }, '--block')
    const walks = chosen(all, flags.agent, path).map((agent) => walkHandoffs(agent, policy))
    const module = relative(process.cwd(), resolve(path))
    if (flags.json) {
      const agents = walks.map((walk) => ({ agent: walk.root.name, ...explainWalk(walk) }))
      await terminal.write(`${JSON.stringify({ formatVersion: 1, module, agents }, null, 2)}\n`)
    } else {
      const { color, width } = terminal
      const texts = walks.map((walk) =>
        flags.mermaid ? handoffChart(walk) : explainText(walk, { color, width }),
      )
      await terminal.write(texts.join('\n'))
    }
    return EXPLAINED
  } catch (error) {
    const known = error instanceof ModuleError || error instanceof DefinitionError
    const text = known
      ? error.message
      : `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    terminal.complain(`sallyport explain: ${text.split('\n').map(visible).join('\n')}\n`)
    return COULD_NOT_RUN
  }
}

/** The agents that a module exports: by name, in arrays or in objects. */
async function loadAgents(path: string): Promise<readonly Agent[]> {
  const exports = await loadExports(path)
  const found = new Set<Agent>()
  collect(exports, found, 0)
  if (found.size > 0) return [...found]
  const names = Object.keys(exports).join(', ') || 'nothing'
  throw new ModuleError(`'${path}' exports no agent made by agent(); it exports ${names}.`)
}

const DEEPEST = 3

function collect(value: unknown, into: Set<Agent>, depth: number): void {
  if (isAgent(value)) into.add(value)
  else if (depth < DEEPEST && (Array.isArray(value) || isRecord(value))) {
    for (const one of Object.values(value)) collect(one, into, depth + 1)
  }
}

/** The agent of that name, or the entries: those that no other one hands to; all, where each has one before it. */
function chosen(all: readonly Agent[], name: string | undefined, path: string): readonly Agent[] {
  if (name === undefined) {
    const entries = all.filter(
      (agent) => !all.some((other) => other !== agent && reachable(other).has(agent)),
    )
    return entries.length > 0 ? entries : all
  }
  const known = [...new Set(all.flatMap((agent) => [...reachable(agent).keys()]))]
  const named = known.filter((agent) => agent.name === name)
  if (named.length > 0) return named
  const near = nearName(
    name,
    known.map((agent) => agent.name),
  )
  throw new ModuleError(
    `'${path}' has no agent '${name}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`,
  )
}
