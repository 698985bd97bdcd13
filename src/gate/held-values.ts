// What stood behind the handles of a call: like its other arguments it does not come out of the result with a better
// label. Only what is not the service's own is looked at.

import type { PutIn } from '../flow/echo.js'
import { atLeast, SESSION } from '../flow/label.js'
import type { OriginAt } from '../flow/origin.js'
import { originIn } from '../flow/part.js'
import type { Json, JsonObject } from '../tool/json.js'
import type { Integrity } from '../tool/outcome.js'
import type { Arrival } from './crossing.js'

/** The texts and numbers in opened values, each with the label of its own place in the record, but for one record. */
export function heldValues({ opened }: Arrival, but?: string): readonly PutIn[] {
  const held: PutIn[] = []
  for (const { value } of opened ?? []) {
    const { origin } = value
    if (!origin || origin.id === but) continue
    const { stored } = origin.links.at(-1)!
    // Without a stored form it is a result that is kept as the JSON that it is, or a live object, which has none.
    const whole = stored.value ?? value.value
    const isRow = origin.row !== undefined && Array.isArray(stored.value)
    const part = isRow ? (stored.value as Json[])[origin.row as number] : whole
    const at = originIn(origin.label ?? UNKNOWN, origin.labels)
    visit(part as Json, isRow ? at.child(String(origin.row)) : at, (each, label) => {
      if (!atLeast(label, 'first-party')) held.push({ value: each, label })
    })
  }
  return held
}

/** A record without a label: somebody else's text. */
const UNKNOWN = { integrity: 'third-party-text', readers: [SESSION] } as const

function visit(root: Json, from: OriginAt, found: (value: string | number, label: Integrity) => void): void {
  const seen = new Set<unknown>()
  const rest: [Json, OriginAt][] = [[root, from]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [at, origin] = next
    if (typeof at === 'string' || typeof at === 'number') found(at, origin.label)
    else if (typeof at === 'object' && at !== null && !seen.has(at)) {
      seen.add(at)
      for (const [key, each] of Object.entries(at as JsonObject)) {
        if (each !== undefined) rest.push([each, origin.child(key)])
      }
    }
  }
}
