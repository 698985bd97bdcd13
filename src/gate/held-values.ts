// What stood behind the handles of a call: like its other arguments it does not come out of the result with a better
// label. Only what nobody vouches for is looked at.

import type { PutIn } from '../flow/echo.js'
import { isVouched } from '../flow/label.js'
import type { Json, JsonObject } from '../tool/json.js'
import type { Arrival } from './crossing.js'

/** The texts and numbers in opened values, with the labels of their records, but for one record. */
export function heldValues({ opened }: Arrival, but?: string): readonly PutIn[] {
  const held: PutIn[] = []
  for (const { value } of opened ?? []) {
    const { origin } = value
    const label = origin?.label?.integrity ?? 'third-party-text'
    if (!origin || origin.id === but || isVouched(label)) continue
    const { stored } = origin.links.at(-1)!
    // Without a stored form it is a result that is kept as the JSON that it is, or a live object, which has none.
    const whole = stored.value ?? value.value
    const part = origin.row !== undefined && Array.isArray(stored.value) ? stored.value[origin.row] : whole
    visit(part as Json, (each) => held.push({ value: each, label }))
  }
  return held
}

function visit(root: Json, found: (value: string | number) => void): void {
  const seen = new Set<unknown>()
  const rest: Json[] = [root]
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (typeof at === 'string' || typeof at === 'number') found(at)
    else if (typeof at === 'object' && at !== null && !seen.has(at)) {
      seen.add(at)
      for (const each of Object.values(at as JsonObject)) if (each !== undefined) rest.push(each)
    }
  }
}
