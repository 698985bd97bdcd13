// What the model reads beside a token: the card of each handle of a result, and one line for a list of them.

import type { Json } from '../../json/json.js'
import type { Card } from '../../tool/outcome.js'
import { type Say, say } from '../../view/say.js'

/** The handles of a result, as the views show them. */
export interface ShownHandles {
  /** Those that stand in the place of entities. */
  readonly ofEntities: readonly Card[]
  /** Rows of lists as they stand in the sealed value, by the handle of their list. */
  readonly rows: ReadonlyMap<string, readonly Card[]>
}

/** Rows of a list of handles that are told apart. */
const MOST_ROWS = 20

/** A view with the cards of its handles below it: the first that a budget drops. */
export function withCards(view: Say | string, seal: ShownHandles): Say {
  const { rows } = seal
  const lines = seal.ofEntities.flatMap((card) => [cardLine(card), ...rowLines(rows.get(card.handle))])
  return say`
    ${view}
    Handles:
    ${lines}`
}

/** What stands for each list of handles in a sealed value. */
export function listNames(value: Json, { rows }: ShownHandles): ReadonlyMap<Json, string> {
  const names = new Map<Json, string>()
  find(value, rows, names)
  return names
}

function find(value: Json, rows: ShownHandles['rows'], names: Map<Json, string>): void {
  if (typeof value !== 'object' || value === null) return
  const first = Array.isArray(value) ? value[0] : undefined
  const last =
    typeof first === 'string' && first.endsWith('.0') ? rows.get(first.slice(0, -2))?.at(-1) : undefined
  if (last) names.set(value, `${(value as readonly Json[]).length} rows, ${first} to ${last.handle}`)
  else for (const part of Object.values(value)) find(part, rows, names)
}

function cardLine({ handle, kind, label, facts, size, expiresAt }: Card): Say {
  const shown = isEmpty(facts) ? say`` : say`, ${facts}`
  const bytes = size === undefined ? say`` : say`, ${size} bytes`
  return say`${handle}: ${kind}, ${label}${shown}${bytes}, until ${expiresAt}`
}

function rowLines(rows: readonly Card[] | undefined): Say[] {
  return (rows ?? []).slice(0, MOST_ROWS).map(({ handle, label, facts }) => {
    const row = handle.slice(handle.lastIndexOf('.') + 1)
    return isEmpty(facts) ? say`.${row} ${label}` : say`.${row} ${label}, ${facts}`
  })
}

function isEmpty(facts: Json): boolean {
  return typeof facts !== 'object' || facts === null || Object.keys(facts).length === 0
}
