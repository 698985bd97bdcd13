// Shared data is frozen: what one reader of it did would show up at the next.

/** Freezes plain data to the bottom. What is frozen counts as frozen below as well, so a second time costs nothing. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  freezeParts(value)
  return value
}

/** Freezes what an object holds to the bottom, and the object itself, which may be frozen at its top already. */
export function freezeParts<T extends object>(value: T): T {
  for (const part of Object.values(value)) freezeDeep(part)
  return Object.freeze(value)
}
