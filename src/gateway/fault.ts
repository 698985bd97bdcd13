// Why the gateway can't start or go on: one line for the person who must act, and the exit code.

/** A fault that ends the program with one line, not with a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    message: string,
    /** 1: the surroundings (a port, a directory). 2: what was written (config, options). */
    readonly exitCode: 1 | 2,
    options?: ErrorOptions,
  ) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options)
  }
}

/** A fault in what someone wrote: where, what, and what to do. */
export function configError(where: string, reason: string, mend?: string): StartError {
  return new StartError(`${where}: ${reason}${mend ? ` ${mend}` : ''}`, 2)
}
