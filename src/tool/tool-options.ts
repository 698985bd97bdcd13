// What `tool` takes, checked: each key by itself, and what keys mean beside each other.

import { z } from 'zod'
import { isPrototypeName, TOOL_NAME } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import type { JsonObject } from '../json/json.js'
import { kindsAt } from '../json/schema/marks.js'
import { EFFECTS, hasSideEffect } from './effects.js'
import { flowOptionsShape } from './flow/declare.js'
import { limitsSchema } from './limits.js'

/** How a panel may be called. */
export const PANEL = /^[\w.:/-]{1,64}$/

const text = z.string().trim().min(1, 'must not be empty')
const callback = z.custom((value) => typeof value === 'function', 'must be a function').optional()
const schema = z.custom(
  (value) => Boolean((value as { '~standard'?: unknown } | undefined)?.['~standard']),
  'must be a Standard Schema (zod, arktype, valibot through its adapter) or jsonSchema(raw)',
)

/** What goes on where the advertised text begins: a lead that an author wrote as well is said once. */
const after = (lead: RegExp, shown: string) =>
  text
    .transform((words) => words.replace(lead, '').trim())
    .refine((words) => /[\p{L}\p{N}]/u.test(words), `says nothing: go on where '${shown} ...' begins`)

/** Checks what `tool` is given, key by key. */
export const optionsSchema = z.strictObject({
  name: z
    .string()
    .regex(TOOL_NAME, `must match ${TOOL_NAME}`)
    .refine((name) => !isPrototypeName(name), 'is a name that every object has; choose another'),
  description: text,
  useWhen: after(/^(?:use (?:this |it )?)?when(?:\b[\s:]*|$)/i, 'Use when'),
  notFor: after(/^not for(?:\b[\s:]*|$)/i, 'Not for').optional(),
  input: schema,
  output: schema.optional(),
  effect: z.enum(EFFECTS),
  permission: z
    .custom(
      (p) => (typeof p === 'string' && p !== '') || typeof p === 'function',
      'must be a text or a predicate',
    )
    .optional(),
  callable: z.enum(['model', 'app', 'both']).default('model'),
  idempotent: z.boolean().default(false),
  idempotencyKey: callback,
  limits: limitsSchema.prefault({}),
  cache: z.strictObject({ ttlMs: z.number().positive() }).optional(),
  version: text.default('1'),
  updates: text.optional(),
  panel: z.string().regex(PANEL, `must match ${PANEL}`).optional(),
  handler: text
    .refine((name) => !isPrototypeName(name), 'is a name that every object has; choose another')
    .optional(),
  run: callback,
  toModel: callback,
  toUi: callback,
  ...flowOptionsShape,
})

/** Options that were read. */
export type Given = z.output<typeof optionsSchema>

/** Refuses options that the effect gives no meaning: what has no effect must not look as if it had. */
export function refuseIdleOptions(given: Given, what: string): void {
  if (given.cache && hasSideEffect(given.effect)) {
    throw new DefinitionError(
      `${what}: cache is for explain, read and derive; effect '${given.effect}' must run each time. Remove cache.`,
    )
  }
  const keyed = given.idempotencyKey ? 'idempotencyKey' : given.idempotent ? 'idempotent' : undefined
  if (keyed && given.effect !== 'write' && given.effect !== 'trigger') {
    throw new DefinitionError(
      `${what}: ${keyed} is for write and trigger; it does nothing for effect '${given.effect}'. Remove it.`,
    )
  }
}

/** `updates` must name a place that takes a handle. @throws DefinitionError when it doesn't. */
export function checkUpdates({ updates, effect }: Given, input: JsonObject, what: string): void {
  if (updates === undefined) return
  if (!hasSideEffect(effect)) {
    throw new DefinitionError(
      `${what}: updates writes a value back, and effect '${effect}' changes nothing. Remove updates, or take effect 'write'.`,
    )
  }
  if (kindsAt(input, updates).length > 0) return
  throw new DefinitionError(
    `${what}: updates names '${updates}', where the input takes no handle. Give the path of a Kind.handle(), such as 'order'.`,
  )
}

/** The advertised text. */
export function composeDescription({ description, useWhen, notFor }: Given): string {
  return [sentence(description), sentence(`Use when ${useWhen}`), notFor && sentence(`Not for ${notFor}`)]
    .filter(Boolean)
    .join(' ')
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}
