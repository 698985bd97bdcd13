// The first page of a payload that is too large: the same shape, with fewer items and shorter texts.

import type { Json } from '../json/json.js'

/** At most this many bytes become of one UTF-16 code unit in JSON (`\u0000`). */
const WORST = 6

/**
 * Cuts a value so that its JSON has at most `bytes` bytes. Keys keep their order; lists and texts lose their
 * ends, and what no longer fits at all is left out.
 */
export function firstPage(value: Json, bytes: number): Json {
  return cut(value, { left: bytes }) ?? null
}

interface Budget {
  left: number
}

function cut(value: Json, budget: Budget): Json | undefined {
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value !== 'object' || value === null)
    return spend(budget, String(value).length + 1) ? value : undefined
  if (!spend(budget, 3)) return undefined
  if (Array.isArray(value)) return cutList(value, budget)
  const page: Record<string, Json> = {}
  for (const [key, child] of Object.entries(value)) {
    if (!spend(budget, key.length * WORST + 4)) break
    const kept = cut(child, budget)
    if (kept === undefined) break
    Object.defineProperty(page, key, { value: kept, enumerable: true, writable: true, configurable: true })
  }
  return page
}

function cutList(list: readonly Json[], budget: Budget): Json {
  const page: Json[] = []
  for (const item of list) {
    const kept = cut(item, budget)
    if (kept === undefined) break
    page.push(kept)
  }
  return page
}

function cutText(text: string, budget: Budget): string | undefined {
  if (budget.left < 8) return undefined
  // Measured only as far as it could fit.
  const head = text.slice(0, budget.left)
  const size = Buffer.byteLength(JSON.stringify(head)) + 1
  if (size <= budget.left) {
    if (head.length === text.length) {
      budget.left -= size
      return text
    }
  }
  const room = Math.floor((budget.left - 8) / Math.max(1, size / Math.max(1, head.length)))
  let kept = text.slice(0, Math.max(0, room)).toWellFormed()
  while (Buffer.byteLength(JSON.stringify(kept)) + 4 > budget.left)
    kept = kept.slice(0, Math.floor(kept.length * 0.9)).toWellFormed()
  budget.left = 0
  return `${kept.replace(/\uFFFD$/, '')}…`
}

function spend(budget: Budget, bytes: number): boolean {
  if (budget.left < bytes) return false
  budget.left -= bytes
  return true
}
