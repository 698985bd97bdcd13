// What OpenAI's strict mode refuses and clients don't rewrite, or can't without loss.

import { isRecord, type JsonObject } from '../../json/json.js'
import { isOnly } from '../keywords.js'
import type { Complaint, ToolRule } from '../rule.js'
import { eachSchema, labelAt, type SchemaNode } from '../schema.js'

// OpenAI docs, "Structured Outputs: supported schemas". Closed objects and required keys (optional ones become
// nullable) are what a client sees to, so they are no finding. oneOf, which could become anyOf, is passed on as it is
// often enough ("'oneOf' is not permitted", OpenAI community forum, 932422).
const REFUSED = [
  'allOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'patternProperties',
  'prefixItems',
] as const
const MOST_LEVELS = 10
const MOST_PROPERTIES = 5_000
const MOST_ENUM_VALUES = 1_000

export const portableOpenaiStrict: ToolRule = {
  id: 'portable-openai-strict',
  severity: 'note',
  reason: "Strict mode makes OpenAI keep to a schema; a tool that can't have it gets looser arguments.",
  mend: 'Write a map as a list of { key, value } and variants as anyOf in a property.',
  *check({ inputSchema }) {
    const nodes = [...eachSchema(inputSchema)]
    // A union at the root is for portable-openai.
    for (const { schema, pointer } of nodes.slice(1)) {
      const keyword = REFUSED.find((key) => key in schema)
      const path = `/inputSchema${pointer}`
      if (keyword) yield { path: `${path}/${keyword}`, message: `${labelAt(pointer)} uses '${keyword}'` }
      else if (isOpenMap(schema)) yield { path, message: `${labelAt(pointer)} is an object of free keys` }
    }
    yield* overLimit(nodes)
  },
}

function isOpenMap(schema: JsonObject): boolean {
  if (!isOnly(schema, 'object')) return false
  const { properties, additionalProperties: rest } = schema
  if (isRecord(rest)) return true
  const isBare = !isRecord(properties) || Object.keys(properties).length === 0
  return isBare && rest !== false && !['$ref', 'anyOf', 'allOf', 'oneOf'].some((key) => key in schema)
}

function* overLimit(nodes: readonly SchemaNode[]): Generator<Complaint> {
  const properties = nodes.filter(({ pointer }) => pointer.split('/').at(-2) === 'properties').length
  const values = nodes.reduce(
    (sum, { schema }) => sum + (Array.isArray(schema.enum) ? schema.enum.length : 0),
    0,
  )
  const levels = nodes.reduce(
    (most, { pointer }) => Math.max(most, pointer.split('/properties/').length - 1),
    0,
  )
  const path = '/inputSchema'
  if (properties > MOST_PROPERTIES)
    yield { path, message: `has ${properties} properties; strict mode takes ${MOST_PROPERTIES}` }
  if (values > MOST_ENUM_VALUES)
    yield { path, message: `has ${values} enum values; strict mode takes ${MOST_ENUM_VALUES}` }
  if (levels > MOST_LEVELS)
    yield { path, message: `has ${levels} levels of objects; strict mode takes ${MOST_LEVELS}` }
}
