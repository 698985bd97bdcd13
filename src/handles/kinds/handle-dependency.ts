// Whether a tool can be used without handles, for channels that have no memory.

import type { Tool } from '../../tool/tool.js'
import type { Kind } from './kind.js'
import { handleDependency as dependency, type HandleDependency } from './positions.js'

export type { HandleDependency } from './positions.js'

/**
 * Whether a tool takes handles (`in`), gives them (`out`), `both` or `none`: a one-shot channel, such as a command line,
 * can hide or refuse it with the reason. A tool without `output` may return an entity, which becomes a handle wherever
 * it stands: of one that takes none that is `unknown`, and one that takes some is `in`. The handle of a cut result is no
 * dependency: such a result stands alone.
 *
 * @param options.kinds The gate's kinds: where none of them has an `is`, nothing but a declared place gives a handle.
 *   Default: any.
 * @example
 * const shown = gate.tools.filter((tool) => handleDependency(tool, { kinds }) === 'none')
 */
export function handleDependency(
  tool: Tool,
  options: { readonly kinds?: readonly Kind[] } = {},
): HandleDependency {
  const { kinds } = options
  // What an upstream gives is JSON, in which no entity stands.
  const mayGive =
    tool.upstream === undefined && (kinds?.some(({ by, finds }) => by !== 'name' && finds) ?? true)
  return dependency(tool.inputSchema, tool.outputSchema, mayGive)
}
