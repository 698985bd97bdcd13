// What the operator reads: one line a thing. Words of servers are a stranger's; no character of them moves the
// cursor or colours the terminal.

import type { WriteStream } from 'node:tty'
import { HIDDEN } from '../../text/characters.js'
import { clip } from '../../text/clip.js'
import { wrap } from '../../text/wrap.js'

/** Where the gateway's lines go. */
export interface GatewayConsole {
  /** Something the operator should know. */
  note(text: string): void
  warn(text: string): void
  /** Words of a server: its error stream, or junk between its messages. */
  quote(server: string, text: string): void
  /** Text as it is: a help for pasting, a crossing line. */
  write(text: string): void
  readonly paint: Paint
  /** Columns of the terminal; of none, plenty. */
  readonly width: number
}

/** Colours, or none. */
export type Paint = (style: Style, text: string) => string

/** What a text is, rather than which colour it has. */
export type Style = 'good' | 'bad' | 'attention' | 'faint' | 'strong'

/**
 * Makes a console on a stream. Colours only on a terminal, and never with `NO_COLOR` (no-color.org).
 */
export function createConsole(
  stream: NodeJS.WritableStream,
  env: NodeJS.ProcessEnv = process.env,
): GatewayConsole {
  const isTerminal = (stream as WriteStream).isTTY === true
  const colours = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint: Paint = (style, text) => (colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text)
  // Nobody reads any more (`| head`): that is no reason to end.
  stream.on('error', () => {})
  const backlog = () => (stream as Partial<WriteStream>).writableLength ?? 0
  let lost = 0
  // Who reads slowly, or stopped (Ctrl-S), must not fill the memory: past a measure lines are counted only.
  const put = (text: string, most: number) => {
    if (backlog() > most) {
      lost += 1
      return
    }
    if (lost > 0) stream.write(`${lost} lines were left out: they came faster than they were read\n`)
    lost = 0
    stream.write(`${text}\n`)
  }
  const write = (text: string) => put(text, MOST_BACKLOG)
  const quotas = quotasOfQuotes((server, count) =>
    put(
      paint('faint', `${printable(server)} │ [${count} more lines in this second, not shown]`),
      MOST_BACKLOG,
    ),
  )
  const width = () => (stream as WriteStream).columns || PLENTY
  // In a log a line is a thing; on a terminal no word is torn.
  const say = (style: Style, who: string, text: string) => {
    const line = `${who} ${printable(text)}`
    const [first = '', ...more] = isTerminal ? wrap(line, width(), '  ') : [line]
    write([paint(style, who) + first.slice(who.length), ...more].join('\n'))
  }
  return {
    paint,
    write,
    get width() {
      return width()
    },
    note: (text) => say('faint', 'sallyport', text),
    warn: (text) => say('attention', 'sallyport warns:', text),
    quote(server, text) {
      if (!quotas(server)) return
      put(paint('faint', `${printable(server)} │ ${printable(text)}`), MOST_QUOTED_BACKLOG)
    },
  }
}

/** Whether a server may have one more line now. What is over its quota is told as a number, once a second. */
function quotasOfQuotes(tell: (server: string, count: number) => void): (server: string) => boolean {
  const counts = new Map<string, number>()
  return (server) => {
    const before = counts.get(server)
    counts.set(server, (before ?? 0) + 1)
    if (before === undefined) {
      setTimeout(() => {
        const over = (counts.get(server) ?? 0) - MOST_QUOTES
        counts.delete(server)
        if (over > 0) tell(server, over)
      }, 1_000).unref()
    }
    return (before ?? 0) < MOST_QUOTES
  }
}

/** A text on one line, without characters that a terminal would obey, cut to 500 characters. */
export function printable(text: string): string {
  return onOneLine(clip(text, LONGEST))
}

/**
 * A text of any length on one line, without characters that a terminal would obey. Blanks stay as they are, so that
 * columns and what a person compares do; `cleanLine` is for what a model reads.
 */
export function onOneLine(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, ' ').trimEnd()
}

const UNSEEN = new RegExp(`[${HIDDEN}]+ *`, 'gu')
const LONGEST = 500
const PLENTY = 120
/** Lines of one server in a second. */
const MOST_QUOTES = 100
/** Bytes that wait for the reader; our own lines go on a while after those of servers have stopped. */
const MOST_QUOTED_BACKLOG = 1024 * 1024
const MOST_BACKLOG = 4 * 1024 * 1024
const CODES: Readonly<Record<Style, string>> = {
  good: '32',
  bad: '31',
  attention: '33',
  faint: '2',
  strong: '1',
}
