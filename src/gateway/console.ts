// What the operator reads: one line a thing. Words of servers are a stranger's; no character of them moves the
// cursor or colours the terminal.

import type { WriteStream } from 'node:tty'

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
  const colours = (stream as WriteStream).isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint: Paint = (style, text) => (colours ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text)
  // Nobody reads any more (`| head`): that is no reason to end.
  stream.on('error', () => {})
  const write = (text: string) => void stream.write(`${text}\n`)
  return {
    paint,
    write,
    get width() {
      return (stream as WriteStream).columns || PLENTY
    },
    note: (text) => write(`${paint('faint', 'sallyport')} ${printable(text)}`),
    warn: (text) => write(`${paint('attention', 'sallyport warns:')} ${printable(text)}`),
    quote: (server, text) => write(paint('faint', `${server} │ ${printable(text)}`)),
  }
}

/** A text on one line, without characters that a terminal would obey, cut to 500 characters. */
export function printable(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return short
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trimEnd()
}

const LONGEST = 500
const PLENTY = 120
const CODES: Readonly<Record<Style, string>> = {
  good: '32',
  bad: '31',
  attention: '33',
  faint: '2',
  strong: '1',
}
