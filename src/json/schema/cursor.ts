// The one way to walk a JSON Schema along a value: `at(schema).key('x').item(0)`. It tells what may stand at a place,
// with references followed and branches opened. It never validates, and never visits a schema twice for one place.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { conjunction, isSchema, type JsonType, listed, mayBe, typesOf } from './declared.js'
import { mayMatch } from './key-patterns.js'
import { referredBy } from './reference.js'

/**
 * How far a cursor looks for what is said of the same value. `branches`: `$ref`, `allOf`, `anyOf`, `oneOf`, `then`,
 * `else`. `dependents`: also what counts beside some key (`dependentSchemas`, `dependencies`). `conditions`: also what
 * is only asked (`if`, `contains`), for who has to be strict in doubt.
 */
type Reach = 'branches' | 'dependents' | 'conditions'

/**
 * A cursor at the root of a schema.
 *
 * @param options.from The schemas to begin at, parts of the root. Default: the root itself.
 * @param options.reach Default: `dependents`.
 */
export function at(
  root: JsonObject,
  options: { readonly from?: readonly Json[]; readonly reach?: Reach } = {},
): Cursor {
  const { from = [root], reach = 'dependents' } = options
  const known = documents[reach].get(root)
  const document = known ?? { root, reach, places: new Map() }
  if (!known) documents[reach].set(root, document)
  return placeOf(document, from)
}

interface Document {
  readonly root: JsonObject
  readonly reach: Reach
  /** The places of which one schema tells all, by that schema: as many as the document has. */
  readonly places: Map<JsonObject, Cursor>
}

const documents: Readonly<Record<Reach, WeakMap<JsonObject, Document>>> = {
  branches: new WeakMap(),
  dependents: new WeakMap(),
  conditions: new WeakMap(),
}

function placeOf(document: Document, schemas: readonly Json[]): Cursor {
  const [only] = schemas
  if (schemas.length !== 1 || !isSchema(only)) return new Cursor(document, schemas)
  const known = document.places.get(only)
  const place = known ?? new Cursor(document, schemas)
  if (!known) document.places.set(only, place)
  return place
}

/** A place of a value, as a schema sees it. */
export class Cursor {
  readonly #document: Document
  readonly #value: Json | undefined
  #parts: readonly JsonObject[] | undefined

  constructor(
    document: Document,
    /** What is declared for the place, before references and branches. None: nothing is. */
    readonly schemas: readonly Json[],
    value?: Json,
  ) {
    this.#document = document
    this.#value = value
  }

  /** All schemas that may apply to what stands here, each once, in their order. */
  get parts(): readonly JsonObject[] {
    this.#parts ??= partsOf(this.schemas, this.#document, this.#value)
    return this.#parts
  }

  /**
   * The same place for this value: branches that it can't be (by type, const or enum) are left out, unless it can be
   * none, and so is what counts beside a key that it lacks.
   */
  meant(value: Json): Cursor {
    return new Cursor(this.#document, this.schemas, value)
  }

  /** The place of a key. */
  key(name: string): Cursor {
    return this.#below(this.parts.flatMap((part) => this.#atKey(part, name)))
  }

  /** The place of an item. */
  item(index: number): Cursor {
    return this.#below(this.parts.flatMap((part) => this.#atItem(part, index)))
  }

  /** One step along a path: an index where a list was seen, else a key. */
  step(step: string | number): Cursor {
    return typeof step === 'number' ? this.item(step) : this.key(step)
  }

  /** One step along a declared path: `*` is any key or index, and digits may be either. */
  segment(segment: string): Cursor {
    if (segment === '*') return this.each()
    const isIndex = /^\d+$/.test(segment)
    return this.#below([...this.key(segment).schemas, ...(isIndex ? this.item(Number(segment)).schemas : [])])
  }

  /** Any key or item, as one place. */
  each(): Cursor {
    const tuple = Array.from({ length: Math.min(this.tupleLength, MOST_TUPLE) }, (_, index) => index)
    const patterned = this.parts.flatMap(({ patternProperties }) =>
      isRecord(patternProperties) ? Object.values(patternProperties as JsonObject) : [],
    )
    const schemas = [
      ...[...tuple, Number.POSITIVE_INFINITY].flatMap((index) => this.item(index).schemas),
      ...this.keys.flatMap((key) => this.key(key).schemas),
      ...this.parts.flatMap(furtherKeys),
      ...patterned,
    ]
    return this.#below([...new Set(schemas)])
  }

  /** The keys that are declared by name, in order. */
  get keys(): readonly string[] {
    const named = this.parts.flatMap(({ properties }) =>
      isRecord(properties) ? Object.keys(properties) : [],
    )
    return [...new Set(named)]
  }

  /** Whether some schema declares this key by name: then the name is the author's, and no data. */
  names(key: string): boolean {
    return this.parts.some((part) => own(part, key) !== undefined)
  }

  /** Whether some schema requires the key. */
  requires(key: string): boolean {
    return this.parts.some(({ required }) => listed(required).includes(key))
  }

  /** The types that are named, by `type`, `const` or `enum`; none: nothing is said of the type. */
  get types(): ReadonlySet<JsonType> {
    return typesOf(this.parts)
  }

  /** How many items have a place of their own. */
  get tupleLength(): number {
    return this.parts.reduce((most, part) => Math.max(most, tupleOf(part).length), 0)
  }

  #below(schemas: readonly Json[]): Cursor {
    return placeOf(this.#document, schemas)
  }

  #atKey(part: JsonObject, key: string): Json[] {
    const named = own(part, key)
    const patterned = mayMatch(part, key)
    const found = [...(named === undefined ? [] : [named]), ...patterned.schemas]
    if (named !== undefined || patterned.surely) return found
    if (part.additionalProperties !== undefined) return [...found, ...schemaOf(part.additionalProperties)]
    const further = schemaOf(part.unevaluatedProperties)
    if (further.length === 0) return found
    const isTold = conjunction(part, this.#document.root).some(
      (other) =>
        other !== part &&
        (own(other, key) !== undefined ||
          other.additionalProperties !== undefined ||
          mayMatch(other, key).surely),
    )
    return isTold ? found : [...found, ...further]
  }

  #atItem(part: JsonObject, index: number): Json[] {
    const tuple = tupleOf(part)
    const asked = this.#document.reach === 'conditions' ? schemaOf(part.contains) : []
    if (index < tuple.length) return [tuple[index] as Json, ...asked]
    const further = Array.isArray(part.items) ? part.additionalItems : part.items
    if (further !== undefined) return [further, ...asked]
    const isTold = conjunction(part, this.#document.root).some(
      (other) => other !== part && (other.items !== undefined || index < tupleOf(other).length),
    )
    return [...(isTold ? [] : schemaOf(part.unevaluatedItems)), ...asked]
  }
}

/** Longer than any honest tuple; of more, the first stand for all. */
const MOST_TUPLE = 10_000

function partsOf(schemas: readonly Json[], document: Document, value: Json | undefined): JsonObject[] {
  const parts = new Set<JsonObject>()
  const waiting = schemas.filter(isSchema).toReversed()
  // A chain of thousands of references would overflow the stack.
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (parts.has(schema)) continue
    parts.add(schema)
    waiting.push(...besides(schema, document, value).filter(isSchema).toReversed())
  }
  return [...parts]
}

/** What else applies to the value to which a schema does. */
function besides(schema: JsonObject, { root, reach }: Document, value: Json | undefined): Json[] {
  const { allOf, anyOf, oneOf, dependentSchemas, dependencies } = schema
  const fitting = (branches: readonly Json[]) => {
    const left = value === undefined ? branches : branches.filter((branch) => mayBe(branch, value, root))
    return left.length > 0 ? left : branches
  }
  const beside = [schema.then, schema.else, ...(reach === 'conditions' ? [schema.if] : [])]
  const dependent = reach === 'branches' ? [] : [dependentSchemas, dependencies]
  return [
    ...referredBy(schema, root),
    ...listed(allOf),
    ...[anyOf, oneOf].flatMap((branches) => fitting(listed(branches))),
    ...beside.filter((part) => part !== undefined),
    ...dependent.flatMap((named) => (isRecord(named) ? besideKeys(named as JsonObject, value) : [])),
  ]
}

function besideKeys(named: JsonObject, value: Json | undefined): Json[] {
  return Object.entries(named).flatMap(([key, schema]) =>
    value === undefined || (isRecord(value) && Object.hasOwn(value, key)) ? [schema] : [],
  )
}

/** What a part says of keys that it doesn't name. */
function furtherKeys({ additionalProperties, unevaluatedProperties }: JsonObject): Json[] {
  return schemaOf(additionalProperties ?? unevaluatedProperties)
}

function own({ properties }: JsonObject, key: string): Json | undefined {
  return isRecord(properties) && Object.hasOwn(properties, key) ? (properties[key] as Json) : undefined
}

/** Draft 7 wrote tuples as a list under `items`. */
function tupleOf({ prefixItems, items }: JsonObject): readonly Json[] {
  return listed(prefixItems ?? items)
}

function schemaOf(value: Json | undefined): Json[] {
  return isSchema(value) ? [value] : []
}
