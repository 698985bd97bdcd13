// One line for one crossing: tool, verdict, what the model saw against what came, how long it took.

import { inWidth } from '../../text/clip.js'
import type { Outcome, Status } from '../../tool/outcome.js'
import { type Paint, printable, type Style } from './console.js'

/** What a line says beside the outcome. */
export interface CrossingFacts {
  /** Bytes that a model reads of the answer. Default: those of the model view. */
  readonly seenBytes?: number
  /** Bytes that the upstream sent; none when the call didn't reach it or ended badly. */
  readonly rawBytes?: number
}

/** The terminal that a line is for. */
interface LineTerminal {
  readonly paint: Paint
  /** In columns. Below {@link ROOMY} the line leaves out what can be guessed. */
  readonly width: number
}

/**
 * The line of a crossing. Tokens are estimated as bytes / 4 and marked `~`.
 *
 * @example
 * fs_read_text_file                           ok      model ~212 of ~2 480 tokens (-91 %)             14 ms
 */
export function crossingLine(
  outcome: Outcome,
  facts: CrossingFacts = {},
  { paint, width }: LineTerminal = { paint: plain, width: ROOMY },
): string {
  const { seenBytes = Buffer.byteLength(outcome.model), rawBytes } = facts
  const columns = width < ROOMY ? NARROW : WIDE
  const code = 'error' in outcome ? `  ${HELPS[outcome.error.code] ?? outcome.error.code}` : ''
  const whole = `${columns.lead}${tokens(seenBytes)}${against(seenBytes, rawBytes)}${code}`
  // What came can be guessed sooner than why it failed.
  const seen = whole.length > columns.seen && code ? `${columns.lead}${tokens(seenBytes)}${code}` : whole
  return [
    inWidth(printable(outcome.tool), columns.name),
    paint(STYLES[outcome.status], outcome.status.padEnd(STATUS_WIDTH)),
    seen.padEnd(columns.seen),
    paint('faint', `${group(Math.round(outcome.durationMs))} ms`.padStart(TIME_WIDTH)),
  ].join('  ')
}

/** From this width on names and words stand in full. */
const ROOMY = 105

const WIDE = { name: 42, lead: 'model ', seen: 42 }
const NARROW = { name: 24, lead: '', seen: 36 }
const STATUS_WIDTH = 6
const TIME_WIDTH = 8

const STYLES: Readonly<Record<Status, Style>> = {
  ok: 'good',
  empty: 'good',
  error: 'bad',
  denied: 'bad',
  held: 'attention',
}

/** What a person can do; the status says already that it is held. */
const HELPS: Readonly<Record<string, string>> = { held: 'see: sallyport approvals' }

const plain: Paint = (_, text) => text

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
