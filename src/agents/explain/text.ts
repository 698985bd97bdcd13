// A walk through a graph of agents as a tree for people. Decides how it looks, never what is true.

import { styleText } from 'node:util'
import { countTools } from '../graph/report.js'
import { explainWalk } from './explain.js'
import { actOf } from './reach.js'
import type { PathEnd, Walk } from './walk.js'

/**
 * The tree of paths, with what is held and withheld at each, then the warnings.
 *
 * @param options `color`: with ANSI colours, default false. `width`: columns, default 100.
 */
export function explainText(
  walk: Walk,
  { color = false, width = 100 }: { readonly color?: boolean; readonly width?: number } = {},
): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const look = { paint, width, childrenOf: childrenOf(walk.places) }
  const root = walk.places[0] as PathEnd
  const { warnings } = explainWalk(walk)
  const title =
    warnings.length === 0
      ? paint('green', 'No warnings.')
      : paint('yellow', `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`)
  const lines = [
    ...treeLines(root, { first: '', rest: '' }, look),
    '',
    title,
    ...warnings.flatMap((warning) => hang(warning, '- ', '  ', width)),
  ]
  return `${lines.join('\n')}\n`
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'green', text: string) => string

interface Look {
  readonly paint: Paint
  readonly width: number
  childrenOf(place: PathEnd): readonly PathEnd[]
}

/** What stands before the lines of a place: before its first one, and before those below. */
interface Indent {
  readonly first: string
  readonly rest: string
}

function treeLines(place: PathEnd, { first, rest }: Indent, look: Look): readonly string[] {
  const { paint, width } = look
  const children = look.childrenOf(place)
  const bar = children.length > 0 ? '│  ' : '   '
  const lines = headLines(place, first, rest + bar, look)
  const { withheld } = place.hop
  if (withheld.length > 0) {
    const text = `without ${withheld.map(({ tool, why }) => `${tool} (${why})`).join(', ')}`
    lines.push(
      ...hang(text, '', '  ', width - rest.length - 3).map((line) => rest + bar + paint('dim', line)),
    )
  }
  children.forEach((child, index) => {
    const isLast = index === children.length - 1
    const indent = { first: `${rest}${isLast ? '└─ ' : '├─ '}`, rest: `${rest}${isLast ? '   ' : '│  '}` }
    lines.push(...treeLines(child, indent, look))
  })
  return lines
}

/** `Automation: search, send_mail (egress: send)`; what acts stands out. */
function headLines(
  { agent, hop, from }: PathEnd,
  first: string,
  rest: string,
  { paint, width }: Look,
): string[] {
  const terms = from && [from.edge.returns && 'as a tool', hop.mode === 'passthrough' && 'passthrough']
  const shownTerms = terms?.some(Boolean) ? ` (${terms.filter(Boolean).join(', ')})` : ''
  const acts = new Map(agent.tools.map((tool) => [tool.name, actOf(tool)]))
  const tools = hop.granted.map((name) => {
    const act = acts.get(name)
    return act === undefined ? name : `${name} (${act})`
  })
  const own = agent.tools.length
  const shown = tools.length > 0 ? tools.join(', ') : own === 0 ? 'no tools' : `none of ${countTools(own)}`
  const head = `${agent.name}${shownTerms}: `
  const delegates = agent.delegates
    .filter(({ declaration }) => !hop.held.tools.has(declaration) && hop.held.passable.has(declaration))
    .map(({ name }) => name)
    .sort()
  const text = delegates.length > 0 ? `${shown}; may pass on ${delegates.join(', ')}` : shown
  const [line = '', ...more] = hang(head + text, first, rest, width)
  const painted = line.replace(head, () => `${paint('bold', agent.name)}${paint('yellow', shownTerms)}: `)
  return [painted, ...more].map((each) => paintActs(each, paint))
}

function paintActs(line: string, paint: Paint): string {
  return line.replaceAll(/\((?:egress: \w+(?:, )?)?(?:write|destroy)?\)/g, (act) => paint('red', act))
}

function childrenOf(places: readonly PathEnd[]): Look['childrenOf'] {
  const children = new Map<PathEnd, PathEnd[]>()
  for (const place of places) {
    if (!place.from) continue
    const siblings = children.get(place.from.place)
    if (siblings) siblings.push(place)
    else children.set(place.from.place, [place])
  }
  return (place) => children.get(place) ?? []
}

/** Wraps a text; later lines hang under the first. */
function hang(text: string, first: string, rest: string, width: number): string[] {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest + word
    } else {
      line += isEmpty ? word : ` ${word}`
    }
    isEmpty = false
  }
  return [...lines, line]
}
