// What `kind` takes, and the check of it: one way to keep a value, and no option that would have no effect.

import type { StandardSchemaV1 } from '@standard-schema/spec'
import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'
import type { JsonObject } from '../../json/json.js'
import { RIGHTS, type Right } from '../record.js'
import { SCOPE_LEVELS, type ScopeLevel, type Viewer } from '../scope.js'
import { KIND_NAME, KIND_NAME_MAX } from '../token.js'

/** The roles of arguments that a kind may fill. */
const ROLES = ['target', 'selector', 'amount', 'when', 'command', 'credential', 'content', 'control'] as const

/** A value, now or later. */
export type MaybePromise<T> = T | Promise<T>

/** What a card shows of a value. It is shown to the model: nothing secret belongs here. */
export interface CardText {
  /** One line by which a person or a model tells it from others; cut to 120 characters. */
  readonly label: string
  /** A few plain facts, at most 4 KiB of JSON. Default: none. */
  readonly facts?: JsonObject
}

/** What is asked of `decode` beside the stored row. */
export interface DecodeContext {
  /** The codec's version that wrote the row. */
  readonly version: number
  readonly viewer: Viewer
}

/** What {@link kind} takes. One of `schema`, `encode` with `decode`, `live`, or `by: 'name'` with `load`. */
export interface KindOptions<E, Row = unknown> {
  /** Plain data, kept as it is and checked when it goes and when it comes back. Must be synchronous. */
  readonly schema?: StandardSchemaV1<unknown, E>
  /** Whether a value is of this kind. Such a value is sealed wherever it stands; otherwise only at declared places. */
  readonly is?: (value: unknown) => value is E
  /** What is kept of an entity: JSON. */
  readonly encode?: (entity: E) => Row
  /** The entity again; undefined when it is no longer there. */
  readonly decode?: (row: Row, context: DecodeContext) => MaybePromise<E | undefined>
  /** Of the codec, counted from 1; raise it when `encode` changes, and let `decode` read the older rows. */
  readonly version?: number
  /** The object itself stays in memory. Only with a store that is in memory too. */
  readonly live?: true
  /** `name`: no tokens; the object crosses as its stable public name. */
  readonly by?: 'handle' | 'name'
  /** For `by: 'name'`: finds the object; undefined when there is none of that name. */
  readonly load?: (name: string, viewer: Viewer) => MaybePromise<E | undefined>
  /** For `by: 'name'`: default is its `name`. */
  readonly nameOf?: (entity: E) => string
  /** What is shown beside the token. Default: the kind's name. */
  readonly card?: (entity: E, viewer: Viewer) => CardText
  /** Asked on the current value on every use. Throwing denies. Default: the owner of the scope may. */
  readonly authorize?: (entity: E, action: Right, viewer: Viewer) => MaybePromise<boolean>
  /** How long a handle lives. Default: a day. */
  readonly ttlMs?: number
  /** What its handles may be used for. Default: all of `use`, `read`, `write`. `['use']` is for secrets: no facts. */
  readonly rights?: readonly Right[]
  /** The roles that it may fill, such as `credential` for a secret. */
  readonly fills?: readonly (typeof ROLES)[number][]
  /** How far its handles reach. Default: the conversation. */
  readonly scope?: ScopeLevel
  /** Shown to the model at each position that takes one. */
  readonly description?: string
}

/**
 * Checks the name and the options of a kind.
 *
 * @throws DefinitionError naming the kind, the key and the mend.
 */
export function readKindOptions(name: string, options: unknown): KindOptions<unknown> {
  checkName(name)
  const what = `kind '${name}'`
  const given = parseOptions(OPTIONS, options, what) as unknown as KindOptions<unknown>
  checkForm(given, what)
  return given
}

/** How long a handle lives when nothing is said. */
export const DAY_MS = 24 * 60 * 60_000

const callback = z.custom((value) => typeof value === 'function', 'must be a function').optional()

const OPTIONS = z.strictObject({
  schema: z
    .custom(
      (value) => typeof (value as StandardSchemaV1 | undefined)?.['~standard']?.validate === 'function',
      'must be a Standard Schema',
    )
    .optional(),
  is: callback,
  encode: callback,
  decode: callback,
  version: z.int().min(1).optional(),
  live: z.literal(true).optional(),
  by: z.enum(['handle', 'name']).optional(),
  load: callback,
  nameOf: callback,
  card: callback,
  authorize: callback,
  ttlMs: z
    .int()
    .min(1)
    .max(10 * 365 * DAY_MS)
    .optional(),
  rights: z.array(z.enum(RIGHTS)).min(1).optional(),
  fills: z.array(z.enum(ROLES)).optional(),
  scope: z.enum(SCOPE_LEVELS).optional(),
  description: z.string().min(1).max(300).optional(),
})

function checkName(name: string): void {
  if (typeof name === 'string' && name.length <= KIND_NAME_MAX && KIND_NAME.test(name)) return
  throw new DefinitionError(
    `kind(): the name must be lower-case letters and digits, joined by single underscores, at most ${KIND_NAME_MAX}; got ${JSON.stringify(name)}.`,
  )
}

/** One way to keep a value, and no option that would have no effect beside it. */
function checkForm(given: KindOptions<unknown>, what: string): void {
  const has = (...keys: (keyof KindOptions<unknown>)[]) => keys.filter((key) => given[key] !== undefined)
  const refuse = (keys: string[], why: string) => {
    if (keys.length > 0) throw new DefinitionError(`${what}: ${keys.join(', ')} ${why}`)
  }
  if (given.by === 'name') {
    refuse(given.load ? [] : ['load'], "is needed with by: 'name'.")
    refuse(
      has('schema', 'encode', 'decode', 'live', 'version', 'card', 'ttlMs', 'rights', 'fills', 'scope'),
      "has no effect with by: 'name'. Leave it out.",
    )
    return
  }
  refuse(has('load', 'nameOf'), "has no effect without by: 'name'. Leave it out, or add it.")
  const forms = [has('schema'), has('encode', 'decode'), has('live')].filter((form) => form.length > 0)
  if (forms.length !== 1) {
    throw new DefinitionError(
      `${what}: needs one of schema (plain data), encode with decode, or live: true; got ${forms.flat().join(', ') || 'none'}.`,
    )
  }
  if (has('encode', 'decode').length === 1)
    throw new DefinitionError(`${what}: encode and decode go together.`)
  if (!given.encode) refuse(has('version'), 'has no effect without encode and decode. Leave it out.')
}
