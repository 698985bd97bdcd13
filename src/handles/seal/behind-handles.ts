// What stood behind the handles of a call: like its other arguments it does not come out of the result with a better
// label. Only what is not the service's own is looked at.

import type { PutIn } from '../../flow/evidence/echo.js'
import { originIn } from '../../flow/evidence/part.js'
import type { Json, JsonObject } from '../../json/json.js'
import { atLeast, SESSION } from '../../tool/flow/label.js'
import type { OpenedPlace, Source } from '../kinds/passage.js'
import { keptValue } from '../record.js'

/** The texts and numbers in opened values, each with the label of its own place in the record, but for one record. */
export function behindHandles(opened: readonly OpenedPlace[] = [], but?: string): readonly PutIn[] {
  const held: PutIn[] = []
  for (const { value } of opened) {
    const { origin } = value
    if (!origin || origin.id === but) continue
    const at = originIn(origin.label ?? UNKNOWN, origin.labels)
    const from = isRow(origin) ? at.child(String(origin.row)) : at
    visit(storedOf(origin) ?? (value.value as Json), from, (each, label) => {
      if (!atLeast(label, 'first-party')) held.push({ value: each, label })
    })
  }
  return held
}

/** What is kept of a value, or of the row that was opened, as it was kept. Undefined for a live object. */
export function storedOf(origin: Source): Json | undefined {
  const value = keptValue(origin.links.at(-1)!)
  return isRow(origin) ? (value as Json[])[origin.row as number] : (value as Json | undefined)
}

/** The texts and numbers of a value that did not stand at the same place before; in a list, at any place of it. */
export function newIn(before: Json, after: Json): Json {
  const known = new Set<string>()
  visit(before, pathFrom(''), (each, path) => known.add(`${path} ${JSON.stringify(each)}`))
  const found: Json[] = []
  visit(after, pathFrom(''), (each, path) => {
    if (!known.has(`${path} ${JSON.stringify(each)}`)) found.push(each)
  })
  return found
}

/** A record without a label: somebody else's text. */
const UNKNOWN = { integrity: 'third-party-text', readers: [SESSION] } as const

function isRow({ row, links }: Source): boolean {
  return row !== undefined && Array.isArray(links.at(-1)!.stored.value)
}

/** A place that is stepped down along with a value, and what is said of it. */
interface At<T> {
  readonly label: T
  child(key: string): At<T>
}

/** The place itself: an item's stands for all of its list. */
function pathFrom(path: string): At<string> {
  return { label: path, child: (key) => pathFrom(`${path}/${JSON.stringify(/^\d+$/.test(key) ? '*' : key)}`) }
}

function visit<T>(root: Json, from: At<T>, found: (value: string | number, label: T) => void): void {
  const seen = new Set<unknown>()
  const rest: [Json, At<T>][] = [[root, from]]
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
