// The state folder: where a running gateway leaves its port and token for the person's own programs, and finds
// the token again, so that a client's config stays good over restarts.

import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../fault.js'
import { tokenFault } from '../front/guard.js'

/** The folder's name, beside the config. */
export const STATE_FOLDER = '.sallyport'

/** What the file says. */
interface GatewayState {
  readonly port: number
  readonly token: string
  readonly pid: number
}

/** Reads the state that a gateway left. Undefined when there is none, or when its token is no secret. */
export function readState(folder: string): GatewayState | undefined {
  return stateSchema.safeParse(readPrivate(folder, STATE_FILE)).data
}

/**
 * Leaves the state, readable by this user alone.
 *
 * @throws StartError when the folder can't be written.
 */
export function writeState(folder: string, state: GatewayState): void {
  writePrivate(folder, STATE_FILE, state)
}

/** Reads a JSON file of the folder. Undefined when there is none, or when others own it or can read it. */
export function readPrivate(folder: string, name: string): unknown {
  const file = join(folder, name)
  try {
    const found = lstatSync(file)
    if (!found.isFile()) return undefined
    const { mode, uid } = found
    if (process.getuid !== undefined && ((mode & 0o077) !== 0 || uid !== process.getuid())) return undefined
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Writes a JSON file into the folder, readable by this user alone.
 *
 * @throws StartError when the folder can't be written.
 */
export function writePrivate(folder: string, name: string, value: object): void {
  const draft = join(folder, `${name}.${process.pid}`)
  try {
    makeStateFolder(folder)
    // A new file, renamed into place: a link that someone put there is not followed, and no reader sees half.
    rmSync(draft, { force: true })
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(folder, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw folderFault(folder, error)
  }
}

/**
 * Makes the folder, for this user alone, and keeps it out of version control. A folder that is there already is
 * taken when it is empty or a gateway's own, and its rights and files stay as they are.
 *
 * @throws StartError when it can't be made, or belongs to something else.
 */
export function makeStateFolder(folder: string): void {
  try {
    // A project may be a stranger's, and its `.sallyport` a link to anywhere.
    if (!lstatSync(folder, { throwIfNoEntry: false })) makeAnew(folder)
    const found = lstatSync(folder)
    if (found.isSymbolicLink()) throw refusal(folder, 'is a link')
    if (!found.isDirectory()) throw refusal(folder, 'is no folder')
    refuseForeign(folder, found)
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/** A token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const STATE_FILE = 'gateway.json'
const DATABASE = 'state.db'
const IGNORE_FILE = '.gitignore'
const IGNORE_ALL = '*\n'
const stateSchema = z.object({
  port: z.int().min(1).max(65_535),
  token: z.string().refine((token) => tokenFault(token) === undefined),
  pid: z.int().positive(),
})

/** Made beside its place and moved there: another gateway that starts now never sees half of it. */
function makeAnew(folder: string): void {
  const draft = `${resolve(folder)}.${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
  try {
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(join(draft, IGNORE_FILE), IGNORE_ALL, { mode: 0o600, flag: 'wx' })
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // The other one was first; what it made is judged like any folder that was there before.
    if (!lstatSync(folder, { throwIfNoEntry: false })) throw error
  }
}

function refuseForeign(folder: string, { mode, uid }: { readonly mode: number; readonly uid: number }): void {
  if (resolve(folder) === process.cwd()) throw refusal(folder, 'is the folder you are in')
  if (process.getuid !== undefined) {
    if (uid !== process.getuid()) throw refusal(folder, "is another user's")
    // Who can write here can put a database of their own in our place.
    if ((mode & 0o022) !== 0) throw refusal(folder, 'can be written by other users')
  }
  const names = readdirSync(folder)
  if (names.length > 0 && !names.some((name) => isOurs(folder, name))) {
    throw refusal(folder, "has files that are not a gateway's")
  }
  // The database is opened by its path, and its journals beside it: a link would be followed.
  const link = names.find(
    (name) => name.startsWith(DATABASE) && lstatSync(join(folder, name)).isSymbolicLink(),
  )
  if (link !== undefined) throw refusal(folder, `has a link in it, '${link}'`)
}

/** Whether a file shows that a gateway has been here. */
function isOurs(folder: string, name: string): boolean {
  if (name === STATE_FILE || name === DATABASE) return true
  const file = join(folder, name)
  return name === IGNORE_FILE && lstatSync(file).isFile() && readFileSync(file, 'utf8') === IGNORE_ALL
}

function refusal(folder: string, reason: string): StartError {
  return new StartError(`state folder '${folder}' ${reason}. Give a folder of its own with --state.`, 1)
}

function folderFault(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const { code } = error as NodeJS.ErrnoException
  return new StartError(
    `state folder '${folder}' can't be written (${code ?? 'fault'}). Give another one with --state.`,
    1,
    { cause: error },
  )
}
