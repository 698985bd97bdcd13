// Which commands there are, in the order of the help. Each is loaded when it is asked for: a client waits for its
// gateway, and a prompt hook runs at each prompt.

import type { Command } from 'commander'

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  approvals: async () => (await import('./approvals.js')).approvalsCommand(),
  approve: async () => (await import('./approve.js')).approveCommand(),
  deny: async () => (await import('./approve.js')).denyCommand(),
  call: async () => (await import('./call.js')).callCommand(),
  explain: async () => (await import('./explain.js')).explainCommand(),
  gateway: async () => (await import('./gateway.js')).gatewayCommand(),
  handles: async () => (await import('./handles.js')).handlesCommand(),
  init: async () => (await import('./init.js')).initCommand(),
  lint: async () => (await import('./lint.js')).lintCommand(),
  policy: async () => (await import('./policy.js')).policyCommand(),
  revoke: async () => (await import('./approve.js')).revokeCommand(),
  said: async () => (await import('./said.js')).saidCommand(),
}

/** The command of that name alone; all of them where it is none, for the help and for "did you mean". */
export async function commandsFor(name: string | undefined): Promise<readonly Command[]> {
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return Promise.all((named ? [named] : Object.values(COMMANDS)).map((load) => load()))
}
