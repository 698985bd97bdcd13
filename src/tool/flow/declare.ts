// What a declaration says about information flow, checked and compiled once: roles, origin, readers, egress,
// allow list, exemptions.

import { z } from 'zod'
import type { JsonObject } from '../../json/json.js'
import { type Effect, hasSideEffect } from '../effects.js'
import type { Label } from '../outcome.js'
import { type AllowedUrl, compileAllow } from './allow.js'
import { PUBLIC, SESSION } from './label.js'
import { refuseUnclearOf } from './of.js'
import { compileOrigin, NAMES, ORIGIN_LABELS, type Origin, type OriginAt } from './origin.js'
import { listRoles, refuseUnknownPaths } from './role-review.js'
import { canNeedEvidence, compileRoles, ROLES, type RoleAt, type Roles } from './roles.js'
import { refuseIdleWhere, whereSchema } from './where.js'

/** What needs the user's own words: the kinds of egress, and destroying. */
type Act = 'send' | 'publish' | 'pay' | 'grant' | 'destroy'

/** How a tool lets something out: to named people, to anyone, as money, as rights; or not at all. */
export type Egress = false | 'send' | 'publish' | 'pay' | 'grant'

/** The keys of a declaration that are about information flow. */
export interface FlowOptions {
  /** Where the result comes from. Default: the join of the inputs for `derive`, else `third-party-text`. */
  readonly origin?: Origin
  /** What each argument decides, by input path. Default: by JSON Schema and type. */
  readonly roles?: Roles
  /** Who may learn the result. Default: whoever the user or the operator names. */
  readonly readers?: typeof PUBLIC | readonly string[]
  /** Default: `send` for `trigger`, `write` and `destroy` with a target argument, else `false`. */
  readonly egress?: Egress
  /** URLs that the tool may go to unnamed: origin and path prefix, never a query. */
  readonly allow?: readonly string[]
  /** Ids of operator rules, marked `exemptable`, that don't hold for this tool. */
  readonly exempt?: readonly string[]
  /**
   * Words for what the tool does and what it is about, beside its name and the first sentence of its description:
   * `['file', 'Datei', 'löschen']`. By them a request is found to ask for this tool.
   */
  readonly about?: readonly string[]
}

/** The shape of these keys, to be spread into the options schema of `tool`. */
export const flowOptionsShape = {
  origin: z
    .union([
      z.enum(ORIGIN_LABELS),
      z.record(
        z.string(),
        z.union([
          z.enum(ORIGIN_LABELS),
          z.strictObject({
            label: z.enum(ORIGIN_LABELS),
            where: whereSchema.optional(),
            else: z.enum(ORIGIN_LABELS).optional(),
            id: z.string().min(1).optional(),
            names: z.enum(NAMES).optional(),
          }),
        ]),
      ),
    ])
    .optional(),
  roles: z
    .record(
      z.string(),
      z.union([z.enum(ROLES), z.strictObject({ role: z.enum(ROLES), of: z.string().min(1).optional() })]),
    )
    .optional(),
  readers: z.union([z.literal(PUBLIC), z.array(z.string().min(1))]).optional(),
  egress: z.union([z.literal(false), z.enum(['send', 'publish', 'pay', 'grant'])]).optional(),
  allow: z.array(z.string().min(1)).optional(),
  exempt: z.array(z.string().min(1)).optional(),
  about: z.array(z.string().min(1)).optional(),
}

/** What the judge needs of a tool. */
export interface FlowTool {
  readonly name: string
  /** Digest of the declaration: an approval is bound to it. */
  readonly identity: string
  readonly effect: Effect
  readonly egress: Egress
  /** Acts that the user must have asked for. */
  readonly acts: readonly Act[]
  readonly roles: RoleAt
  /** No argument and no act of it ever needs evidence: without rules every call of it passes. */
  readonly asksNothing: boolean
  /** The label of a whole result, as far as the declaration alone says it. */
  readonly label: Label
  readonly origin: OriginAt
  readonly originDeclared: boolean
  /** As it was declared: a handle's record keeps what is said of its part. */
  readonly declaredOrigin?: Origin
  /** Undefined: whoever the user or the operator names. */
  readonly readers?: readonly string[]
  readonly allow: readonly AllowedUrl[]
  readonly exempt: readonly string[]
  /** The keys as they were given, for review. */
  readonly declared: FlowOptions
  readonly upstream?: { readonly id: string; readonly tool: string }
  /** For whoever reads what a request asks for. */
  readonly description?: string
  readonly about?: readonly string[]
}

/** What {@link compileFlow} takes. */
interface FlowDeclaration extends FlowOptions {
  readonly name: string
  readonly identity: string
  readonly effect: Effect
  readonly description?: string
  /** The JSON Schema of the input. */
  readonly input: JsonObject
  readonly upstream?: { readonly id: string; readonly tool: string }
}

/** @throws DefinitionError that names the tool, the key and the mend. */
export function compileFlow(declaration: FlowDeclaration): FlowTool {
  const {
    name,
    identity,
    effect,
    input,
    roles,
    origin,
    readers,
    allow = [],
    exempt = [],
    upstream,
    description,
    about,
  } = declaration
  const what = `tool '${name}'`
  refuseUnknownPaths(input, roles, what)
  refuseUnclearOf(input, roles, effect, what)
  const egress = declaration.egress ?? defaultEgress(declaration)
  refuseIdleWhere(origin, what)
  const from = compileOrigin(origin, what)
  const mayRead = typeof readers === 'string' ? [readers] : readers
  return Object.freeze({
    name,
    identity,
    effect,
    egress,
    acts: actsOf(effect, egress, declaration.egress !== undefined),
    roles: compileRoles(input, roles, effect, what, upstream !== undefined),
    asksNothing: !egress && !canNeedEvidence(input, roles, effect),
    label: Object.freeze({ integrity: from.label, readers: Object.freeze([...(mayRead ?? [SESSION])]) }),
    origin: from,
    originDeclared: origin !== undefined,
    ...(origin !== undefined && { declaredOrigin: origin }),
    ...(mayRead && { readers: mayRead }),
    allow: compileAllow(allow, what),
    exempt,
    declared: pickFlow(declaration as unknown as Readonly<Record<string, unknown>>),
    ...(upstream && { upstream }),
    ...(description !== undefined && { description }),
    ...(about && { about }),
  })
}

/** The keys about information flow that were given. */
export function pickFlow(given: Readonly<Record<string, unknown>>): FlowOptions {
  const keys = Object.keys(flowOptionsShape).filter((key) => given[key] !== undefined)
  return Object.freeze(Object.fromEntries(keys.map((key) => [key, given[key]])))
}

function defaultEgress({ input, roles, effect, upstream }: FlowDeclaration): Egress {
  if (!hasSideEffect(effect)) return false
  return listRoles(input, roles, effect, 'tool', upstream !== undefined).some(({ role }) => role === 'target')
    ? 'send'
    : false
}

/** A destroying tool whose egress nobody declared is asked for by the words for destroying alone. */
function actsOf(effect: Effect, egress: Egress, declared: boolean): readonly Act[] {
  if (effect !== 'destroy') return egress ? [egress] : []
  return egress && declared ? ['destroy', egress] : ['destroy']
}
