// The key of the gateway's handles, kept beside its store: with both, each token can be made again; without the key, the
// store opens nothing.

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../fault.js'
import { makeStateFolder } from './state.js'

/**
 * Reads the key of a state folder. Undefined when there is none.
 *
 * @throws StartError when the file is no key, or others can read it.
 */
export function readHandleKey(folder: string): Uint8Array | undefined {
  const file = join(folder, KEY_FILE)
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (!found) return undefined
    refuseUnsafe(file, found)
    const bytes = readFileSync(file)
    if (bytes.length === KEY_BYTES) return bytes
    throw new StartError(
      `'${file}' is damaged: it has ${bytes.length} bytes and not ${KEY_BYTES}. ${MEND}`,
      1,
    )
  } catch (error) {
    throw fileFault(file, 'read', error)
  }
}

/**
 * Reads the key of a state folder, or makes both. Two gateways that start at once get the same key.
 *
 * @throws StartError when the folder or the file can't be used.
 */
export function ensureHandleKey(folder: string): Uint8Array {
  makeStateFolder(folder)
  return readHandleKey(folder) ?? makeKey(folder)
}

const KEY_FILE = 'handle.key'
const KEY_BYTES = 32
const MEND =
  'Put back a copy of it, or delete it: a new one is made, and the handles of before are not found any more.'

function refuseUnsafe(file: string, { mode, size, ...found }: Stats): void {
  // The folder may be a stranger's project, and the file a link to anywhere.
  if ((mode & 0o170000) !== 0o100000) throw new StartError(`'${file}' is no regular file. ${MEND}`, 1)
  if (size > 4_096)
    throw new StartError(`'${file}' is damaged: it has ${size} bytes and not ${KEY_BYTES}. ${MEND}`, 1)
  if (process.getuid === undefined) return
  if (found.uid !== process.getuid()) throw new StartError(`'${file}' is another user's. ${MEND}`, 1)
  if ((mode & 0o077) === 0) return
  const why = 'who has read it can open the handles of this folder'
  throw new StartError(
    `'${file}' can be read by other users, and ${why}. Delete it for a new key; or, if nobody has read it: chmod 600 '${file}'`,
    1,
  )
}

/** Written beside its place and linked into it: it is there whole or not at all, and the first one stays. */
function makeKey(folder: string): Uint8Array {
  const file = join(folder, KEY_FILE)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    write(draft, randomBytes(KEY_BYTES))
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return readHandleKey(folder)!
  } catch (error) {
    throw fileFault(file, 'written', error)
  } finally {
    rmSync(draft, { force: true })
  }
}

function write(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, bytes)
    // A key that is lost with the power takes all handles along.
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function fileFault(file: string, what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const { code = 'fault' } = error as NodeJS.ErrnoException
  return new StartError(`'${file}' can't be ${what} (${code}). Give another folder with --state.`, 1, {
    cause: error,
  })
}
