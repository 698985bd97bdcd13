// Names of tools and keys: which are allowed, which collide, which is near to a misspelt one.

import { distance } from 'fastest-levenshtein'

/** The intersection of what the providers take. */
export const TOOL_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

const PROTOTYPE_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
])

/** Whether a name is one that every object has, such as `constructor` or `__proto__`. */
export function isPrototypeName(name: string): boolean {
  return PROTOTYPE_NAMES.has(name)
}

/** A name without case and separators: two tools may not share it, since a model mixes them up. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Up to `limit` of the candidates that are near to what was written, nearest first. */
export function nearNames(written: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = foldName(written.slice(0, 128))
  return [...candidates]
    .map((name) => ({ name, far: nameDistance(wanted, foldName(name)) }))
    .filter(({ far }) => far < 1)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name)
}

/** The one nearest name, if any is near. */
export function nearName(written: string, candidates: Iterable<string>): string | undefined {
  return nearNames(written, candidates, 1)[0]
}

/** Edits as a share of what is tolerated: below 1 is near. A name that holds the other is near too. */
function nameDistance(a: string, b: string): number {
  if (a === b) return 0
  const shorter = Math.min(a.length, b.length)
  if (shorter >= 3 && (a.includes(b) || b.includes(a))) return 0.5
  return distance(a, b) / (Math.floor(Math.max(a.length, b.length) / 3) + 1)
}
