// Stage 4, open: handles at the positions that the declaration marks become values, with one look-up for all; then
// the tool's own schema makes its input out of the arguments.

import { replaceAt } from '../handles/positions.js'
import { valueAt } from '../json/pointer.js'
import { isMarked } from '../tool/marks.js'
import type { ParseResult } from '../tool/schema.js'
import type { Admitted, Opened } from './crossing.js'
import { withDeadline } from './deadline.js'
import type { Stop } from './ended.js'
import { openHandles } from './open-handles.js'
import { refuseArguments } from './refuse-arguments.js'
import { aborted, internalFault } from './stops.js'

/** Opens handles and runs the library's own schema. An asynchronous one has as long as the tool itself would. */
export function open(crossing: Admitted): Promise<Opened | Stop> | Opened | Stop {
  if (!isMarked(crossing.tool.inputSchema)) return parse(crossing, crossing.args)
  return openFirst(crossing)
}

async function openFirst(crossing: Admitted): Promise<Opened | Stop> {
  const found = await openHandles(crossing)
  if ('kind' in found) return found
  const { given, ...handles } = found
  return parse({ ...crossing, ...handles }, given)
}

function parse(crossing: Admitted, given: Admitted['args']): Promise<Opened | Stop> | Opened | Stop {
  try {
    const parsed = crossing.tool.schema.input.parse(given)
    return parsed instanceof Promise ? parseLater(crossing, parsed) : opened(crossing, parsed)
  } catch (error) {
    return internalFault(crossing, error, 'the input schema threw')
  }
}

async function parseLater(crossing: Admitted, parsed: Promise<ParseResult>): Promise<Opened | Stop> {
  const { tool, signal } = crossing
  // When the call is aborted already, nobody else takes its rejection.
  parsed.catch(() => {})
  const { timeoutMs } = tool.limits
  const ended = await withDeadline(() => parsed, { timeoutMs, signal, onLate: () => {} })
  switch (ended.kind) {
    case 'value':
      return opened(crossing, ended.value)
    case 'aborted':
      return aborted()
    case 'threw':
      return internalFault(crossing, ended.error, 'the input schema threw')
    case 'timeout':
      return internalFault(crossing, undefined, 'the input schema did not end in time')
  }
}

function opened(crossing: Admitted, parsed: ParseResult): Opened | Stop {
  if ('faults' in parsed) return refuseArguments(crossing, parsed.faults)
  return { ...crossing, input: crossing.opened ? unwrapped(crossing, parsed.value) : parsed.value }
}

/** A library that knows nothing of handles leaves values in their wrappers. The inspector wants them so. */
function unwrapped({ opened = [], tool }: Admitted, input: unknown): unknown {
  if (tool.isInspector) return input
  const left = opened.filter(({ path, value }) => valueAt(input, path) === value)
  return left.length > 0
    ? replaceAt(
        input,
        left.map(({ path, value }) => ({ path, value: value.value })),
      )
    : input
}
