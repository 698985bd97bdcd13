// Commands by which a person decides something run in a terminal of the person's own. A model that may run commands
// would else answer its own questions; what is left to it stands in SECURITY.md.

import { ancestorsOf } from '../gateway/config/ancestors.js'
import type { ControlState } from '../gateway/config/control-state.js'
import { StartError } from '../gateway/fault.js'

/**
 * @param what The command, for the message.
 * @param gateways Those that it is about.
 * @throws StartError where there is no terminal, or a client of one of the gateways has started this process.
 */
export function inOwnTerminal(what: string, gateways: readonly ControlState[]): void {
  if (!process.stdin.isTTY) {
    throw new StartError(
      `'${what}' is for a person at a terminal, and this is none. Run it in a terminal of your own.`,
      1,
    )
  }
  const above = new Set(ancestorsOf(process.pid))
  const client = gateways.find((gateway) => gateway.client !== undefined && above.has(gateway.client))?.client
  if (client !== undefined) {
    throw new StartError(
      `'${what}' was started by the client whose calls are asked about (process ${client}). Run it in a terminal of your own.`,
      1,
    )
  }
}
