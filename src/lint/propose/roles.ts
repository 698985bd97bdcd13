// The roles of a tool's arguments, guessed place by place from their names. For a person to review.

import type { JsonObject } from '../../json/json.js'
import { type Effect, hasSideEffect } from '../../tool/effects.js'
import { listRoles, type RoleLine } from '../../tool/flow/role-review.js'
import type { RolePlace, Roles } from '../../tool/flow/roles.js'
import { eachParameter, type Parameter } from '../schema.js'
import { listNames } from '../words.js'
import { type Around, isUrl, type Meaning, meaningOf, type Named } from './meaning.js'

/** One place, what counts there now, and what its name says. */
export interface RoleGuess extends RoleLine {
  readonly named: Named
  /** None: the name doesn't tell. */
  readonly meaning?: Meaning
}

/** The tool whose arguments are looked at. */
interface RoleSubject extends Around {
  readonly inputSchema: JsonObject
  readonly effect: Effect
  readonly roles?: Roles
}

/**
 * Every place of the input whose role is not settled by its schema: texts and numbers without a list of values,
 * without a format that says where, and that take no handle.
 */
export function guessRoles(asked: RoleSubject): RoleGuess[] {
  const { inputSchema, effect, roles } = asked
  const parameters = new Map(eachParameter(inputSchema).map((one) => [one.label, one]))
  return listRoles(inputSchema, roles, effect).flatMap((line): RoleGuess[] => {
    const parameter = parameters.get(labelOf(line.path))
    if (!parameter || isSettled(line, parameter)) return []
    // A server's own word for it makes nothing looser; the operator's does.
    const isDate = line.role === 'when' && !line.declared
    const name = line.path.split('.').findLast((step) => step !== '*') ?? ''
    const kind = isNumber(parameter) ? 'number' : 'text'
    const named: Named = { name, description: parameter.description, kind }
    const meaning = isDate ? WHEN : meaningOf(named, { ...asked, destroys: effect === 'destroy' })
    return [{ ...line, named, ...(meaning && { meaning }) }]
  })
}

const WHEN: Meaning = { role: 'when' }

/** The roles to declare, and the places whose names say nothing: those keep the strict default. */
export function proposeRoles(asked: RoleSubject): {
  readonly roles: Roles
  readonly review: readonly string[]
} {
  const roles: Record<string, RolePlace> = {}
  const unclear = new Map<string, string[]>()
  const writes = hasSideEffect(asked.effect)
  for (const guess of guessRoles(asked)) {
    const { path, role, meaning } = guess
    // In a read only what can carry something out, or is run, decides anything.
    if (!writes && !isRiskyInRead(guess)) continue
    if (!meaning) unclear.set(role, [...(unclear.get(role) ?? []), path])
    const place = meaning ?? { role }
    roles[path] = place.of === undefined ? place.role : { role: place.role, of: place.of }
  }
  const review = [...unclear].map(([role, paths]) =>
    paths.length === 1
      ? `${listNames(paths)} counts as ${role}: its name doesn't tell`
      : `${listNames(paths)} count as ${role}: their names don't tell`,
  )
  return { roles, review }
}

/** A URL, a secret or code: also what a read does with it needs someone who vouches for it. */
function isRiskyInRead({ named, meaning }: Pick<RoleGuess, 'named' | 'meaning'>): boolean {
  if (meaning?.role === 'command') return named.name !== 'prompt'
  return meaning?.role === 'credential' || (meaning?.role === 'target' && isUrl(named))
}

function isSettled({ role, declared }: RoleLine, { core }: Parameter): boolean {
  if (declared) return false
  if (role === 'control' && !isNumber({ core } as Parameter)) return true
  return role !== 'when' && (core.format !== undefined || core['x-sallyport-handle'] !== undefined)
}

function isNumber({ core }: Pick<Parameter, 'core'>): boolean {
  const { type } = itemsOf(core)
  const types = [type].flat()
  return types.includes('number') || types.includes('integer')
}

function itemsOf(core: JsonObject): JsonObject {
  const { items } = core
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as JsonObject) : core
}

/** `edits.*.oldText` is `edits[].oldText` where parameters are listed; the items of a list have its name. */
function labelOf(path: string): string {
  return path.replaceAll('.*', '[]').replace(/(?:\[\])+$/, '')
}
