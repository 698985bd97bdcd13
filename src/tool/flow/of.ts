// `of` of a role: the id space of a selector, or the argument that names the record which a value must be of. The two are
// kept apart here, and a declaration that could mean either is refused.

import { DefinitionError } from '../../base/options.js'
import type { JsonObject } from '../../json/json.js'
import type { Effect } from '../effects.js'
import { segmentsOf } from './paths.js'
import { listRoles } from './role-review.js'
import { boundTo, type Roles } from './roles.js'

/** @throws DefinitionError that names the path and the mend. */
export function refuseUnclearOf(
  input: JsonObject,
  roles: Roles | undefined,
  effect: Effect,
  what: string,
): void {
  const given = Object.entries(roles ?? {})
  if (!given.some(([, place]) => typeof place === 'object' && place.of !== undefined)) return
  const lines = listRoles(input, roles, effect)
  for (const [path, place] of given) {
    if (typeof place === 'string' || place.of === undefined) continue
    const at = `${what}: roles: '${path}'`
    if (place.role !== 'selector' && place.role !== 'amount' && place.role !== 'target')
      throw new DefinitionError(
        `${at} has 'of' and the role '${place.role}'; only a selector, a target and an amount are of something. Remove 'of'.`,
      )
    const bound = boundTo(place)
    if (bound) {
      const argument = bound.join('.')
      if (argument === path)
        throw new DefinitionError(`${at} is bound to itself. Name the argument that names its record.`)
      segmentsOf(argument, `${at}: of`)
      if (!lines.some((line) => line.path === argument || line.path.startsWith(`${argument}.`)))
        throw new DefinitionError(
          `${at}: of: '${place.of}' is no argument of it. Name the one that names its record: ${lines
            .map((line) => line.path)
            .slice(0, 20)
            .join(', ')}.`,
        )
      continue
    }
    const other = lines.find((line) => line.path === place.of && line.path !== path)
    if (other?.role === 'selector' && other.of !== place.of)
      throw new DefinitionError(
        `${at}: of: '${place.of}' is an argument here, and may be an id space. Write '/${place.of}' for the record that the argument names; for an id space, declare it at '${place.of}' too, as { role: 'selector', of: '${place.of}' }, or give it another name.`,
      )
  }
}
