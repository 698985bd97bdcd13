// Origins that depend on the record: what a declaration may ask of its fields, checked once.

import { z } from 'zod'
import { DefinitionError } from '../../base/options.js'
import { worse } from './label.js'
import type { Origin } from './origin.js'
import { segmentsOf } from './paths.js'

/** The shape of `where`. */
export const whereSchema = z.record(
  z.string().min(1),
  z.union([
    z.strictObject({ trusted: z.literal(true) }),
    z.strictObject({ is: z.array(z.union([z.string(), z.number()])).min(1) }),
    z.strictObject({ seen: z.string().min(1) }),
  ]),
)

/** @throws DefinitionError for a `where` that asks nothing, and an `else` that has nothing to answer or is better. */
export function refuseIdleWhere(origin: Origin | undefined, what: string): void {
  if (origin === undefined || typeof origin === 'string') return
  for (const [path, place] of Object.entries(origin)) {
    if (typeof place === 'string') continue
    const at = `${what}: origin '${path}'`
    if (!place.where) {
      if (place.else)
        throw new DefinitionError(
          `${at}: 'else' says what counts where 'where' fails. Add 'where', or remove it.`,
        )
      continue
    }
    const fields = Object.keys(place.where)
    if (fields.length === 0)
      throw new DefinitionError(
        `${at}: 'where' asks nothing. Name a field of the record: where: { sender: { seen: 'own-account' } }.`,
      )
    for (const field of fields) {
      if (segmentsOf(field, `${at}: where`).includes('*'))
        throw new DefinitionError(
          `${at}: where '${field}': a list is no field. Name one field of the record.`,
        )
    }
    if (place.else && worse(place.else, place.label) !== place.else)
      throw new DefinitionError(
        `${at}: 'else' is '${place.else}', which is better than '${place.label}'. A record that fails must not count for more.`,
      )
  }
}
