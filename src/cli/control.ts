// Speaks to the gateways that run on this machine, through their control surface. Which ones: those that left their
// port and token in the state folder.

import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type ControlState, controlsIn, isRunning } from '../gateway/config/control-state.js'
import { readState, STATE_FOLDER } from '../gateway/config/state.js'
import { StartError } from '../gateway/fault.js'
import { isRecord } from '../json/json.js'

/** The flags that say which gateways are meant. */
export interface WhichGateway {
  readonly config?: string
  readonly state?: string
}

/** Adds the flags that say which gateways are meant. */
export function whichGateway(command: Command): Command {
  return command
    .option('-c, --config <file>', 'the config of the gateway (default: .sallyport in this folder)')
    .option('--state <dir>', 'the state folder of the gateway')
}

/** What a gateway answers with when it refuses; its words are for the person. */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  constructor(
    readonly status: number,
    message: string,
    /** What it said beside it. */
    readonly answer: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/**
 * The state folder that the flags mean: default `.sallyport` beside the config, or here.
 *
 * @throws StartError when both are given.
 */
function stateFolderOf({ config, state }: WhichGateway): string {
  if (config !== undefined && state !== undefined) {
    throw new StartError('give either --config <file> or --state <dir>, not both.', 2)
  }
  return state ?? join(config === undefined ? process.cwd() : dirname(resolve(config)), STATE_FOLDER)
}

/**
 * The gateways of a state folder.
 *
 * @param takes What is to be brought to them, for the message.
 * @throws StartError when none runs, or none that has a control surface.
 */
export function runningGateways(which: WhichGateway, takes: 'words' | 'answers'): readonly ControlState[] {
  const folder = stateFolderOf(which)
  const found = controlsIn(folder)
  if (found.length > 0) return found
  const needs = NEEDS[takes]
  // One over HTTP leaves a file of its own; one on stdio that only observes leaves no trace.
  const pid = readState(folder)?.pid
  throw new StartError(
    pid !== undefined && isRunning(pid)
      ? `the gateway that runs with the state folder '${folder}' takes no ${takes}: its config must say ${needs} under sallyport.`
      : `no gateway that takes ${takes} runs with the state folder '${folder}'. Start one whose config says ${needs} under sallyport, or name its config with --config.`,
    1,
  )
}

const NEEDS = { words: '"promptHook": true', answers: '"mode": "ask"' } as const

/**
 * Sends one request.
 *
 * @throws ControlError when the gateway refuses, or what fetch rejects with.
 */
export async function askGateway(
  { port, token }: ControlState,
  operation: 'said' | 'approvals' | 'approve' | 'deny' | 'standing' | 'revoke',
  { body, timeoutMs = 5_000 }: { readonly body?: object; readonly timeoutMs?: number } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${port}/control/${operation}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer = (await response.json()) as unknown
  if (!isRecord(answer)) throw new Error('the answer is no object')
  if (response.ok) return answer
  throw new ControlError(response.status, String(answer.error ?? response.statusText), answer)
}
