// How rules walk a JSON Schema that a stranger wrote: bounded in depth and in number of nodes, references
// followed only inside the document. No rule lives here.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { type JsonPointer, pointerTo, stepsOf } from '../json/pointer.js'
import { pointerInto, referredBy, resolveReference } from '../json/schema/reference.js'
import { isApplied, isNaming, subschemasOf } from '../json/schema/subschemas.js'

/** Deeper than any honest schema, and shallow enough for every recursive walk. */
export const MAX_DEPTH = 64
const MAX_NODES = 20_000

/** One schema of a document. */
export interface SchemaNode {
  readonly schema: JsonObject
  /** JSON pointer from where the walk began. */
  readonly pointer: JsonPointer
  /** How many levels of objects and arrays lie above; 0 is the root. */
  readonly depth: number
}

/** One parameter, at any depth, as a model has to fill it. */
export interface Parameter extends SchemaNode {
  readonly name: string
  /** For people: `edits[].oldText`. */
  readonly label: string
  readonly required: boolean
  /** The schema, looking through a reference and a union with null. */
  readonly core: JsonObject
  readonly description: string
}

/** Every schema that the root uses, each once, the root first. Definitions that nothing refers to are not among them. */
export function* eachSchema(root: JsonObject): Generator<SchemaNode> {
  const seen = new Set<string>()
  const open: SchemaNode[] = [{ schema: root, pointer: '', depth: 0 }]
  while (open.length > 0 && seen.size < MAX_NODES) {
    const node = open.pop() as SchemaNode
    if (seen.has(node.pointer)) continue
    seen.add(node.pointer)
    yield node
    if (node.depth < MAX_DEPTH) open.push(...childrenOf(node, root).reverse())
  }
}

/**
 * Every parameter that a model may fill, in order, nested ones after their parent. What stands in a definition is
 * given once, where it is first referred to, so that definitions that double with each reference don't.
 */
export function eachParameter(root: JsonObject): readonly Parameter[] {
  const known = walked.get(root)
  if (known) return known
  const parameters = [...parametersOf({ root, seen: new Set() }, { schema: root, pointer: '', depth: 0 }, '')]
  walked.set(root, parameters)
  return parameters
}

// Half of the rules ask for the same list.
const walked = new WeakMap<JsonObject, readonly Parameter[]>()

/** The parameters that are not nested in another. */
export function topParameters(root: JsonObject): Parameter[] {
  return eachParameter(root).filter(({ depth }) => depth === 1)
}

/** Whether JSON nests deeper than rules can walk. Itself not recursive. */
export function isTooDeep(value: Json): boolean {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH * 2) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Where a pointer leads, for people: `edits[].oldText`; for the root `the root`. */
export function labelAt(pointer: string): string {
  const steps = stepsOf(pointer) ?? []
  let label = ''
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as string
    if (step === 'items') label += '[]'
    else if (isNaming(step) && i + 1 < steps.length) label += `${label === '' ? '' : '.'}${steps[++i]}`
  }
  return label === '' ? 'the root' : `'${label}'`
}

function childrenOf({ schema, pointer, depth }: SchemaNode, root: JsonObject): SchemaNode[] {
  const inside = [...subschemasOf(schema, pointer)].filter(isApplied)
  const targets = referredBy(schema, root).map((target) => ({
    schema: target,
    pointer: pointerInto(root, target)!,
  }))
  return [...inside, ...targets].map((one) => ({
    schema: one.schema,
    pointer: one.pointer,
    depth: depth + 1,
  }))
}

interface Walk {
  readonly root: JsonObject
  /** Pointers of the schemas that were walked. */
  readonly seen: Set<string>
}

function* parametersOf(
  walk: Walk,
  { schema, pointer, depth }: SchemaNode,
  label: string,
): Generator<Parameter> {
  if (depth > MAX_DEPTH || walk.seen.size >= MAX_NODES || walk.seen.has(pointer)) return
  walk.seen.add(pointer)
  const into = (child: unknown, at: JsonPointer, deeper: 0 | 1, name: string) =>
    isRecord(child)
      ? parametersOf(walk, { schema: child as JsonObject, pointer: at, depth: depth + deeper }, name)
      : []
  for (const target of referredBy(schema, walk.root))
    yield* into(target, pointerInto(walk.root, target)!, 0, label)
  if (isRecord(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    for (const [name, child] of Object.entries(schema.properties)) {
      if (!isRecord(child)) continue
      const at = pointerTo(pointerTo(pointer, 'properties'), name)
      const inner = label === '' ? name : `${label}.${name}`
      const core = coreOf(walk.root, child as JsonObject)
      const description = textOf(child.description as Json) || textOf(core.description)
      const isRequired = required.includes(name)
      yield {
        schema: child as JsonObject,
        pointer: at,
        depth: depth + 1,
        name,
        label: inner,
        required: isRequired,
        core,
        description,
      }
      yield* into(child, at, 1, inner)
    }
  }
  yield* into(schema.items, pointerTo(pointer, 'items'), 1, `${label}[]`)
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const group = schema[key]
    if (!Array.isArray(group)) continue
    for (const [i, child] of group.entries())
      yield* into(child, pointerTo(pointerTo(pointer, key), i), 0, label)
  }
}

/** Looks through a reference and through the union with null that optional fields are often written as. */
function coreOf(root: JsonObject, schema: JsonObject): JsonObject {
  let core = schema
  for (let steps = 0; steps < 8; steps++) {
    const group = core.anyOf ?? core.oneOf
    const branches = Array.isArray(group) ? group.filter((one) => isRecord(one) && one.type !== 'null') : []
    const only = branches.length === 1 ? (branches[0] as JsonObject) : undefined
    const target = typeof core.$ref === 'string' ? resolveReference(root, core.$ref, schema) : only
    if (!target) break
    const { anyOf: _anyOf, oneOf: _oneOf, $ref: _ref, ...outer } = core
    core = { ...target, ...outer }
  }
  return core
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
