// How every options object of the public API is checked: once, by schema, with unknown keys refused and the
// near one named.

import type { z } from 'zod'
import { nearName } from './names.js'

/** A mistake in a declaration or an option, found when it is made. Names what, where and how to mend it. */
export class DefinitionError extends TypeError {
  override readonly name = 'DefinitionError'
}

/**
 * Checks options against a strict zod object and gives them back, defaults filled.
 *
 * @throws DefinitionError that starts with `what`, one line a fault.
 */
export function parseOptions<S extends z.ZodObject>(schema: S, options: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  throw new DefinitionError(
    parsed.error.issues.map((issue) => `${what}: ${describe(issue, schema)}`).join('\n'),
  )
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodObject, above: readonly PropertyKey[] = []): string {
  const at = [...above, ...issue.path]
  const path = at.map(String).join('.')
  if (issue.code === 'invalid_union') {
    // Where one form was meant, what is wrong inside of it says more than that no form fits.
    const meant = issue.errors.find((errors) => errors.length > 0 && errors.every(isInside))
    if (meant) return meant.map((inner) => describe(inner, schema, at)).join(' ')
    // The author of the option may have said it better.
    if (issue.message !== 'Invalid input') return `${path}: ${issue.message}`
    const choices = choicesOf(schemasAt([schema], at))
    if (choices !== '') return `${path}: Invalid option: expected one of ${choices}`
  }
  if (issue.code !== 'unrecognized_keys') return `${path || 'options'}: ${issue.message}`
  const known = schemasAt([schema], at).flatMap((each) => Object.keys(defOf(each).shape ?? {}))
  return issue.keys
    .map((key) => {
      const near = nearName(key, known)
      const mend = near ? `did you mean '${near}'?` : `known keys: ${known.join(', ') || 'none'}.`
      return `unknown key '${path ? `${path}.` : ''}${key}'; ${mend}`
    })
    .join(' ')
}

function isInside({ code, path }: z.core.$ZodIssue): boolean {
  return path.length > 0 || code === 'unrecognized_keys'
}

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, unknown>>
  readonly innerType?: unknown
  readonly element?: unknown
  readonly valueType?: unknown
  readonly options?: readonly unknown[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly in?: unknown
}

function defOf(schema: unknown): Def {
  return (schema as z.ZodType).def as unknown as Def
}

/** The schemas at a path: through optional and default wrappers, lists, maps and each form of a union. */
function schemasAt(schemas: readonly unknown[], path: readonly PropertyKey[]): readonly unknown[] {
  const bare = schemas.flatMap(formsOf)
  const [segment, ...below] = path
  if (segment === undefined) return bare
  const next = bare.flatMap((each) => {
    const { shape, element, valueType } = defOf(each)
    return shape?.[segment as string] ?? element ?? valueType ?? []
  })
  return schemasAt(next, below)
}

function formsOf(schema: unknown): readonly unknown[] {
  const { innerType, options, in: given } = defOf(schema)
  // Of a pipe, what goes in.
  const inner = innerType ?? given
  if (inner !== undefined) return formsOf(inner)
  return options ? options.flatMap(formsOf) : [schema]
}

/** `false|"send"`, as the library writes the values of an enum; other forms by what they are. */
function choicesOf(schemas: readonly unknown[]): string {
  const words = schemas.flatMap((schema) => {
    const { type, values, entries } = defOf(schema)
    const listed = values ?? (entries && Object.values(entries))
    return listed ? listed.map((value) => JSON.stringify(value)) : [FORMS[type] ?? type]
  })
  return [...new Set(words)].join('|')
}

const FORMS: Readonly<Record<string, string>> = { record: 'an object', object: 'an object', array: 'a list' }
