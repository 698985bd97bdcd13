// Why the gateway can't start or go on: one line for the person who must act, and the exit code.

import { onOneLine } from './console/console.js'

/** A fault that ends the program with one line, not with a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    message: string,
    /** 1: the surroundings (a port, a directory). 2: what was written (config, options). */
    readonly exitCode: 1 | 2,
    options?: ErrorOptions,
  ) {
    // Names of a config are often a stranger's: none of their characters moves the cursor of who reads this.
    super(onOneLine(message), options)
  }
}

/** A fault in what someone wrote: where, what, and what to do. */
export function configError(where: string, reason: string, mend?: string): StartError {
  return new StartError(`${where}: ${reason}${mend ? ` ${mend}` : ''}`, 2)
}
