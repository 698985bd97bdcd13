// What must be synchronous: views and keys. A promise in its place is refused, and its rejection must not end
// the process.

/** The value, unless it is a promise. */
export function notPromised<T>(value: T, what: string): T {
  if (typeof (value as { then?: unknown } | null | undefined)?.then !== 'function') return value
  Promise.resolve(value).catch(() => {})
  throw new TypeError(`${what} gave a promise; it must be synchronous`)
}
