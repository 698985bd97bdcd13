// What OpenAI (without strict mode) and Anthropic take: JSON Schema but for a few things that make them refuse the
// whole request, every other tool in it.

import type { JsonObject } from '../json/json.js'
import { mapSchemas } from '../json/schema/subschemas.js'
import { plainRoot } from './flat.js'
import { inWords, saying, withoutNames } from './in-words.js'
import { current, ownTypes, without } from './rewrite.js'

/**
 * For OpenAI: a root that is a plain object with `properties`, arrays that say what they hold, patterns without
 * look-around.
 */
// Sources: src/lint/rules/portable-openai.ts; "object schema missing properties" (spring-projects/spring-ai#4776);
// "regex lookaround is not supported" (tombii/better-ccflare#357, without strict mode).
export function openaiSchema(input: JsonObject): JsonObject {
  const root = { properties: {}, ...plainObject(input) }
  const open = saying(
    without(root, REFUSED),
    Object.entries(root).flatMap(([keyword, value]) =>
      REFUSED.has(keyword) ? [inWords(keyword, value)] : [],
    ),
  )
  return mapSchemas(open, (schema) => withoutLookAround(withItems(schema)))
}

/** Not taken at the root. */
const REFUSED: ReadonlySet<string> = new Set(['not', 'enum', 'const'])

/** For Anthropic: a root that is a plain object, with property names of `[a-zA-Z0-9_.-]`, at most 64 characters. */
// Sources: src/lint/rules/portable-anthropic.ts; "It must match JSON Schema draft 2020-12"
// (anthropics/claude-code#63673). Look-around is taken (tombii/better-ccflare#357).
export function anthropicSchema(input: JsonObject): JsonObject {
  return withoutNames(plainObject(input), /^[a-zA-Z0-9_.-]{1,64}$/)
}

/** Drops a pattern that OpenAI can't compile, in any mode. */
export function withoutLookAround(schema: JsonObject): JsonObject {
  const { pattern, ...rest } = schema
  if (typeof pattern !== 'string' || !/\(\?<?[=!]/.test(pattern)) return schema
  return saying(rest, [inWords('pattern', pattern)])
}

function plainObject(input: JsonObject): JsonObject {
  const root = current(input)
  return plainRoot(root, { root, left: MOST_SCHEMAS }).schema
}

const MOST_SCHEMAS = 5_000

function withItems(schema: JsonObject): JsonObject {
  const isBare = schema.items === undefined && schema.prefixItems === undefined
  return isBare && ownTypes(schema).includes('array') ? { ...schema, items: {} } : schema
}
