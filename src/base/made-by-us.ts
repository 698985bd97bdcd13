// Which class of ours a value is of. Where two copies of the package are installed, each has its own classes: the
// mark that they share is a symbol on the prototype, which no JSON and no structured clone has.

const MARK = Symbol.for('sallyport.class')

type Class<T> = abstract new (...args: never[]) => T

/** Marks a class, so that {@link isA} knows what another copy of the package made of it. */
export function markAs(type: Class<object>, name: string): void {
  Object.defineProperty(type.prototype, MARK, { value: name })
}

/** Whether a value is an instance, asked so that no proxy can make the question throw. */
export function isA<T>(value: unknown, type: Class<T>): value is T {
  try {
    if (value instanceof type) return true
    // Its own mark: a class that is made of a marked one is another class.
    if (!Object.hasOwn(type.prototype, MARK) || typeof value !== 'object' || value === null) return false
    return (value as Marked)[MARK] === (type.prototype as Marked)[MARK]
  } catch {
    return false
  }
}

interface Marked {
  readonly [MARK]?: unknown
}
