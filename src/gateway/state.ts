// The state folder: where a running gateway leaves its port and token for the person's own programs, and finds
// the token again, so that a client's config stays good over restarts.

import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from './fault.js'

/** The folder's name, beside the config. */
export const STATE_FOLDER = '.sallyport'

/** What the file says. */
export interface GatewayState {
  readonly port: number
  readonly token: string
  readonly pid: number
}

/**
 * Reads the state that a gateway left. Undefined when there is none, or when others can read the file: then its
 * token is no secret.
 */
export function readState(folder: string): GatewayState | undefined {
  const file = join(folder, STATE_FILE)
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) return undefined
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Leaves the state, readable by this user alone.
 *
 * @throws StartError when the folder can't be written.
 */
export function writeState(folder: string, state: GatewayState): void {
  const draft = join(folder, `${STATE_FILE}.${process.pid}`)
  try {
    makeStateFolder(folder)
    // A new file, renamed into place: a link that someone put there is not followed, and no reader sees half.
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(folder, STATE_FILE))
  } catch (error) {
    rmSync(draft, { force: true })
    throw folderFault(folder, error)
  }
}

/**
 * Makes the folder, for this user alone, and keeps it out of version control.
 *
 * @throws StartError when it can't be made.
 */
export function makeStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/** A token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const STATE_FILE = 'gateway.json'
const stateSchema = z.object({
  port: z.int().min(1).max(65_535),
  token: z.string().min(16),
  pid: z.int().positive(),
})

function folderFault(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const { code } = error as NodeJS.ErrnoException
  return new StartError(
    `state folder '${folder}' can't be written (${code ?? 'fault'}). Give another one with --state.`,
    1,
    { cause: error },
  )
}
