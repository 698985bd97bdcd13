// Regular expressions of schemas, run so that no text can hang the process. A pattern may be a stranger's, and
// the text is a model's: one `(a+)+$` would otherwise stop everything.

import { createContext, Script } from 'node:vm'

/** Milliseconds of processor time that slow patterns may take in one check, all together. */
const BUDGET_MS = 25
/** Steps that a pattern may take, by estimate, without being watched. */
const DIRECT_STEPS = 1e6

let left = BUDGET_MS

/** To be called before each check, which is synchronous, so one budget serves all. */
export function refillPatternBudget(): void {
  left = BUDGET_MS
}

/** What a validator needs of a pattern; it tells patterns apart by their text. */
export interface GuardedPattern {
  test(text: string): boolean
  toString(): string
}

/**
 * A pattern in the dialect of JSON Schema (Unicode), or without the `u` flag where its author wrote for that.
 * A text for which the time runs out does not match.
 *
 * @throws SyntaxError when it is no pattern at all.
 */
export function guardedPattern(source: string): GuardedPattern {
  const pattern = compile(source)
  const longest = directLength(source)
  return {
    test: (text) => (text.length <= longest ? pattern.test(text) : watchedTest(pattern, text)),
    toString: () => String(pattern),
  }
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

/** Backtracking is exponential only with a repeated group, else a power of the number of open repetitions. */
function directLength(source: string): number {
  if (/\)[*+{]/.test(source)) return Math.floor(Math.log2(DIRECT_STEPS))
  const repetitions = source.match(/[*+]|\{\d*,/g)?.length ?? 0
  return Math.floor(DIRECT_STEPS ** (1 / (repetitions + 1)))
}

let watched: { context: { pattern?: RegExp; text?: string }; script: Script } | undefined

/** About 70 microseconds dearer than a plain test: the clock of `vm` is the one that can stop a pattern. */
function watchedTest(pattern: RegExp, text: string): boolean {
  if (left < 1) return false
  watched ??= { context: createContext(Object.create(null)), script: new Script('pattern.test(text)') }
  const { context, script } = watched
  Object.assign(context, { pattern, text })
  const before = process.cpuUsage()
  const budget = left
  try {
    while (left >= 1) {
      try {
        return script.runInContext(context, { timeout: Math.ceil(left) }) === true
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
      }
      // That clock runs on while a busy machine does something else: an honest text gets its time again.
      left = budget - processorMs(before)
    }
    return false
  } finally {
    context.text = ''
    left = budget - processorMs(before)
  }
}

function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
