// What a log gets of an error: as it is while it is small, else its beginning. A tool's message may hold all of an
// answer, and a log line of 20 MB stops more than the call.

import { plainJson } from '../json/plain-json.js'

/** Characters of one error in a log, with its causes: 8 KiB. */
const MOST = 8 * 1_024
/** Causes of causes. */
const DEEPEST = 4

/** The error, or a copy that holds the beginning of what it says. Errors stay errors. */
export function boundedError(error: unknown): unknown {
  try {
    if (error instanceof Error || Array.isArray(error)) {
      return sizeOf(error, DEEPEST) <= MOST ? error : shortened(error, MOST, DEEPEST)
    }
    return isLargeText(error) ? shortText(textOf(error), MOST) : error
  } catch {
    // A thing with getters that throw: the log writes what it can of it.
    return error
  }
}

/** A text, or data, that is too long. What is neither, a log writes in a few characters. */
function isLargeText(value: unknown): boolean {
  if (typeof value === 'string') return written(value) > MOST
  if (typeof value !== 'object' || value === null) return false
  const plain = plainJson(value, { depth: 64, members: 10_000, bytes: 16 * MOST })
  return 'value' in plain
    ? JSON.stringify(plain.value).length > MOST
    : ['size', 'members', 'depth'].includes(plain.rule)
}

function sizeOf(error: unknown, depth: number): number {
  // A list is that of an AggregateError.
  if (Array.isArray(error) && error.length <= 20) {
    const sum = (before: number, each: unknown) => before + sizeOf(each, depth - 1)
    return depth < 0 ? Number.POSITIVE_INFINITY : error.reduce<number>(sum, 0)
  }
  if (!(error instanceof Error)) return sizeOfValue(error)
  if (depth < 0) return Number.POSITIVE_INFINITY
  const { name, message, stack, cause, ...rest } = own(error)
  const said = sizeOfValue(name) + sizeOfValue(message) + sizeOfValue(stack)
  const below = cause === undefined ? 0 : sizeOf(cause, depth - 1)
  return said + below + Object.values(rest).reduce<number>((sum, value) => sum + sizeOf(value, depth - 1), 0)
}

/** What is no plain JSON may be anything: a socket, a response with its body. */
function sizeOfValue(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value === 'string') return written(value)
  const plain = plainJson(value, { depth: 8, members: 200, bytes: MOST })
  return 'value' in plain ? written(JSON.stringify(plain.value)) : Number.POSITIVE_INFINITY
}

/** As a log writes it, with escapes; of long texts not more than is needed to know that they are. */
function written(text: string): number {
  return text.length > MOST ? Number.POSITIVE_INFINITY : JSON.stringify(text).length
}

function shortened(error: unknown, most: number, depth: number): unknown {
  if (!(error instanceof Error)) return shortText(textOf(error), most)
  const { name, message, stack, code, cause } = own(error)
  const says = shortText(textOf(message), most / 4)
  const below =
    cause !== undefined && depth > 0 ? { cause: shortened(cause, most / 4, depth - 1) } : undefined
  const copy = new Error(says, below)
  // The stack begins with the whole message: what is wanted of it are the frames.
  const frames = textOf(stack)
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
  copy.name = shortText(textOf(name), 100)
  copy.stack = shortText(`${copy.name}: ${shortText(says, 200)}\n${frames.slice(0, 30).join('\n')}`, most / 4)
  if (typeof code === 'string' || typeof code === 'number')
    Object.assign(copy, { code: typeof code === 'number' ? code : shortText(code, 100) })
  return copy
}

function own(error: Error): Readonly<Record<string, unknown>> {
  // Not enumerable, so no spread has them.
  const { name, message, stack, cause, errors } = error as Error & { readonly errors?: unknown }
  return { ...error, name, message, stack, cause, errors }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return String(value)
  } catch {
    return 'something that has no text'
  }
}

function shortText(text: string, most: number): string {
  let length = Math.min(text.length, Math.floor(most))
  // Escapes take up to six characters for one.
  while (length > 0 && JSON.stringify(text.slice(0, length)).length > most) length = Math.floor(length * 0.75)
  return length < text.length ? `${text.slice(0, length)} [cut: ${text.length} characters]` : text
}
