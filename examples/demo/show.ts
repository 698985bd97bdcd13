// How the story looks on a terminal: side by side, within its width, coloured where that is wanted.

import Table from 'cli-table3'
import { type Crossing, tokens } from './crossing.js'

/** The terminal that is written to. */
export interface Screen {
  readonly width: number
  readonly colours: boolean
}

/** A terminal as it is; a file or a pipe is as wide as `COLUMNS` says, or 100. */
export function screenOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const width = stream.columns ?? Number(env.COLUMNS ?? 100)
  return {
    width: Math.min(Math.max(width || 100, NARROWEST), WIDEST),
    colours: stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
  }
}

/** One call: what the model saw beside what the UI got, or what the model saw alone. */
export function scene(number: number, crossing: Crossing, screen: Screen): string {
  const { step, call, seen, ui } = crossing
  const paint = painter(screen)
  const columns = ui ? 2 : 1
  const inner = Math.floor((screen.width - 1) / columns) - 1
  const wide = inner - PADDING
  const table = new Table({
    head: [
      `The model saw: ${estimate(tokens(seen))} tokens`,
      ...(ui ? [`The UI got: panel ${ui.panel}`] : []),
    ].map((text) => wrap(text, wide).join('\n')),
    colWidths: Array(columns).fill(inner),
    style: NO_STYLE,
  })
  table.push([seen, ...(ui ? [leaves(ui.data).join('\n')] : [])].map((text) => excerpt(text.trimEnd(), wide)))
  return [
    `${paint('bold', `${number}. ${step.title}`)}  ${paint(styleOf(crossing), crossing.verdict)}`,
    wrap(call, screen.width - 3).map((line) => `   ${line}`),
    table.toString(),
    wrap((ui ? step.gated : step.direct) ?? '', screen.width - 3).map((line) => paint('faint', `   ${line}`)),
    '',
  ]
    .flat()
    .join('\n')
}

/** All calls in one table, and what they add up to. */
export function summary(crossings: readonly Crossing[], screen: Screen): string {
  const longest = Math.max(...crossings.map(({ step }) => step.title.length))
  const whole = summaryTable(crossings, screen, longest)
  const over = (whole.split('\n')[0] ?? '').length - screen.width
  const table = over > 0 ? summaryTable(crossings, screen, Math.max(LEAST_TITLE, longest - over)) : whole
  const seen = total(crossings.map((crossing) => crossing.seen))
  const came = total(crossings.map((crossing) => crossing.came ?? ''))
  const words = `Tokens are bytes / 4. Together the model saw ${estimate(seen)} of ${estimate(came)} that came.`
  return [table, ...wrap(words, screen.width)].join('\n')
}

/** The table, with titles of at most so many characters. */
function summaryTable(crossings: readonly Crossing[], screen: Screen, room: number): string {
  const paint = painter(screen)
  const table = new Table({
    head: ['', 'call', 'verdict', 'model saw', 'came', 'ms'],
    colAligns: ['right', 'left', 'left', 'right', 'right', 'right'],
    style: { ...NO_STYLE, compact: true },
  })
  crossings.forEach((crossing, index) => {
    table.push([
      index + 1,
      wrap(crossing.step.title, room).join('\n'),
      paint(
        styleOf(crossing),
        screen.width < ROOMY ? crossing.verdict.replace(/^\w+: /, '') : crossing.verdict,
      ),
      estimate(tokens(crossing.seen)),
      crossing.came === undefined ? '-' : estimate(tokens(crossing.came)),
      group(Math.round(crossing.ms)),
    ])
  })
  return table.toString()
}

const NARROWEST = 60
const LEAST_TITLE = 12
const WIDEST = 160
/** From this width on a verdict stands in full in the summary. */
const ROOMY = 90
const PADDING = 2
const FIRST_LINES = 4
const LAST_LINES = 10
const NO_STYLE = { head: [], border: [] }

/** The first and the last lines of a text, wrapped; between them stands about how much is missing. */
function excerpt(text: string, width: number): string {
  const most = FIRST_LINES + LAST_LINES + 1
  const start = text.slice(0, most * width)
  const lines = wrap(start, width)
  if (start.length === text.length && lines.length <= most) return lines.join('\n')
  const first = lines.slice(0, FIRST_LINES)
  const last = wrap(text.slice(-LAST_LINES * width), width).slice(-LAST_LINES)
  const missing = text.length - [...first, ...last].join('\n').length
  return [...first, `   [~${group(missing)} characters]`, ...last].join('\n')
}

/** Every leaf of a value with its path; of a long text the beginning and the length. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
  }
  if (typeof value !== 'string' || value.length <= 100) return [`${path}: ${JSON.stringify(value)}`]
  const [beginning = ''] = value.slice(0, 24).split('\n')
  return [`${path}:`, `  "${beginning}…" ${group(value.length)} characters`]
}

/** Breaks lines at blanks where it can. What would move the cursor becomes a blank. */
function wrap(text: string, width: number): string[] {
  const clean = text.replaceAll('\r\n', '\n').replaceAll(/[^\P{C}\n]/gu, ' ')
  return clean.split('\n').flatMap((line) => {
    const lines: string[] = []
    let rest = line.trimEnd()
    while (rest.length > width) {
      const blank = rest.lastIndexOf(' ', width)
      const end = blank > width / 2 ? blank : width
      lines.push(rest.slice(0, end).trimEnd())
      rest = rest.slice(end).trimStart()
    }
    return [...lines, rest]
  })
}

type Style = 'bold' | 'faint' | 'good' | 'bad'
const CODES: Readonly<Record<Style, number>> = { bold: 1, faint: 2, good: 32, bad: 31 }

function painter({ colours }: Screen): (style: Style, text: string) => string {
  return (style, text) => (colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text)
}

function styleOf({ verdict }: Crossing): Style {
  return verdict === 'ok' ? 'good' : 'bad'
}

function total(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + tokens(text), 0)
}

function estimate(count: number): string {
  return `~${group(count)}`
}

function group(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
}
