// What the model reads when its arguments don't fit: a few lines that say what to change, or that it should stop.

import type { Fault } from '../json/schema/fault.js'

const MAX_LINES = 5

/** The text for the model. `exhausted`: the retries for this mistake are used up, so it says to stop. */
export function faultText(
  tool: string,
  faults: readonly Fault[],
  options: { readonly exhausted: boolean },
): string {
  const lines = faults.slice(0, MAX_LINES).map((one) => `- ${one.text}`)
  if (faults.length > MAX_LINES) lines.push(`- and ${faults.length - MAX_LINES} more`)
  const ending = options.exhausted ? [stopHint(tool)] : []
  return [`${tool} did not run: invalid arguments.`, ...lines, ...ending].join('\n')
}

/** What is said when the same fault was made too often. */
export function stopHint(tool: string): string {
  return `Stop: do not call ${tool} for this again. Go on without it, or ask the user.`
}
