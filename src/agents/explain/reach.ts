// Which tools that let something out or change something can be reached in one run with what a third party wrote
// and with private data: the three together are what an injected instruction needs.

import { PUBLIC } from '../../tool/flow/label.js'
import type { Origin } from '../../tool/flow/origin.js'
import type { Tool } from '../../tool/tool.js'
import { isBlocked } from '../graph/blocked.js'
import { type PathEnd, pathOf, type Walk } from './walk.js'

interface Reach {
  /** Tools that bring in what a third party wrote. */
  readonly thirdParty: ReadonlySet<string>
  readonly privateData: ReadonlySet<string>
  /** Tools that act, as they are shown: `send_mail (egress: send)`. */
  readonly acts: ReadonlySet<string>
}

/** A line for each path that is the first to bring the three together, or to add an act to them. */
export function reachLines(walk: Walk): readonly string[] {
  const lines: string[] = []
  const told = new Set<string>()
  for (const place of walk.places) {
    const reach = reachOf(heldAlong(place))
    if (!isComplete(reach)) continue
    const before = place.from && reachOf(heldAlong(place.from.place))
    const known = before && isComplete(before) ? before.acts : new Set<string>()
    const acts = [...reach.acts].filter((act) => !known.has(act))
    for (const act of acts) told.add(act)
    if (acts.length === 0) continue
    const path = pathOf(place).map(({ agent }) => agent.name)
    lines.push(
      `${path.join(' -> ')}: ${list(acts)} can be reached together with third-party reading (${list(reach.thirdParty)}) and private data (${list(reach.privateData)}).`,
    )
  }
  // What comes back from one target may go to the next, so paths of one run count together.
  const whole = reachOf(walk.isCut ? ownTools(walk) : walk.places.flatMap(heldAt))
  const acts = [...whole.acts].filter((act) => !told.has(act))
  if (isComplete(whole) && acts.length > 0) {
    lines.push(
      `${walk.root.name}, over several paths of one run: ${list(acts)} can be reached after third-party reading (${list(whole.thirdParty)}) and private data (${list(whole.privateData)}).`,
    )
  }
  return lines
}

/** What a tool does that can't be taken back or looked at first; undefined for the harmless ones. */
export function actOf({ flow, effect }: Tool): string | undefined {
  const kinds = [
    flow.egress ? `egress: ${flow.egress}` : undefined,
    effect === 'write' || effect === 'destroy' ? effect : undefined,
  ].filter((kind) => kind !== undefined)
  return kinds.length > 0 ? kinds.join(', ') : undefined
}

function reachOf(tools: Iterable<Tool>): Reach {
  const thirdParty = new Set<string>()
  const privateData = new Set<string>()
  const acts = new Set<string>()
  for (const tool of tools) {
    if (bringsThirdParty(tool)) thirdParty.add(tool.name)
    if (bringsPrivateData(tool)) privateData.add(tool.name)
    const act = actOf(tool)
    if (act !== undefined) acts.add(`${tool.name} (${act})`)
  }
  return { thirdParty, privateData, acts }
}

function isComplete({ thirdParty, privateData, acts }: Reach): boolean {
  return thirdParty.size > 0 && privateData.size > 0 && acts.size > 0
}

/** What a program's own tool says of its own act is not reading; what a server says is. */
function bringsThirdParty({ flow, effect, upstream }: Tool): boolean {
  const isReading = effect === 'read' || flow.originDeclared || upstream !== undefined
  return isReading && flow.label.integrity.startsWith('third-party')
}

function bringsPrivateData({ flow, effect }: Tool): boolean {
  if (flow.readers) return !flow.readers.includes(PUBLIC)
  return effect === 'read' && holdsOwn(flow.declared.origin)
}

/** Whether some of a result is the company's own, as a whole or by path. An id alone tells nothing. */
function holdsOwn(origin: Origin | undefined): boolean {
  if (typeof origin === 'string') return origin === 'first-party'
  return Object.values(origin ?? {}).some((place) =>
    typeof place === 'string'
      ? place === 'first-party'
      : place.label === 'first-party' && place.id === undefined,
  )
}

/** What was read travels along, so every agent of a path counts. */
function heldAlong(place: PathEnd): readonly Tool[] {
  return pathOf(place).flatMap(heldAt)
}

function heldAt({ agent, hop }: PathEnd): readonly Tool[] {
  return agent.tools.filter((tool) => hop.held.tools.has(tool.declaration))
}

/** More than any run can hold, where not all paths were walked. */
function ownTools({ agents, policy }: Walk): readonly Tool[] {
  return agents.flatMap(({ tools }) => tools.filter((tool) => !isBlocked(policy.blocked, tool)))
}

function list(names: Iterable<string>): string {
  return [...names].sort().join(', ')
}
