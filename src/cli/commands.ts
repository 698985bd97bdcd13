// Which commands there are. Loading them loads all that they need, so `main.ts` does it for none but those who ask.

import type { Command } from 'commander'
import { approvalsCommand } from './approvals.js'
import { approveCommand, denyCommand } from './approve.js'
import { explainCommand } from './explain.js'
import { gatewayCommand } from './gateway.js'
import { handlesCommand } from './handles.js'
import { initCommand } from './init.js'
import { lintCommand } from './lint.js'
import { policyCommand } from './policy.js'
import { saidCommand } from './said.js'

/** All commands, in the order of the help. */
export function allCommands(): readonly Command[] {
  return [
    approvalsCommand(),
    approveCommand(),
    denyCommand(),
    explainCommand(),
    gatewayCommand(),
    handlesCommand(),
    initCommand(),
    lintCommand(),
    policyCommand(),
    saidCommand(),
  ]
}
