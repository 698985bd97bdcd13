// Where an argument stands in a JSON Schema: the schemas that count for one place of the input, with references
// followed and unions opened.

import { isRecord, type JsonObject } from '../json.js'

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
    const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    if (index < prefix.length) push(found, prefix[index])
    else push(found, schema.items)
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

function open(schemas: readonly JsonObject[], root: JsonObject): readonly JsonObject[] {
  const found = new Set<JsonObject>()
  const waiting = [...schemas]
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (found.has(schema)) continue
    found.add(schema)
    for (const key of COMBINERS) {
      const branches = schema[key]
      if (Array.isArray(branches)) for (const branch of branches) push(waiting, branch)
    }
    for (const key of BRANCHES) push(waiting, schema[key])
    if (typeof schema.$ref === 'string') push(waiting, resolve(schema.$ref, root))
  }
  return [...found]
}

function resolve(ref: string, root: JsonObject): unknown {
  if (!ref.startsWith('#')) return undefined
  let at: unknown = root
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = Array.isArray(at) ? at[Number(key)] : isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
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
