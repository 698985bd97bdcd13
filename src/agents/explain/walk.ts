// All paths through a graph of agents, shortest first, with what is held at the end of each. Bounded: a graph in
// which everybody hands to everybody has more paths than anyone can read.

import { type Hop, hop, type RunPolicy, rootHeld } from '../graph/grant.js'
import { type Agent, type Handoff, reachable } from '../graph/graph.js'

/** The end of one path. */
export interface PathEnd {
  readonly agent: Agent
  /** What the last hop came to. */
  readonly hop: Hop
  /** Where the path came from, and by which edge. Undefined at the root. */
  readonly from?: { readonly place: PathEnd; readonly edge: Handoff }
  /** Hops from the root. */
  readonly depth: number
  /** The least `maxDepth` of the edges on the way: an edge binds all behind it. */
  readonly maxDepth: number
}

/** A hop that a run would refuse or repeat: its target is on the path already. */
interface Cycle {
  /** The agents, the first of them again at the end. */
  readonly agents: readonly Agent[]
  readonly edge: Handoff
  /** Whether an edge of the way there, or the last one, detects cycles. */
  readonly isRefused: boolean
}

/** What {@link walkHandoffs} found. */
export interface Walk {
  readonly root: Agent
  readonly policy: RunPolicy
  /** The root first, then by depth, then in the order of the declarations. */
  readonly places: readonly PathEnd[]
  /** Each cycle once, wherever it is entered. */
  readonly cycles: readonly Cycle[]
  /** Agents that some path stops short of, and the `maxDepth` that stops it. */
  readonly tooDeep: ReadonlyMap<Agent, number>
  /** Every agent that can be reached, whether or not all paths to it were walked. */
  readonly agents: readonly Agent[]
  /** Whether paths are missing. */
  readonly isCut: boolean
}

/** The most paths that are walked. */
const MAX_PATHS = 1_000
const MAX_CYCLES = 100

/** Walks the graph. A path ends before it comes to an agent for the second time. */
export function walkHandoffs(root: Agent, policy: RunPolicy, maxPaths = MAX_PATHS): Walk {
  const agents = reachable(root)
  const cycles = new Map<string, Cycle>()
  const tooDeep = new Map<Agent, number>()
  const places: PathEnd[] = [
    { agent: root, hop: rootHeld(root, undefined, policy), depth: 0, maxDepth: Number.POSITIVE_INFINITY },
  ]
  let isCut = false
  // The list grows while it is walked: breadth first.
  for (const place of places) {
    for (const edge of place.agent.handoffs) {
      const depth = place.depth + 1
      const maxDepth = Math.min(place.maxDepth, edge.maxDepth)
      const cycle = cycleAt(place, edge)
      if (cycle) {
        const key = keyOf(cycle, agents)
        // One way in that a run lets pass is worth more than one that it refuses.
        const known = cycles.get(key)
        if (known ? known.isRefused && !cycle.isRefused : cycles.size < MAX_CYCLES) cycles.set(key, cycle)
      } else if (depth > maxDepth) {
        tooDeep.set(edge.target, maxDepth)
      } else if (places.length >= maxPaths) {
        isCut = true
      } else {
        places.push({
          agent: edge.target,
          hop: hop(place.hop.held, edge),
          from: { place, edge },
          depth,
          maxDepth,
        })
      }
    }
  }
  return { root, policy, places, cycles: [...cycles.values()], tooDeep, agents: [...agents.keys()], isCut }
}

/** The places of a path, the root first. */
export function pathOf(place: PathEnd): readonly PathEnd[] {
  const path = [place]
  for (let at = place.from?.place; at; at = at.from?.place) path.push(at)
  return path.reverse()
}

function cycleAt(place: PathEnd, edge: Handoff): Cycle | undefined {
  const agents = [edge.target]
  for (let at: PathEnd | undefined = place; at; at = at.from?.place) {
    agents.push(at.agent)
    if (at.agent === edge.target) return { agents: agents.reverse(), edge, isRefused: detects(place, edge) }
  }
  return undefined
}

/** `detectCycles` of an edge binds all behind it. */
function detects(place: PathEnd, edge: Handoff): boolean {
  for (let at: PathEnd = place; at.from; at = at.from.place) if (at.from.edge.detectCycles) return true
  return edge.detectCycles
}

/** The same for a cycle wherever it is entered: it is turned until its lowest number stands first. */
function keyOf({ agents }: Cycle, numbers: ReadonlyMap<Agent, number>): string {
  const ring = agents.slice(1).map((agent) => numbers.get(agent) ?? -1)
  const lowest = ring.indexOf(Math.min(...ring))
  return [...ring.slice(lowest), ...ring.slice(0, lowest)].join()
}
