// Where an argument stands in a JSON Schema: the schemas that count for one place of the input, with references
// followed and unions opened.

import { isRecord, type JsonObject } from '../json.js'
import { listed } from './declared.js'
import { referredBy } from './reference.js'

/** The schemas that apply at one place, and the document that references point into. */
export interface Position {
  readonly root: JsonObject
  readonly schemas: readonly JsonObject[]
}

/** The place of the whole input. */
export function rootPosition(schema: JsonObject): Position {
  return { root: schema, schemas: open([schema], schema) }
}

/** The place of a property; `open` when no schema names it, so that its name is data too. */
export function propertyPosition(at: Position, key: string): Position & { readonly open: boolean } {
  const named: JsonObject[] = []
  const others: JsonObject[] = []
  for (const schema of at.schemas) {
    const properties = schema.properties
    if (isRecord(properties) && Object.hasOwn(properties, key)) push(named, properties[key])
    for (const [pattern, below] of Object.entries(
      isRecord(schema.patternProperties) ? schema.patternProperties : {},
    )) {
      if (matches(pattern, key)) push(others, below)
    }
    push(others, schema.additionalProperties)
    push(others, schema.unevaluatedProperties)
  }
  const found = named.length > 0 ? named : others
  return { root: at.root, schemas: open(found, at.root), open: named.length === 0 }
}

/** The place of an item of a list. */
export function itemPosition(at: Position, index: number): Position {
  const found: JsonObject[] = []
  for (const schema of at.schemas) {
    // Draft 7 wrote tuples as a list under `items`.
    const { prefixItems, items, additionalItems } = schema
    const tuple = listed(prefixItems ?? items)
    if (index < tuple.length) push(found, tuple[index])
    else push(found, Array.isArray(items) ? additionalItems : items)
  }
  return { root: at.root, schemas: open(found, at.root) }
}

/** The names of the properties that any of the schemas gives. */
export function propertyNames(at: Position): readonly string[] {
  const names = new Set<string>()
  for (const { properties } of at.schemas) {
    if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name)
  }
  return [...names]
}

const COMBINERS = ['allOf', 'anyOf', 'oneOf'] as const
const BRANCHES = ['if', 'then', 'else'] as const
const DEPENDENT = ['dependentSchemas', 'dependencies'] as const

function open(schemas: readonly JsonObject[], root: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>()
  const waiting = [...schemas]
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (found.has(schema)) continue
    found.add(schema)
    for (const key of COMBINERS) for (const branch of listed(schema[key])) push(waiting, branch)
    for (const key of DEPENDENT) {
      if (isRecord(schema[key])) for (const branch of Object.values(schema[key])) push(waiting, branch)
    }
    for (const key of BRANCHES) push(waiting, schema[key])
    waiting.push(...referredBy(schema, root))
  }
  return [...found]
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return true
  }
}

function push(into: JsonObject[], schema: unknown): void {
  if (isRecord(schema)) into.push(schema as JsonObject)
}
