// Whether a tool can be used without handles, for channels that have no memory.

import { handleDependency as dependency, type HandleDependency } from '../handles/positions.js'
import type { Tool } from '../tool/tool.js'

export type { HandleDependency } from '../handles/positions.js'

/**
 * Whether a tool takes handles (`in`), gives them (`out`), `both` or `none`: a one-shot channel, such as a command line,
 * can hide or refuse it with the reason. The handle of a cut result is no dependency: such a result stands alone.
 *
 * @example
 * const shown = gate.tools.filter((tool) => handleDependency(tool) === 'none')
 */
export function handleDependency(tool: Tool): HandleDependency {
  return dependency(tool.inputSchema, tool.outputSchema)
}
