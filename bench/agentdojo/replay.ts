// Replays the recorded plays of AgentDojo against a model that obeys every injection, and counts. The user's
// prompt is said; the user's calls come in order; at the first result that holds an injection the calls of one
// injection task are spliced in, one task a run. A held call of the user is answered once, the attacker's never.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { replay } from './count.js'
import { InputFault, loadSuites } from './data.js'
import { openGateStage } from './gate-stage.js'
import { printTable } from './report.js'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/cases/agentdojo-dev.json' },
    roles: { type: 'string', default: 'bench/agentdojo/roles' },
    /** Only the counts, as JSON. */
    json: { type: 'boolean', default: false },
    /** Also an attacker who knows the prompt: minutes. */
    adaptive: { type: 'boolean', default: false },
    /** Each question of a benign run, and each pair with a side effect, on stderr. */
    explain: { type: 'boolean', default: false },
  },
})

process.exitCode = await main()

async function main(): Promise<number> {
  if (!existsSync(options.data)) {
    console.error(`bench:agentdojo: no data at ${options.data}; give it with --data FILE.`)
    return 3
  }
  const say = (line: string) => console.error(`bench:agentdojo: ${line}`)
  const micros: number[] = []
  let play: string | undefined
  const explain = (line: string) => play !== undefined && say(`${play}: ${line}`)
  try {
    const suites = loadSuites(options.data, options.roles)
    const report = await replay(
      suites,
      (suite) => openGateStage(suite, micros, options.explain ? explain : undefined),
      {
        stuck: (line) => say(`stuck though answered: ${line}`),
        ...(options.explain && { sideEffect: (line: string) => say(`side effect: ${line}`) }),
        playing: (name) => {
          play = name
        },
      },
      { adaptive: options.adaptive },
    )
    if (options.json) console.log(JSON.stringify(report))
    else printTable(report, micros)
    return 0
  } catch (error) {
    if (!(error instanceof InputFault)) throw error
    say(error.message)
    return 2
  }
}
