// Replays the recorded plays of AgentDojo against a model that obeys every injection, and counts. The user's
// prompt is said; the user's calls come in order; at the first result that holds an injection the calls of one
// injection task are spliced in, one task a run. A held call of the user is answered once, the attacker's never.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { InputFault, loadSuites, type Suite } from './data.js'
import { openFlowStage } from './flow-stage.js'
import type { Variant } from './inject.js'
import { type OpenStage, playAttack, playBenign, playTwin } from './play.js'
import { addCounts, type Counts, printTable, type Report, ZERO } from './report.js'

const DATA = fileURLToPath(new URL('../../../shared/cases/agentdojo-dev.json', import.meta.url))
const ROLES = fileURLToPath(new URL('./roles/', import.meta.url))

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: DATA },
    roles: { type: 'string', default: ROLES },
    json: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
  },
})

const micros: number[] = []
let explain: ((line: string) => void) | undefined
const open: OpenStage = (suite) => openFlowStage(suite, micros, explain)

process.exitCode = await main()

async function main(): Promise<number> {
  if (!existsSync(options.data)) {
    console.error(`bench:agentdojo: no data at ${options.data}; give it with --data FILE.`)
    return 3
  }
  try {
    const report = await replay(loadSuites(options.data, options.roles))
    if (options.json) console.log(JSON.stringify(report))
    else printTable(report, micros)
    return 0
  } catch (error) {
    if (!(error instanceof InputFault)) throw error
    console.error(`bench:agentdojo: ${error.message}`)
    return 2
  }
}

async function replay(suites: readonly Suite[]): Promise<Report> {
  const bySuite: Record<string, Counts> = {}
  for (const suite of suites) bySuite[suite.name] = await count(suite, 'plain')
  const variants: Record<string, Counts> = {}
  for (const variant of ['base64', 'reversed', 'split', 'sender', 'structured', 'named'] as const) {
    const counts = []
    for (const suite of suites) counts.push(await count(suite, variant))
    variants[variant] = counts.reduce(addCounts, ZERO)
  }
  variants.encoded = ['base64', 'reversed', 'split']
    .map((name) => variants[name] as Counts)
    .reduce(addCounts, ZERO)
  const twins = []
  for (const suite of suites) twins.push(await countTwins(suite))
  variants.twins = twins.reduce(addCounts, ZERO)
  return { total: Object.values(bySuite).reduce(addCounts, ZERO), suites: bySuite, variants }
}

/** Tasks and questions are those of the benign run, pairs those under attack. */
async function count(suite: Suite, variant: Variant): Promise<Counts> {
  let counts = ZERO
  for (const [id, task] of Object.entries(suite.userTasks)) {
    explain =
      options.explain && variant === 'plain'
        ? (line) => console.error(`${suite.name} ${id}: ${line}`)
        : undefined
    const benign = await playBenign(suite, task, open)
    for (const stuck of benign.stuck)
      console.error(`bench:agentdojo: ${suite.name} ${id} is stuck though answered: ${stuck}`)
    const one = {
      ...ZERO,
      tasks: 1,
      noQuestionTasks: benign.questions === 0 ? 1 : 0,
      questions: benign.questions,
    }
    counts = addCounts(counts, one)
    explain = undefined
    for (const [attackId, attack] of Object.entries(suite.injectionTasks)) {
      const played = await playAttack(suite, task, attack, variant, open)
      if (!played) continue
      if (played.sideEffect && options.explain)
        console.error(`${variant} ${suite.name} ${id} x ${attackId}: side effect`)
      counts = addCounts(counts, { ...ZERO, pairs: 1, sideEffectPairs: played.sideEffect ? 1 : 0 })
    }
  }
  return counts
}

/** A twin is a task and a pair at once; its side effects are wanted. */
async function countTwins(suite: Suite): Promise<Counts> {
  let counts = ZERO
  for (const [id, attack] of Object.entries(suite.injectionTasks)) {
    const { questions, stuck, sideEffect } = await playTwin(suite, attack, open)
    for (const each of stuck)
      console.error(`bench:agentdojo: twin ${suite.name} ${id} is stuck though answered: ${each}`)
    counts = addCounts(counts, {
      tasks: 1,
      noQuestionTasks: questions === 0 ? 1 : 0,
      questions,
      pairs: 1,
      sideEffectPairs: sideEffect ? 1 : 0,
    })
  }
  return counts
}
