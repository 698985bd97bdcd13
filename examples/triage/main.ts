// The example on a terminal: chooses a model, plays, asks the person who sits there.

import { createInterface } from 'node:readline/promises'
import type { Approval } from 'sallyport'
import { chooseModel } from './model.js'
import { play } from './play.js'
import { REQUEST } from './script.js'
import { endLines, indented, reportLines, storyteller } from './show.js'

const say = (text: string) => process.stdout.write(`${text}\n`)
// A reader that has seen enough (`| head`).
process.stdout.on('error', () => process.exit(0))

const words = process.argv.slice(2).filter((word) => word !== '--scripted')
const env = process.argv.includes('--scripted') ? {} : process.env
const { model, isScripted, note } = await chooseModel(env, (name) => import(/* @vite-ignore */ name))
const request = (!isScripted && words.join(' ')) || REQUEST

say(`${indented(note, 0)}\n\n${indented(`noor: "${request}"`, 0)}\n`)
const played = await play({
  model,
  request,
  onEvent: storyteller(say),
  allows: isScripted ? allowsColleagues : asks,
})
say(`\n${endLines(played)}\n\n${reportLines(played.report)}`)

/** Noor in the script: she knows her colleagues, and nobody at the supplier's. */
function allowsColleagues({ items }: Approval): boolean {
  const allow = items.every(({ value }) => value.endsWith('@shop.example'))
  say(`      noor: ${allow ? 'yes, once' : 'no'}`)
  return allow
}

async function asks(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say('      Nobody is there to be asked: no.')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('      Allow it once? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
