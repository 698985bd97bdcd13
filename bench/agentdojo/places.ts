// Where in a result a declared label stands, for the variants that forge fields.

import type { Json } from '../../src/json/json.js'
import { compileOrigin, type Origin, type OriginAt } from '../../src/tool/flow/origin.js'
import type { Integrity } from '../../src/tool/outcome.js'

const COMPILED = new WeakMap<object, OriginAt>()

/** The label of a place of a result. */
export function labelAt(origin: Origin | undefined, _result: Json, path: readonly string[]): Integrity {
  let at = typeof origin === 'object' ? COMPILED.get(origin) : undefined
  at ??= compileOrigin(origin, 'replay')
  if (typeof origin === 'object') COMPILED.set(origin, at)
  for (const key of path) at = at.child(key)
  return at.label
}
