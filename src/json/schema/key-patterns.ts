// Which schemas of `patternProperties` count for a key. The patterns may be a stranger's and the key is a model's, so a
// pattern that could take long is not run: it counts as one that may match.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { stepBound } from './pattern-steps.js'
import { compilePattern } from './patterns.js'

/** Steps for one key, by estimate: some tenths of a millisecond. */
const MOST_STEPS = 100_000

interface KeyPattern {
  readonly schema: Json
  /** Undefined: it can't be told. */
  matches(key: string): boolean | undefined
}

/** What the patterns of a schema say of a key; `surely` where one of them matches without a doubt. */
export function mayMatch(
  { patternProperties }: JsonObject,
  key: string,
): { readonly schemas: readonly Json[]; readonly surely: boolean } {
  if (!isRecord(patternProperties)) return NONE
  const told = patternsOf(patternProperties as JsonObject).map(({ schema, matches }) => ({
    schema,
    is: matches(key),
  }))
  return {
    schemas: told.filter(({ is }) => is !== false).map(({ schema }) => schema),
    surely: told.some(({ is }) => is === true),
  }
}

const NONE = { schemas: [], surely: false } as const

const compiled = new WeakMap<JsonObject, readonly KeyPattern[]>()

function patternsOf(patternProperties: JsonObject): readonly KeyPattern[] {
  const known = compiled.get(patternProperties)
  if (known) return known
  const patterns = Object.entries(patternProperties).map(([source, schema]) => keyPattern(source, schema))
  compiled.set(patternProperties, patterns)
  return patterns
}

function keyPattern(source: string, schema: Json): KeyPattern {
  try {
    const pattern = compilePattern(source)
    const bound = stepBound(source)
    return { schema, matches: (key) => (bound(key.length) > MOST_STEPS ? undefined : pattern.test(key)) }
  } catch {
    return { schema, matches: () => undefined }
  }
}
