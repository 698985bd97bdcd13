// The UI view of a result: the whole payload, JSON-safe, within `uiBytes`; over it a first page that says so.

import { notPromised } from '../base/pure.js'
import { type Serialised, serialise } from '../handles/seal/serialise.js'
import type { Json } from '../json/json.js'
import type { UiView } from '../tool/outcome.js'
import type { Tool } from '../tool/tool.js'
import { PANEL } from '../tool/tool-options.js'
import { firstPage } from '../view/page.js'
import type { Resolved } from './crossing.js'
import type { Collected } from './seal/collect.js'

/** The panel that is the tool's own. */
export function panelOf({ panel, name }: Tool): string {
  return panel ?? name
}

/** Makes the UI view. `toUi` that throws costs the panel, never the call. */
export function uiView(crossing: Resolved, { sealed, carded, rest }: Collected): UiView {
  const { tool } = crossing
  if (!tool.toUi) return within(crossing, panelOf(tool), sealed, rest)
  try {
    const { panel, data } = notPromised(tool.toUi(carded()), 'toUi')
    if (typeof panel !== 'string' || !PANEL.test(panel)) {
      throw new TypeError(`toUi() gave no panel name like ${PANEL}`)
    }
    return within(crossing, panel, wrapped(sealed, data) ?? serialise(data), rest)
  } catch (error) {
    const { core, callId } = crossing
    core.log.error({ callId, tool: tool.name, err: error }, 'toUi failed; the default view was shown')
    return within(crossing, panelOf(tool), sealed, rest)
  }
}

/**
 * The usual `toUi` gives the sealed value, or an object of parts of it: no reason to walk it all again.
 * Undefined for anything else.
 */
function wrapped(sealed: Serialised, data: unknown): Serialised | undefined {
  const { value } = sealed
  if (data === value) return sealed
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return undefined
  const entries: [string, Json][] = Object.entries(data)
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
  if (entries.length > 16 || parts.length > 64) return undefined
  const isSealed = (part: Json) =>
    part === value || (typeof part === 'object' && part !== null && parts.includes(part))
  if (!entries.every(([, part]) => isSealed(part))) return undefined
  // The object itself is the tool's own still, so it is made anew. Each part may stand in it several times.
  return {
    value: Object.fromEntries(entries),
    size: 0,
    most: sealed.most * entries.length + entries.reduce((sum, [key]) => sum + key.length * 6 + 4, 2),
  }
}

/** What is surely small, or surely large, is not measured. */
function within(
  { tool }: Resolved,
  panel: string,
  { value: data, size, most }: Serialised,
  rest: () => string | undefined,
): UiView {
  const { uiBytes } = tool.limits
  if (most <= uiBytes) return { panel, data }
  if (size <= uiBytes && Buffer.byteLength(JSON.stringify(data)) <= uiBytes) return { panel, data }
  const note = `This is a first page; the whole is larger than ${uiBytes} bytes.`
  const handle = rest()
  return { panel, data: firstPage(data, uiBytes), cut: { note, ...(handle !== undefined && { handle }) } }
}
