// The UI view of a result: the whole payload, JSON-safe, within `uiBytes`; over it a first page that says so.

import type { Json } from '../tool/json.js'
import type { UiView } from '../tool/outcome.js'
import type { Resolved } from './crossing.js'
import { firstPage } from './page.js'
import { notPromised } from './pure.js'
import { serialise } from './serialise.js'

const PANEL = /^[\w.:/-]{1,64}$/

/** Makes the UI view. `toUi` that throws costs the panel, never the call. */
export function uiView(crossing: Resolved, value: Json, size: number): UiView {
  const { tool } = crossing
  if (!tool.toUi) return within(crossing, tool.name, value, size)
  try {
    const { panel, data } = notPromised(tool.toUi(value), 'toUi')
    if (typeof panel !== 'string' || !PANEL.test(panel))
      throw new TypeError(`toUi() gave no panel name like ${PANEL}`)
    const safe = partsOf(value, data) ? { value: data as Json, size } : serialise(data ?? null)
    return within(crossing, panel, safe.value, safe.size)
  } catch (error) {
    crossing.core.log.error(
      { callId: crossing.callId, tool: tool.name, err: error },
      'toUi failed; the default view was shown',
    )
    return within(crossing, tool.name, value, size)
  }
}

/**
 * Whether data is the sealed value, or an object whose fields are it or its own fields: the usual `toUi`, and
 * no reason to walk it all again.
 */
function partsOf(value: Json, data: unknown): boolean {
  if (data === value) return true
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return false
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const parts = Object.values(data)
  if (parts.length > 16) return false
  const sealed = Object.values(value)
  return (
    sealed.length <= 64 &&
    parts.every(
      (part) => part === value || (typeof part === 'object' && part !== null && sealed.includes(part)),
    )
  )
}

/** Six characters are the most that one can become in JSON, so a small payload is never measured. */
function within({ tool }: Resolved, panel: string, data: Json, size: number): UiView {
  const { uiBytes } = tool.limits
  if (size * 6 <= uiBytes) return { panel, data }
  const bytes = size > uiBytes * 2 ? undefined : Buffer.byteLength(JSON.stringify(data))
  if (bytes !== undefined && bytes <= uiBytes) return { panel, data }
  return {
    panel,
    data: firstPage(data, uiBytes),
    cut: { note: `This is a first page; the whole is larger than ${uiBytes} bytes.` },
  }
}
