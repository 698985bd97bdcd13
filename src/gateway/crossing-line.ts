// One line for one crossing: tool, verdict, what the model saw against what came, how long it took.

import type { Outcome, Status } from '../tool/outcome.js'
import { type Paint, printable, type Style } from './console.js'

/** What a line says beside the outcome. */
export interface CrossingFacts {
  /** Bytes that a model reads of the answer. Default: those of the model view. */
  readonly seenBytes?: number
  /** Bytes that the upstream sent; none when the call didn't reach it or ended badly. */
  readonly rawBytes?: number
}

/**
 * The line of a crossing. Tokens are estimated as bytes / 4 and marked `~`.
 *
 * @example
 * fs_read_text_file                           ok      model ~212 of ~2 480 tokens (-91 %)         14 ms
 */
export function crossingLine(outcome: Outcome, facts: CrossingFacts = {}, paint: Paint = plain): string {
  const { seenBytes = Buffer.byteLength(outcome.model), rawBytes } = facts
  const columns = [
    inWidth(printable(outcome.tool), NAME_WIDTH),
    paint(STYLES[outcome.status], outcome.status.padEnd(STATUS_WIDTH)),
    `model ${tokens(seenBytes)}${against(seenBytes, rawBytes)}`.padEnd(TOKEN_WIDTH),
    paint('faint', `${group(Math.round(outcome.durationMs))} ms`.padStart(TIME_WIDTH)),
  ]
  const code = 'error' in outcome ? paint('faint', outcome.error.code) : ''
  return [...columns, code].filter(Boolean).join('  ')
}

const NAME_WIDTH = 42
const STATUS_WIDTH = 6
const TOKEN_WIDTH = 40
const TIME_WIDTH = 9

const STYLES: Readonly<Record<Status, Style>> = {
  ok: 'good',
  empty: 'good',
  error: 'bad',
  denied: 'bad',
  held: 'attention',
}

const plain: Paint = (_, text) => text

function inWidth(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}

function tokens(bytes: number): string {
  return `~${group(Math.ceil(bytes / 4))}`
}

function against(seen: number, came: number | undefined): string {
  if (came === undefined) return ' tokens'
  const saved = came > 0 ? Math.min(99, Math.round((1 - seen / came) * 100)) : 0
  return ` of ${tokens(came)} tokens${saved > 0 ? ` (-${saved} %)` : ''}`
}

/** Groups of three: `12 480`. */
function group(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
}
