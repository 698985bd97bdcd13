// Regular expressions of schemas, run so that no text can hang the process. A pattern may be a stranger's, and
// the text is a model's: one `(a+)+$` would otherwise stop everything.

import { createContext, Script } from 'node:vm'
import { stepBound } from './pattern-steps.js'

/** Steps that the patterns of one check may take without a clock, by estimate, all together. */
const FREE_STEPS = 2e6
/** Milliseconds of processor time under a clock: once for a whole check, and once more for single texts. */
const BUDGET_MS = 12

/** How patterns are run at the moment: by estimate, all under one clock, or each text under its own. */
let mode: 'free' | 'together' | 'single' = 'free'
let steps = 0
let left = 0

const needsClock = new Error('a pattern needs a clock')

/** What a validator needs of a pattern; it tells patterns apart by their text. */
interface GuardedPattern {
  test(text: string): boolean
  toString(): string
}

/**
 * A pattern in the dialect of JSON Schema (Unicode), or without the `u` flag where its author wrote for that.
 * Used inside {@link withinBudget}.
 *
 * @throws SyntaxError when it is no pattern at all.
 */
export function guardedPattern(source: string): GuardedPattern {
  const pattern = compilePattern(source)
  const bound = stepBound(source)
  return {
    test(text) {
      if (mode === 'together') return pattern.test(text)
      const cost = bound(text.length)
      if (cost <= steps) {
        steps -= cost
        return pattern.test(text)
      }
      if (mode === 'free') throw needsClock
      return clocked(() => pattern.test(text)) ?? false
    },
    toString: () => String(pattern),
  }
}

/** The same without a guard, for texts that the author's own library has matched already. */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

/**
 * Runs a synchronous check that uses guarded patterns. It may be run up to three times: without a clock while that
 * is surely short, then all of it under one clock, which costs an honest check next to nothing. Only when that
 * time runs out each text has its own clock, and one for which no time is left does not match.
 */
export function withinBudget<T>(check: () => T): T {
  try {
    start('free')
    try {
      return check()
    } catch (error) {
      if (error !== needsClock) throw error
    }
    start('together')
    const done = clocked(() => ({ value: check() }))
    if (done) return done.value
    start('single')
    return check()
  } finally {
    start('free')
  }
}

function start(next: typeof mode): void {
  mode = next
  steps = FREE_STEPS
  left = BUDGET_MS
}

let clock: { readonly context: { run: (() => unknown) | undefined }; readonly script: Script } | undefined

/** About 70 microseconds dearer than a plain call: the clock of `vm` is the one that can stop a pattern. */
function clocked<T>(run: () => T): T | undefined {
  if (left < 1) return undefined
  clock ??= { context: createContext(Object.create(null)) as { run: undefined }, script: new Script('run()') }
  const { context, script } = clock
  context.run = run
  const before = process.cpuUsage()
  const budget = left
  try {
    while (left >= 1) {
      try {
        return script.runInContext(context, { timeout: Math.ceil(left) }) as T
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      }
      // That clock runs on while a busy machine does something else: an honest text gets its time again.
      left = budget - processorMs(before)
    }
    return undefined
  } finally {
    context.run = undefined
    left = budget - processorMs(before)
  }
}

function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
