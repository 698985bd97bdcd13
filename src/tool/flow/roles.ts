// Roles: what an argument decides. Declared by input path, or by the default of its JSON Schema and type.

import type { Json, JsonObject } from '../../json/json.js'
import { at, type Cursor } from '../../json/schema/cursor.js'
import { HANDLE_KEYWORD } from '../../json/schema/marks.js'

import { type Effect, hasSideEffect } from '../effects.js'
import { type PathNode, pathTree, stepDown } from './paths.js'

/** The roles there are. */
export const ROLES = [
  'target',
  'selector',
  'amount',
  'when',
  'command',
  'credential',
  'content',
  'control',
] as const

/**
 * What an argument decides: `target` (who or where), `selector` (which existing object), `amount`, `when`,
 * `command` (code, SQL, shell, prompt), `credential`, `content` (text that is carried), `control` (paging, format).
 */
export type Role = (typeof ROLES)[number]

/**
 * A declared role. `of` is of a selector the id space of what it selects, of a target or an amount the argument that
 * names the record which it must stand in: `{ role: 'amount', of: 'invoice' }`. A selector is bound so by `of: '/invoice'`.
 */
export type RolePlace = Role | { readonly role: Role; readonly of?: string }

/** `roles` of a declaration, by input path. A role counts for all below, unless a longer path says otherwise. */
export type Roles = Readonly<Record<string, RolePlace>>

/** The role of one argument. */
export interface RoleUse {
  readonly role: Role
  readonly of?: string
  /** The path of the argument that names the record which the value must be of. */
  readonly bound?: readonly string[]
  readonly declared: boolean
  /** The schema lists this very value (enum, const), or it is a boolean: no information of anyone's. */
  readonly listed?: boolean
  /** Of a `when`: how a value counts that doesn't say when. */
  readonly otherwise?: RoleUse
}

/** The roles of a tool's input. A walk over the arguments steps along with it. */
export interface RoleAt {
  property(key: string): RoleAt
  item(index: number): RoleAt
  /** The role of a scalar that stands here. */
  use(value: string | number | boolean): RoleUse
  /** The role of the name of a property that no schema names; undefined for one that a schema does. */
  nameUse(key: string): RoleUse | undefined
}

/**
 * Compiles the roles of an input.
 *
 * @param foreign A stranger wrote the schema: what it calls a date is judged like any other text, unless the operator
 *   says `when`.
 * @throws DefinitionError for a malformed path.
 */
export function compileRoles(
  schema: JsonObject,
  roles: Roles | undefined,
  effect: Effect,
  what: string,
  foreign = false,
): RoleAt {
  const places = Object.entries(roles ?? {}).map(([path, place]) => [path, asUse(place)] as const)
  return new RolePlaceAt(
    inputPlace(schema),
    pathTree(places, `${what}: roles`),
    undefined,
    { writes: hasSideEffect(effect), foreign },
    0,
  )
}

/** The place of a whole input. What a schema only asks counts too: the strictest of all that may be said. */
export function inputPlace(schema: JsonObject): Cursor {
  return at(schema, { reach: 'conditions' })
}

/** Formats of JSON Schema that say when, and those that say where. */
const WHEN_FORMATS: ReadonlySet<unknown> = new Set(['date', 'date-time', 'time', 'duration'])
const WHERE_FORMATS: ReadonlySet<unknown> = new Set(
  'uri url uri-reference iri iri-reference uri-template hostname idn-hostname ipv4 ipv6'.split(' '),
)
/** Strictest first: where a union leaves it open, the strictest reading counts. */
const STRICTNESS: readonly Role[] = ['target', 'selector', 'amount', 'content', 'when', 'control']
/** Deeper places are made anew at each use, so that data can't grow the tree of a recursive schema. */
const KEPT_DEPTH = 6
/** From this item on a list is taken to go on alike. */
const MANY = 32

interface InputKind {
  readonly writes: boolean
  readonly foreign: boolean
}

type ValueType = 'string' | 'number' | 'boolean'

/**
 * Whether some value that this input takes could need evidence. Looks at the schema's words alone and says yes in
 * doubt; then a tool that never needs any is not judged before it runs.
 */
export function canNeedEvidence(schema: JsonObject, roles: Roles | undefined, effect: Effect): boolean {
  if (hasSideEffect(effect)) return true
  const declared = Object.values(roles ?? {}).map((place) => asUse(place).role)
  return declared.some((role) => !HARMLESS.has(role)) || marksPlaces(schema, 0)
}

/** Roles that pass with the schema alone. */
const HARMLESS: ReadonlySet<Role> = new Set(['content', 'control', 'when'])
const DEEPEST = 200

function marksPlaces(part: Json, depth: number): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (depth > DEEPEST) return true
  if (Array.isArray(part)) return part.some((each) => marksPlaces(each, depth + 1))
  const { format, [HANDLE_KEYWORD]: handle } = part as JsonObject
  if (handle !== undefined || WHERE_FORMATS.has(format)) return true
  return Object.values(part).some((each) => marksPlaces(each, depth + 1))
}

class RolePlaceAt implements RoleAt {
  readonly #kept = new Map<string, RolePlaceAt>()
  readonly #defaults = new Map<string, RoleUse>()

  constructor(
    readonly position: Cursor,
    readonly tree: PathNode<RoleUse> | undefined,
    readonly inherited: RoleUse | undefined,
    readonly kind: InputKind,
    readonly depth: number,
  ) {}

  get declared(): RoleUse | undefined {
    return this.tree?.value ?? this.inherited
  }

  property(key: string): RolePlaceAt {
    return this.#below(`.${key}`, key, () => this.position.key(key), this.position.names(key))
  }

  item(index: number): RolePlaceAt {
    const at = this.tree?.children.has(String(index)) ? index : Math.min(index, MANY)
    return this.#below(`[${at}`, String(index), () => this.position.item(at))
  }

  use(value: string | number | boolean): RoleUse {
    const { declared } = this
    if (!declared) return this.#undeclared(value)
    return declared.role === 'when' ? { ...declared, otherwise: this.#undeclared(value, false) } : declared
  }

  #undeclared(value: string | number | boolean, dates = !this.kind.foreign): RoleUse {
    if (typeof value === 'boolean' || isListed(value, this.position)) return LISTED
    const type = typeof value as ValueType
    const key = `${type} ${dates}`
    let use = this.#defaults.get(key)
    if (!use) {
      use = defaultUse(type, this.position, this.kind.writes, dates)
      if (use.role === 'when') use = { ...use, otherwise: this.#undeclared(value, false) }
      this.#defaults.set(key, use)
    }
    return use
  }

  nameUse(key: string): RoleUse | undefined {
    if (this.position.names(key)) return undefined
    return this.declared ?? { role: this.kind.writes ? 'target' : 'content', declared: false }
  }

  /** @param bounded Whether there are only so many such places: any key of data would be one more. */
  #below(kept: string, key: string, find: () => Cursor, bounded = true): RolePlaceAt {
    let at = this.#kept.get(kept)
    if (!at) {
      at = new RolePlaceAt(find(), stepDown(this.tree, key), this.declared, this.kind, this.depth + 1)
      if (this.depth < KEPT_DEPTH && bounded) this.#kept.set(kept, at)
    }
    return at
  }
}

function ofWhat(place: Exclude<RolePlace, string>): Pick<RoleUse, 'of' | 'bound'> {
  const bound = boundTo(place)
  return bound ? { bound } : place.of === undefined ? {} : { of: place.of }
}

/** The path of the argument that `of` names: `invoice`, or `/invoice` where it could be an id space as well. */
export function boundTo(place: RolePlace): readonly string[] | undefined {
  if (typeof place === 'string' || place.of === undefined) return undefined
  if (place.of.startsWith('/')) return place.of.slice(1).split(/[/.]/)
  return place.role === 'selector' ? undefined : place.of.split('.')
}

const LISTED: RoleUse = { role: 'control', declared: false, listed: true }

/** @param dates Whether a format that says when counts. */
function defaultUse(type: ValueType, { parts }: Cursor, writes: boolean, dates: boolean): RoleUse {
  const otherwise: Role = type === 'number' ? (writes ? 'amount' : 'control') : writes ? 'target' : 'content'
  const found = parts
    .filter((schema) => takes(schema, type))
    .map((schema) => roleOf(schema, otherwise, dates))
  const handle = found.find(({ role }) => role === 'selector')
  const strictest = STRICTNESS.find((role) => found.some((use) => use.role === role)) ?? otherwise
  return strictest === 'selector' && handle ? handle : { role: strictest, declared: false }
}

function roleOf(schema: JsonObject, otherwise: Role, dates: boolean): RoleUse {
  const handle = schema[HANDLE_KEYWORD]
  if (handle !== undefined) {
    return { role: 'selector', declared: false, ...(typeof handle === 'string' && { of: handle }) }
  }
  if (dates && WHEN_FORMATS.has(schema.format)) return { role: 'when', declared: false }
  if (WHERE_FORMATS.has(schema.format)) return { role: 'target', declared: false }
  return { role: otherwise, declared: false }
}

/** Whether a schema says something of values of this type: a bare `anyOf` or `$ref` leaves it to its branches. */
function takes(schema: JsonObject, type: ValueType): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return false
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (!types) return schema.format !== undefined || schema[HANDLE_KEYWORD] !== undefined
  return types.includes(type) || (type === 'number' && types.includes('integer'))
}

function isListed(value: string | number, { parts }: Cursor): boolean {
  return parts.some(
    (schema) => schema.const === value || (Array.isArray(schema.enum) && schema.enum.includes(value)),
  )
}

function asUse(place: RolePlace): RoleUse {
  return typeof place === 'string'
    ? { role: place, declared: true }
    : { role: place.role, declared: true, ...ofWhat(place) }
}
