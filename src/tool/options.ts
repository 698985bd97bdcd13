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

function describe(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  const path = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return `${path || 'options'}: ${issue.message}`
  const known = keysAt(schema, issue.path)
  return issue.keys
    .map((key) => {
      const near = nearName(key, known)
      const mend = near ? `did you mean '${near}'?` : `known keys: ${known.join(', ') || 'none'}.`
      return `unknown key '${path ? `${path}.` : ''}${key}'; ${mend}`
    })
    .join(' ')
}

/** The keys of the object schema at a path, looking through optional and default wrappers. */
function keysAt(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const segment of path) at = shapeOf(at)?.[segment as string]
  return Object.keys(shapeOf(at) ?? {})
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const def = (schema as z.ZodType | undefined)?.def as
    | { shape?: Record<string, unknown>; innerType?: unknown }
    | undefined
  return def?.shape ?? (def?.innerType ? shapeOf(def.innerType) : undefined)
}
