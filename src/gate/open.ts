// Stage 4, open: the tool's own schema makes its input out of the admitted arguments. Handles will become
// values here, at the positions that the declaration marks.

import type { ParseResult } from '../tool/schema.js'
import type { Admitted, Opened } from './crossing.js'
import { withDeadline } from './deadline.js'
import type { Stop } from './ended.js'
import { refuseArguments } from './refuse-arguments.js'
import { aborted, internalFault } from './stops.js'

/** Runs the library's own schema. An asynchronous one has as long as the tool itself would. */
export async function open(crossing: Admitted): Promise<Opened | Stop> {
  const { tool, args, signal } = crossing
  try {
    const parsed = tool.schema.input.parse(args)
    if (!(parsed instanceof Promise)) return opened(crossing, parsed)
    const ended = await withDeadline(() => parsed, {
      timeoutMs: tool.limits.timeoutMs,
      signal,
      onLate: () => {},
    })
    if (ended.kind === 'value') return opened(crossing, ended.value)
    if (ended.kind === 'aborted') return aborted()
    throw ended.kind === 'threw' ? ended.error : new Error('the input schema did not end in time')
  } catch (error) {
    return internalFault(crossing, error, 'the input schema threw')
  }
}

function opened(crossing: Admitted, parsed: ParseResult): Opened | Stop {
  return 'faults' in parsed ? refuseArguments(crossing, parsed.faults) : { ...crossing, input: parsed.value }
}
