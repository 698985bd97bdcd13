// The roles of a whole input at once: what `lint` prints for review, and which declared paths lead nowhere.

import { nearName } from '../../base/names.js'
import { DefinitionError } from '../../base/options.js'
import { isRecord, type JsonObject } from '../../json/json.js'
import type { Cursor } from '../../json/schema/cursor.js'
import type { Effect } from '../effects.js'
import { segmentsOf } from './paths.js'
import { compileRoles, inputPlace, type Role, type RoleAt, type Roles } from './roles.js'

/** One place of an input. */
export interface RoleLine {
  readonly path: string
  readonly role: Role
  /** The id space of a selector. */
  readonly of?: string
  readonly declared: boolean
}

/** The roles of all places of an input, for review. A place that takes anything is listed as a text. */
export function listRoles(
  schema: JsonObject,
  roles: Roles | undefined,
  effect: Effect,
  what = 'tool',
  foreign = false,
): RoleLine[] {
  const listing: Listing = { lines: [], left: MOST_PLACES }
  list(compileRoles(schema, roles, effect, what, foreign), inputPlace(schema), '', listing, new Set())
  return listing.lines
}

interface Listing {
  readonly lines: RoleLine[]
  left: number
}

/**
 * Definitions that refer to one another twice each double with every level: a small schema of a stranger can have
 * more places than there is memory.
 */
const MOST_PLACES = 10_000

/** @throws DefinitionError for a declared path that the input doesn't have, with the near one. */
export function refuseUnknownPaths(schema: JsonObject, roles: Roles | undefined, what: string): void {
  for (const path of Object.keys(roles ?? {})) {
    let at = inputPlace(schema)
    for (const segment of segmentsOf(path, `${what}: roles`)) {
      const below = stepsInto(at, segment)
      if (!below) throw unknownPath(path, segment, at.keys, what)
      at = below
    }
  }
}

// Longer than any list of `prefixItems`: the place of the items after them.
const REST = Number.MAX_SAFE_INTEGER

function stepsInto(at: Cursor, segment: string): Cursor | undefined {
  const below = at.segment(segment)
  const isLeftOpen = below.schemas.length > 0 || at.parts.length === 0 || at.parts.some(isLoose)
  return isLeftOpen ? below : undefined
}

/** Whether a schema leaves open what stands below it. */
function isLoose(schema: JsonObject): boolean {
  if (schema.additionalProperties === true) return true
  if (['anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const', 'properties'].some((key) => key in schema))
    return false
  const types = [schema.type].flat()
  const openObject = types.includes('object') && schema.additionalProperties === undefined
  const openList = types.includes('array') && schema.items === undefined
  return schema.type === undefined || openObject || openList
}

function unknownPath(path: string, segment: string, names: readonly string[], what: string): DefinitionError {
  const near = nearName(segment, names)
  const mend = near ? `did you mean '${near}'?` : `known keys there: ${names.join(', ') || 'none'}.`
  return new DefinitionError(`${what}: roles: the input has no '${path}'; ${mend}`)
}

function list(
  at: RoleAt,
  position: Cursor,
  path: string,
  listing: Listing,
  above: ReadonlySet<JsonObject>,
): void {
  // A schema that stands above too is listed there; what stands beside it here is not.
  const own = position.parts.filter(saysItself)
  const isAbove = own.length > 0 && own.every((schema) => above.has(schema))
  if (isAbove || listing.left < 0) return
  if (listing.left-- === 0) {
    // What was not looked at counts as the strictest.
    listing.lines.push({ path, role: 'target', declared: false })
    return
  }
  const within = new Set([...above, ...position.parts])
  const names = position.keys
  const items = position.item(REST)
  const tupleLength = Math.min(MOST_PLACES, position.tupleLength)
  for (const name of names) list(at.property(name), position.key(name), join(path, name), listing, within)
  for (let index = 0; index < tupleLength; index++)
    list(at.item(index), position.item(index), join(path, String(index)), listing, within)
  if (items.parts.length > 0) list(at.item(REST), items, join(path, '*'), listing, within)
  const open = position.parts.some(
    ({ additionalProperties: more }) => typeof more === 'object' || more === true,
  )
  if (open) list(at.property(ANY_KEY), position.key(ANY_KEY), join(path, '*'), listing, within)
  // No key tells which schema a pattern's keys have: counted as the strictest.
  if (position.parts.some(hasTextsByPattern))
    listing.lines.push({ path: join(path, '*'), role: 'target', declared: false })
  const holds = open || names.length > 0 || items.parts.length > 0 || tupleLength > 0
  if (path === '' || (holds && !position.parts.some(takesScalar))) return
  const { role, of, declared } = at.use(sampleOf(position))
  listing.lines.push({ path, role, declared, ...(of !== undefined && { of }) })
}

/** A bare reference or union leaves it to what it means. */
function saysItself(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => !LEAVES_IT.has(key))
}

const LEAVES_IT: ReadonlySet<string> = new Set(
  '$ref $dynamicRef $recursiveRef anyOf oneOf allOf title description default examples'.split(' '),
)

function hasTextsByPattern({ patternProperties }: JsonObject): boolean {
  if (!isRecord(patternProperties)) return false
  return Object.values(patternProperties).some((part) => !isRecord(part) || !isHarmless(part))
}

function isHarmless(schema: JsonObject): boolean {
  return isList(schema) || (schema.type !== undefined && [schema.type].flat().every(isSmall))
}

function isSmall(type: unknown): boolean {
  return type === 'boolean' || type === 'null'
}

/** Whether a schema says that a text or a number may stand here, beside an object or a list. */
function takesScalar(schema: JsonObject): boolean {
  if (isList(schema)) return false
  if (schema.type === undefined) return schema.format !== undefined
  return [schema.type].flat().some((type) => ['string', 'number', 'integer'].includes(type as string))
}

// A name that no schema gives.
const ANY_KEY = '\u0000'

function sampleOf({ parts }: Cursor): string | number | boolean {
  const listed = parts.find(isList)
  // Where each value is listed, such a value is what stands there.
  const takes = (type: string) => parts.some((one) => !isList(one) && [one.type].flat().includes(type))
  if (takes('string') || parts.length === 0) return ''
  if (takes('number') || takes('integer')) return 0
  if (takes('boolean')) return true
  return listed ? ((listed.const ?? (listed.enum as string[])[0]) as string) : ''
}

function isList(schema: JsonObject): boolean {
  return schema.const !== undefined || Array.isArray(schema.enum)
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
