// The run as lines for a terminal: who is at work, what was granted and withheld, what became of each call. Decides
// how it looks, never what happens.

import type { Approval } from 'sallyport'
import type { ExplainedHandoffs, RunEvent } from 'sallyport/agents'
import type { Played } from './play.js'

/** Tells events as they come. */
export function storyteller(say: (line: string) => void): (event: RunEvent) => void {
  // What a model says comes in pieces; it is told once something else happens.
  let said = { agent: '', text: '' }
  const tellText = () => {
    if (said.text.trim() !== '') say(indented(`${said.agent}: "${said.text.trim()}"`, 2))
    said = { agent: '', text: '' }
  }
  return (event) => {
    if (event.type === 'text') {
      if (event.agent !== said.agent) tellText()
      said = { agent: event.agent, text: said.text + event.delta }
      return
    }
    tellText()
    const line = lineOf(event)
    if (line !== undefined) say(line)
  }
}

/** An approval, with what a person needs to know to answer it. */
export function approvalLine({ tool, items, reason }: Approval): string {
  const values = items.map(({ argument, value, role, from }) => `${argument} = ${value} (${role}; ${from})`)
  return indented(`${tool} waits for a person: ${values.join(', ') || reason}`, 4)
}

/** What the run came to, beside what the model says of it. */
export function endLines({ result, deeds }: Played): string {
  const done = deeds.map(({ what, detail }) => indented(`${what} ${detail}`, 2))
  return [
    indented(
      `The run ended as ${result.status}, with the last word of ${result.finalAgent} (${result.path.join(' -> ')}).`,
      0,
    ),
    'What was really done to the shop:',
    ...(done.length > 0 ? done : ['  nothing']),
  ].join('\n')
}

/** What `explainHandoffs` says, before any model has said a word. */
export function reportLines({ paths, warnings }: ExplainedHandoffs): string {
  const tree = paths.flatMap(({ path, tools, withheld }) => [
    indented(`${path.join(' -> ')}: ${tools.join(', ') || 'no tools'}`, 2),
    ...withheld.map(({ tool, why }) => indented(`without ${tool} (${why})`, 4)),
  ])
  return [
    'What each of them can do, from explainHandoffs():',
    ...tree,
    ...warnings.map((w) => indented(`! ${w}`, 2)),
  ].join('\n')
}

function lineOf(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'handoff.started': {
      const withheld = event.withheld.map(({ tool, why }) => `${tool} (${why})`)
      const without = withheld.length > 0 ? `, without ${withheld.join(', ')}` : ''
      return indented(
        `${event.from} -> ${event.to}, with ${event.granted.join(', ') || 'no tools'}${without}`,
        2,
      )
    }
    case 'handoff.finished':
      return indented(`${event.to} ended: ${event.status}${event.code ? ` (${event.code})` : ''}`, 2)
    case 'call.finished': {
      const { outcome } = event
      const why = 'error' in outcome ? `: ${outcome.error.userMessage}` : ''
      return indented(`${event.agent} calls ${event.tool}: ${outcome.status}${why}`, 4)
    }
    case 'approval':
      return approvalLine(event.approval)
    case 'error':
      return indented(`${event.agent}: ${event.error.userMessage} (${event.error.code})`, 2)
    default:
      return undefined
  }
}

/** A file or a pipe has no width. */
const WIDTH = Math.min(process.stdout.columns || 110, 110)

/** Breaks a text at blanks. Models and strangers wrote parts of it: what would move a cursor becomes a blank. */
export function indented(text: string, by: number): string {
  const lines: string[] = []
  let line = ' '.repeat(by)
  for (const word of text.replaceAll(/[\p{C}\s]+/gu, ' ').split(' ')) {
    const isFirst = line.trim() === ''
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '.repeat(by + 2) + word
    } else {
      line += isFirst ? word : ` ${word}`
    }
  }
  return [...lines, line].join('\n')
}
