// Where a running gateway leaves the port and the token of its control surface, for the commands of the person who
// runs it. One file a process: several clients may each start a gateway from one config.

import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { tokenFault } from '../front/guard.js'
import { readPrivate, writePrivate } from './state.js'

/** What the file says. */
export interface ControlState {
  readonly port: number
  /** Made for one run of the gateway, and for nothing else. */
  readonly token: string
  readonly pid: number
  /** The process of the client that runs it over stdio: what that starts is no person. */
  readonly client?: number | undefined
}

/**
 * Leaves the state, readable by this user alone; and takes away what gateways left that were killed.
 *
 * @returns what takes it away again.
 * @throws StartError when the folder can't be written.
 */
export function writeControl(folder: string, state: ControlState): () => void {
  for (const { pid, name } of filesIn(folder))
    if (!isRunning(pid)) rmSync(join(folder, name), { force: true })
  const name = `control-${state.pid}.json`
  writePrivate(folder, name, state)
  return () => rmSync(join(folder, name), { force: true })
}

/** The gateways that run with this state folder. */
export function controlsIn(folder: string): ControlState[] {
  return filesIn(folder).flatMap(({ pid, name }) => {
    const state = stateSchema.safeParse(readPrivate(folder, name)).data
    // The port of one that was killed may be another program's by now.
    return state?.pid === pid && isRunning(pid) ? [state] : []
  })
}

const stateSchema = z.object({
  port: z.int().min(1).max(65_535),
  token: z.string().refine((token) => tokenFault(token) === undefined),
  pid: z.int().positive(),
  client: z.int().positive().optional(),
})

function filesIn(folder: string): { readonly name: string; readonly pid: number }[] {
  try {
    if (!isOwnFolder(folder)) return []
    return readdirSync(folder).flatMap((name) => {
      const pid = /^control-(\d{1,10})\.json$/.exec(name)?.[1]
      return pid === undefined ? [] : [{ name, pid: Number(pid) }]
    })
  } catch {
    return [] // there is no such folder
  }
}

/** A link would lead the words that are meant for this project's gateway to that of another one. */
function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder)
  if (!found.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
}

/** Whether a process of this user runs. Another user's under the same number is not ours any more. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
