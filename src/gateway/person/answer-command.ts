// The command by which a person answers what is held, as it can be pasted into a terminal.

import { resolve } from 'node:path'
import type { GatewayConfig } from '../config/config.js'
import { STATE_FOLDER } from '../config/state.js'

/** It names the config or the state folder, unless the state lies in the folder where the gateway was started. */
export function answerCommand({ dir, file }: GatewayConfig, stateFolder: string): string {
  const folder = resolve(stateFolder)
  if (folder === resolve(STATE_FOLDER)) return COMMAND
  if (file !== undefined && folder === resolve(dir, STATE_FOLDER)) {
    return `${COMMAND} --config ${shellWord(resolve(file))}`
  }
  return `${COMMAND} --state ${shellWord(folder)}`
}

const COMMAND = 'sallyport approvals'

/** A text as a shell takes it for one word. */
export function shellWord(text: string): string {
  return /^[\w./~+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
