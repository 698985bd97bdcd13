// Where in a result a declared label stands, for the variants that forge structured fields.

import { compileOrigin, type Origin } from '../../src/tool/flow/origin.js'
import type { Integrity } from '../../src/tool/outcome.js'

/** The label of a place of a result. */
export function labelAt(origin: Origin | undefined, path: readonly string[]): Integrity {
  let at = compileOrigin(origin, 'replay')
  for (const key of path) at = at.child(key)
  return at.label
}
