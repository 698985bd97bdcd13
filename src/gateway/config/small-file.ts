// Reads a file that someone named in a config or on a command line. Such a path may lead to anything: a device
// that never ends, a pipe that nobody writes to.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Why a file is not read. */
export class FileFault extends Error {
  override readonly name = 'FileFault'

  constructor(
    readonly kind: 'missing' | 'unreadable' | 'irregular' | 'too large',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Reads a regular file of at most `largest` bytes.
 *
 * @throws FileFault, whose message goes on after the name of the file: `is no regular file`.
 */
export function readSmallFile(path: string, largest: number): string {
  try {
    // Without O_NONBLOCK the open of a pipe waits for a writer. Windows has no such flag.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return read(file, largest)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof FileFault) throw error
    const { code = 'fault' } = error as NodeJS.ErrnoException
    const kind = code === 'ENOENT' ? 'missing' : 'unreadable'
    throw new FileFault(kind, `can't be read (${code})`, { cause: error })
  }
}

function read(file: number, largest: number): string {
  if (!fstatSync(file).isFile()) throw new FileFault('irregular', 'is no regular file')
  // One byte more than is taken: /proc has files that say 0 and hold more, and a file may grow.
  const bytes = Buffer.alloc(largest + 1)
  let length = 0
  for (let more = 1; more > 0 && length < bytes.length; length += more) {
    more = readSync(file, bytes, length, bytes.length - length, null)
  }
  if (length > largest) throw new FileFault('too large', `is larger than ${largest / 1024} KiB`)
  return bytes.toString('utf8', 0, length)
}
