// What the program handed in runs on every path, so its own faults must not become a call's: a log that throws
// loses a line, a counter that throws loses its say.

import { pino } from '../base/late.js'
import type { Logger } from '../tool/context.js'
import { type CountTokens, estimateTokens } from '../view/budget.js'
import { boundedError } from './bounded-error.js'

/** The log of a gate that was given none: warnings and errors, as JSON on stderr. Most gates never write a line. */
export function ownLogger(): Logger {
  let made: Logger | undefined
  const at = (level: 'warn' | 'error') => (fields: object, message: string) => {
    made ??= pino().pino({ name: 'sallyport', level: 'warn' }, pino().destination({ dest: 2, sync: true }))
    made[level](fields, message)
  }
  return { debug: ignore, info: ignore, warn: at('warn'), error: at('error') }
}

function ignore(): void {}

/** The logger, but that it never throws, and gets of an error at most 8 KiB. */
export function guardedLogger(log: Logger): Logger {
  const guarded = (level: keyof Logger) => (fields: object, message: string) => {
    try {
      log[level]('err' in fields ? { ...fields, err: boundedError(fields.err) } : fields, message)
    } catch {
      // The fields may be what could not be written: a thrown thing can have getters that throw.
      try {
        log[level]({}, message)
      } catch {
        // Nobody is left to tell.
      }
    }
  }
  return Object.freeze({
    debug: guarded('debug'),
    info: guarded('info'),
    warn: guarded('warn'),
    error: guarded('error'),
  })
}

/** The counter, but that the upper estimate stands in where it throws or gives no count. */
export function guardedCount(count: CountTokens, log: Logger): CountTokens {
  return (text) => {
    try {
      const tokens = count(text)
      if (Number.isFinite(tokens) && tokens >= 0) return tokens
      log.error({ gave: typeof tokens }, 'countTokens gave no count; the estimate was used')
    } catch (err) {
      log.error({ err }, 'countTokens threw; the estimate was used')
    }
    return estimateTokens(text)
  }
}
