// `npm run demo`: a real MCP client plays the story through the gateway, or with `--direct` without it.

import { type Crossing, cross } from './crossing.js'
import { straightToTheServers, throughTheGate } from './doors.js'
import { scene, screenOf, summary } from './show.js'
import { HANDLE, STORY, type Step } from './story.js'

const direct = process.argv.includes('--direct')
const screen = screenOf(process.stdout, process.env)
const say = (text: string) => process.stdout.write(`${text}\n`)

// A reader that has seen enough (`| head`), and Ctrl-C: the servers end with this process.
process.stdout.on('error', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const story = direct ? STORY.filter((step) => step.direct !== undefined) : STORY
say(direct ? 'Eight calls, straight to the servers.\n' : 'Nine calls, through the gate.\n')
const door = await (direct ? straightToTheServers() : throughTheGate())
const crossings: Crossing[] = []
for (const step of story) {
  const crossing = await cross(withHandle(step, crossings.at(-1)?.handle), door)
  crossings.push(crossing)
  say(scene(crossings.length, crossing, screen))
}
say(summary(crossings, screen))
say(direct ? 'With the gate in between: npm run demo' : 'The same without the gate: npm run demo -- --direct')
await door.close()

function withHandle(step: Step, handle: string | undefined): Step {
  return step.args.handle === HANDLE ? { ...step, args: { ...step.args, handle } } : step
}
