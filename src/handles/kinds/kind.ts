// Declares a kind of handle: which values it takes, how they are kept, what is shown of them, who may use them.
// Checked once, frozen, and used by the vault through one plain interface.

import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isRecord, type JsonObject } from '../../json/json.js'
import { plainJson } from '../../json/plain-json.js'
import { cleanLine } from '../../text/clean.js'
import { RIGHTS, type Right } from '../record.js'
import type { ScopeLevel, Viewer } from '../scope.js'
import {
  type CardText,
  DAY_MS,
  type DecodeContext,
  type KindOptions,
  type MaybePromise,
  readKindOptions,
} from './kind-options.js'
import { type HandleSchema, handleJsonSchema, handleSchema, nameJsonSchema } from './passage.js'

export type { CardText, DecodeContext, KindOptions, MaybePromise } from './kind-options.js'

/** A declared kind. Frozen; the members below `jsonSchema` are the vault's. */
export interface Kind<E = unknown> {
  readonly name: string
  /** The zod schema of a position: always the same object, or zod refuses its id. */
  handle(): HandleSchema<E>
  /** The JSON Schema of a position, for schemas that are not zod's. */
  jsonSchema(): JsonObject
  readonly by: 'handle' | 'name'
  readonly live: boolean
  readonly ttlMs: number
  readonly rights: readonly Right[]
  readonly fills: readonly string[]
  readonly scope: ScopeLevel
  readonly version: number
  /** Whether the kind says that a value is its own. A kind without `is` says so of none. */
  is(value: unknown): boolean
  /** Whether a value may be its own, as far as the kind can tell: asked of what `decode` and `load` gave back. */
  mayBe(value: unknown): boolean
  /** Whether it finds its values wherever they stand: by `is`. */
  readonly finds: boolean
  /** Whether it tells its values from others at all: by `is`, or by its schema. */
  readonly tells: boolean
  /** The faults of a value of which the kind was told that it is its own; none: it takes it. */
  faultOf(value: unknown): string | undefined
  encode(entity: unknown): unknown
  decode(row: unknown, context: DecodeContext): MaybePromise<unknown>
  load(name: string, viewer: Viewer): MaybePromise<unknown>
  nameOf(entity: unknown): unknown
  card(entity: unknown, viewer: Viewer): Required<CardText>
  authorize(entity: unknown, action: Right, viewer: Viewer): MaybePromise<boolean>
}

/**
 * Declares a kind of handle.
 *
 * @throws DefinitionError naming the kind, the key and the mend.
 * @example
 * const Order = kind('order', {
 *   is: (value): value is OrderEntity => value instanceof OrderEntity,
 *   encode: (order) => order.toRow(),
 *   decode: (row) => OrderEntity.from(row),
 *   card: (order) => ({ label: `Order ${order.number}`, facts: { status: order.status } }),
 *   authorize: (order, action, viewer) => order.customerId === viewer.user,
 * })
 */
export function kind<E, Row = unknown>(name: string, options: KindOptions<E, Row>): Kind<E> {
  const given = readKindOptions(name, options)
  const { is } = given
  const by = given.by ?? 'handle'
  const rights = Object.freeze([...(given.rights ?? RIGHTS)])
  const mayRead = rights.includes('read')
  const bare = Object.freeze({ label: name, facts: Object.freeze({}) })
  const json = by === 'name' ? nameJsonSchema : handleJsonSchema
  const description =
    given.description ?? `The ${by === 'name' ? 'name' : 'handle'} of ${article(name)}, exactly as shown.`
  const made: Kind<E> = {
    name,
    handle: () => schema,
    jsonSchema: () => json(name, description),
    by,
    live: given.live === true,
    ttlMs: given.ttlMs ?? DAY_MS,
    rights,
    fills: Object.freeze([...(given.fills ?? [])]),
    scope: given.scope ?? 'conversation',
    version: given.version ?? 1,
    is: is ? (value) => is(value) === true : () => false,
    mayBe: is ? (value) => is(value) === true : () => true,
    finds: is !== undefined,
    tells: given.is !== undefined || given.schema !== undefined,
    faultOf: (value) => faultOf(given, value),
    encode: given.encode ?? same,
    decode: (row, context) => decode(given, row, context),
    load: given.load ?? never,
    nameOf: given.nameOf ?? ((entity) => (entity as { name?: unknown } | undefined)?.name),
    card: (entity, viewer) => (given.card ? cardOf(given.card(entity, viewer), mayRead) : bare),
    authorize: (entity, action, viewer) => permits(given, entity, action, viewer),
  }
  const schema = handleSchema<E>(made, json(name, description))
  return Object.freeze(made)
}

const never = (() => undefined) as never
const same = (value: unknown) => value

function faultOf({ is, schema }: KindOptions<unknown>, value: unknown): string | undefined {
  if (value === undefined || value === null) return 'it is nothing'
  if (is && is(value) !== true) return 'is() does not take it'
  if (!schema) return undefined
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    result.catch(() => {})
    return 'its schema is asynchronous'
  }
  return result.issues?.[0]?.message
}

function decode(
  { decode, schema, live }: KindOptions<unknown>,
  row: unknown,
  context: DecodeContext,
): MaybePromise<unknown> {
  if (decode) return decode(row, context)
  if (live || !schema) return row
  const result = schema['~standard'].validate(row)
  return result instanceof Promise ? result.then(validOf) : validOf(result)
}

function validOf(result: StandardSchemaV1.Result<unknown>): unknown {
  if (!result.issues) return result.value
  throw new TypeError(result.issues[0]?.message ?? 'the stored value does not fit the schema')
}

/** Only a plain `true` permits: an exception, a rejection and anything truthy deny. */
function permits(
  { authorize }: KindOptions<unknown>,
  entity: unknown,
  action: Right,
  viewer: Viewer,
): MaybePromise<boolean> {
  if (!authorize) return true
  try {
    const answer = authorize(entity, action, viewer)
    if (typeof answer === 'boolean') return answer
    return Promise.resolve(answer).then(
      (late) => late === true,
      () => false,
    )
  } catch {
    return false
  }
}

/** A kind that may not be read shows no facts, whatever its card says. */
function cardOf(card: CardText, mayRead: boolean): Required<CardText> {
  if (card instanceof Promise) {
    card.catch(() => {})
    throw new TypeError('card is asynchronous')
  }
  const { label, facts } = card
  if (typeof label !== 'string') throw new TypeError(`its label is no text but ${typeof label}`)
  const plain = plainJson(facts ?? {}, { depth: 8, members: 200, bytes: 4_096 })
  if (!('value' in plain)) throw new TypeError(`its facts are no small plain JSON (${plain.rule})`)
  if (!isRecord(plain.value)) throw new TypeError('its facts are no object')
  return { label: cleanLine(label, 120), facts: mayRead ? (plain.value as JsonObject) : {} }
}

function article(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name.replaceAll('_', ' ')}`
}
