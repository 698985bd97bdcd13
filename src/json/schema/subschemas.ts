// Which keywords of JSON Schema hold schemas, and what those are about: the one table of it, and the two ways to go
// over a schema by it. What applies at a place of a value is in cursor.ts.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { type JsonPointer, pointerTo } from '../pointer.js'

/**
 * What a schema inside another is about. `same`: the value itself. `part`: a key or an item of it. `asked`: it selects,
 * and says nothing of what may stand there. `name`: the keys themselves. `content`: what a text holds. `definition`:
 * nothing, until it is referred to.
 */
type Holds = 'same' | 'part' | 'asked' | 'name' | 'content' | 'definition'

const KEYWORDS: Readonly<Record<Holds, string>> = {
  same: 'allOf anyOf oneOf then else dependentSchemas dependencies',
  part: `properties patternProperties additionalProperties unevaluatedProperties
    prefixItems items additionalItems unevaluatedItems`,
  asked: 'if not contains',
  name: 'propertyNames',
  content: 'contentSchema',
  definition: '$defs definitions',
}
const HOLDERS: ReadonlyMap<string, Holds> = new Map(
  (Object.keys(KEYWORDS) as Holds[]).flatMap((holds) =>
    KEYWORDS[holds].split(/\s+/).map((keyword): [string, Holds] => [keyword, holds]),
  ),
)

/** Where schemas stand under names that an author chose: one may be called `default`. */
const NAMED: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas dependencies $defs definitions'.split(' '),
)

/** Values that only look like schemas: an `$anchor` in a default is data, and names nothing. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples', 'example'])

/** Whether a keyword's keys are names of an author, each with a schema. */
export function isNaming(keyword: string): boolean {
  return NAMED.has(keyword)
}

/** Whether a keyword's value is data, whatever it looks like. */
export function isData(keyword: string): boolean {
  return DATA.has(keyword)
}

/** A schema inside another. */
interface Subschema {
  readonly schema: JsonObject
  readonly keyword: string
  /** Undefined for a keyword that nobody knows: a reference may lead there all the same. */
  readonly holds: Holds | undefined
  readonly pointer: JsonPointer
}

/**
 * The schemas that stand directly in a schema, in its order. References are not followed.
 *
 * @param pointer Where the schema itself stands. Default: the root.
 */
export function* subschemasOf(schema: JsonObject, pointer: JsonPointer = ''): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (DATA.has(keyword) || typeof value !== 'object' || value === null) continue
    const found = { keyword, holds: HOLDERS.get(keyword) }
    const at = pointerTo(pointer, keyword)
    if (!Array.isArray(value) && !NAMED.has(keyword))
      yield { ...found, schema: value as JsonObject, pointer: at }
    else
      for (const [key, inner] of Object.entries(value))
        if (isRecord(inner)) yield { ...found, schema: inner as JsonObject, pointer: pointerTo(at, key) }
  }
}

/** Whether a value is ever held against a schema that stands there without a reference to it. */
export function isApplied({ holds }: Subschema): boolean {
  return holds !== undefined && holds !== 'definition' && holds !== 'content'
}

/** Where a schema stands that is to be changed. */
interface Holding {
  readonly keyword: string
  readonly holds: Holds
  /** The name under which it stands, where an author chose one. */
  readonly name?: string
}

/** A copy with each schema that stands directly in it changed, `true` and `false` too; all else as it is. */
export function mapSubschemas(schema: JsonObject, change: (part: Json, at: Holding) => Json): JsonObject {
  const entries = Object.entries(schema).map(([keyword, given]): [string, Json] => {
    const holds = HOLDERS.get(keyword)
    if (holds === undefined) return [keyword, given]
    const inner = (part: Json, name?: string) =>
      isRecord(part) || typeof part === 'boolean'
        ? change(part as Json, { keyword, holds, ...(name !== undefined && { name }) })
        : part
    if (Array.isArray(given)) return [keyword, given.map((part: Json) => inner(part))]
    if (!NAMED.has(keyword)) return [keyword, inner(given)]
    if (!isRecord(given)) return [keyword, given]
    const named = Object.entries(given as JsonObject).map(([name, part]) => [name, inner(part, name)])
    return [keyword, Object.fromEntries(named)]
  })
  return Object.fromEntries(entries)
}

/** The schema with every schema in it changed, from the inside out. */
export function mapSchemas(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const inner = (part: Json): Json => (isRecord(part) ? mapSchemas(part as JsonObject, change) : part)
  return change(mapSubschemas(schema, inner))
}
