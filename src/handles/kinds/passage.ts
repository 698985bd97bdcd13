// The two wrappers in which a value crosses the tool's schema, and the schema that takes them off. They are classes,
// so that no JSON can pretend to be one.

import { z } from 'zod'
import type { JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { ANY_KIND, HANDLE_KEYWORD } from '../../json/schema/marks.js'
import type { Label } from '../../tool/outcome.js'
import type { Handled } from '../../tool/sealed.js'
import type { Link, Right } from '../record.js'
import { tokenPattern } from '../token.js'

/** A kind, as the wrappers know it: by its very object, not by its name. */
interface KindMark {
  readonly name: string
}

/** What an opened value brings along from its record. */
export interface Source {
  /** The token that it was opened by, with its row. */
  readonly token: string
  /** What it was opened for: only what was opened to `write` is written back. */
  readonly action: Right
  /** Identifies the record in caches and decision records; useless as a handle. */
  readonly id: string
  /** Counts the changes of the value. */
  readonly rev: number
  readonly row: number | undefined
  /** The records that have to be good for this one, itself first, the one that holds the value last. */
  readonly links: readonly [Link, ...Link[]]
  readonly rights: readonly Right[]
  /** The label on its card, by which a user may name it. */
  readonly name: string
  readonly label: Label | undefined
  /** Labels by path, as they were given at sealing. */
  readonly labels: JsonObject | undefined
}

/** A value on its way in, in the place of its token. */
export class Unwrapped<E = unknown> {
  constructor(
    readonly kind: KindMark,
    readonly value: E,
    /** None for a value that never had a token: a name, or a native value of a trusted caller. */
    readonly origin?: Source,
    /** JSON Pointer to the argument. */
    readonly pointer?: string,
  ) {}
}

/** A handle of a call, opened: where it stood, and the value. */
export interface OpenedPlace {
  readonly path: JsonPath
  readonly value: Unwrapped
}

/** A value on its way out, at a position that declares its kind: the walk seals it, whatever it looks like. */
export class Sealable<E = unknown> {
  constructor(
    readonly kind: KindMark,
    readonly value: E,
  ) {}
}

/** What a walk finds: the value itself, or what is in its wrapper. */
export function unsealed(value: unknown): unknown {
  return value instanceof Sealable ? value.value : value
}

/** The schema of a position: JSON Schema for who calls, the entity for who runs. */
export type HandleSchema<E> = z.ZodType<E, Handled<E>>

/**
 * Makes the one schema object of a kind. Both halves of the pipe carry the JSON Schema, because `.optional()`,
 * `.describe()` and `.meta()` copy the pipe and keep the halves; zod puts what has an id under `$defs`.
 */
export function handleSchema<E>(kind: KindMark, json: JsonObject): HandleSchema<E> {
  const schema = z
    .custom<E>((value) => isPassage(value, kind), { error: `want a handle of kind ${kind.name}` })
    .transform((value) => unwrap(value) as E)
  for (const half of [schema.def.in, schema.def.out]) {
    // A copy each time: zod moves what it is given into `$defs`.
    half._zod.toJSONSchema = () => ({ ...json })
    z.globalRegistry.add(half, { id: `handle_${kind.name}` })
  }
  return schema as unknown as HandleSchema<E>
}

/** The schema of a position that takes a handle of any kind, and gives what was opened in its wrapper. */
export function anyHandle(description: string): z.ZodType<Unwrapped, unknown> {
  const schema = z.custom<Unwrapped>((value) => value instanceof Unwrapped, { error: 'want a handle' })
  schema._zod.toJSONSchema = () => ({ type: 'string', description, [HANDLE_KEYWORD]: ANY_KIND })
  return schema
}

/** The JSON Schema of a position that takes a handle. */
export function handleJsonSchema(kind: string, description: string): JsonObject {
  return Object.freeze({ type: 'string', pattern: tokenPattern(kind), description, [HANDLE_KEYWORD]: kind })
}

/** The JSON Schema of a position that takes a name. */
export function nameJsonSchema(kind: string, description: string): JsonObject {
  return Object.freeze({ type: 'string', minLength: 1, maxLength: 200, description, [HANDLE_KEYWORD]: kind })
}

/** Whether a value is a wrapper of this kind: the only thing that its schema takes. */
function isPassage(value: unknown, kind: KindMark): boolean {
  return (value instanceof Unwrapped || value instanceof Sealable) && value.kind === kind
}

/** What is inside: on the way in the value; on the way out still the wrapper, for the walk to find. */
export function unwrap(value: unknown): unknown {
  return value instanceof Unwrapped ? value.value : value
}
