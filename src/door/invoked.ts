// Which tool a program means by `session.invoke`.

import { DefinitionError } from '../base/options.js'
import type { View } from './under-way.js'

/** Its name; the empty text for a look-alike, which is named like no tool at all, and ends as an unknown one. */
export function invokedName(
  { core }: View,
  tool: { readonly name: string; readonly declaration: object } | null | undefined,
  options: { readonly by: 'program' | 'user' } | undefined,
): string {
  if (options?.by !== 'program' && options?.by !== 'user') {
    throw new DefinitionError("session.invoke(): give { by: 'program' } or { by: 'user' }.")
  }
  if (typeof tool !== 'object' || tool === null) {
    const mend = 'For a call by name there is session.call().'
    throw new DefinitionError(`session.invoke(): the first argument is a tool, made by tool(). ${mend}`)
  }
  const own = core.tools.get(tool.name)
  return own && own.declaration === tool.declaration ? own.name : ''
}
