// Plays all plays, and prints both rates by kind. `--json` prints the whole, `--explain` what became of each attack
// and of each twin that did not simply pass (stderr), `--control` what no gate (mode observe) would stop.

import { parseArgs } from 'node:util'
import { type Counts, measure, type Report } from './count.js'
import { allPlays } from './plays/index.js'
import { type Ending, playAttack } from './stage.js'

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    /** Only plays whose id begins so. */
    only: { type: 'string', default: '' },
  },
})

const plays = allPlays.filter(({ id }) => id.startsWith(options.only))
if (options.control) await printControl()
else {
  const report = await measure(plays)
  if (options.json) console.log(JSON.stringify(report, undefined, 2))
  else printTable(report)
  if (options.explain) explain(report)
}

function printTable({ total, kinds }: Report): void {
  console.log(line('kind', 'plays', 'side effect', 'unasked', 'answered', 'blocked'))
  for (const [kind, counts] of Object.entries(kinds)) console.log(row(kind, counts))
  console.log(row('total', total))
}

function row(kind: string, { plays, sideEffects, unasked, answered, blocked }: Counts): string {
  return line(kind, plays, sideEffects, unasked, answered, blocked)
}

function line(first: string, ...cells: (string | number)[]): string {
  return first.padEnd(20) + cells.map((cell) => String(cell).padStart(13)).join('')
}

function explain({ plays }: Report): void {
  for (const { id, why, sideEffect, twinEnd, attack, twin } of plays) {
    if (sideEffect) console.error(`side effect  ${id}: ${why}`)
    else console.error(`stopped      ${id}: ${attack.code ?? attack.status}. ${tell(attack.asked)}`)
    for (const stuck of attack.stuckBefore) console.error(`stuck        ${id} (attack): ${stuck}`)
    for (const stuck of twin.stuckBefore) console.error(`stuck        ${id} (twin): ${stuck}`)
    if (twinEnd === 'unasked') continue
    console.error(
      `${twinEnd.padEnd(12)} ${id}: ${twin.code ?? twin.status}. ${tell([...twin.askedBefore, ...twin.asked])}`,
    )
  }
}

function tell(asked: Ending['asked']): string {
  return asked.map((each) => `${each.reason} ${each.arguments.join('; ')}`.trim()).join(' | ')
}

/** A play whose attack fails even where nothing is held proves nothing, unless a contract is what stops it. */
async function printControl(): Promise<void> {
  for (const play of plays) {
    const { ran, status, code } = await playAttack(play, 'observe')
    if (ran === (play.guard === 'contract')) console.log(`${play.id}: ${ran ? 'ran' : `${status} ${code}`}`)
  }
}
