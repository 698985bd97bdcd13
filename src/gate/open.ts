// Stage 4, open: handles at the positions that the declaration marks become values, with one look-up for all; then
// the tool's own schema makes its input out of the arguments.

import { withDeadline } from '../base/deadline.js'
import { isA } from '../base/made-by-us.js'
import { HandleError, isHandleCode } from '../handles/errors.js'
import { replaceAt } from '../handles/kinds/positions.js'
import { valueAt } from '../json/pointer.js'
import type { Fault } from '../json/schema/fault.js'
import type { ParseResult } from '../json/schema/schema.js'
import type { Stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import { ToolFailure } from '../tool/results.js'
import type { Admitted, Opened } from './crossing.js'
import { openHandles } from './handle-arguments.js'
import { refuseArguments } from './refuse-arguments.js'
import { refuseHandles } from './refuse-handles.js'
import { failed } from './run.js'
import { aborted, internalFault } from './stops.js'

/** Opens handles and runs the library's own schema. An asynchronous one has as long as the tool itself would. */
export function open(crossing: Admitted): Promise<Opened | Stop> | Opened | Stop {
  const { tool, by, state, args } = crossing
  // What a program writes is its own: it may keep what its model read.
  const previews = by === 'model' && hasSideEffect(tool.effect) ? state.shownMarks.faultsIn(args) : NO_FAULTS
  if (previews.length > 0) return refuseArguments(crossing, previews)
  if (!tool.schema.input.isMarked) return parse(crossing, args)
  return openFirst(crossing)
}

const NO_FAULTS: readonly Fault[] = []

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
    return threw(crossing, error)
  }
}

async function parseLater(crossing: Admitted, parsed: Promise<ParseResult>): Promise<Opened | Stop> {
  const { tool, signal } = crossing
  // When the call is aborted already, nobody else takes its rejection.
  parsed.catch(() => {})
  const { timeoutMs } = tool.limits
  const ended = await withDeadline(() => parsed, { timeoutMs, signal })
  switch (ended.kind) {
    case 'value':
      return opened(crossing, ended.value)
    case 'aborted':
      return aborted()
    case 'threw':
      return threw(crossing, ended.error)
    case 'timeout':
      return internalFault(crossing, undefined, 'the input schema did not end in time')
  }
}

/** What a refinement or a transform of the author's throws: a word to the caller, or a fault. */
function threw(crossing: Admitted, error: unknown): Stop {
  if (isA(error, ToolFailure)) return failed(crossing, error)
  if (isA(error, HandleError) && isHandleCode(error.code)) return refuseHandles(crossing, [error])
  return internalFault(crossing, error, 'the input schema threw')
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
