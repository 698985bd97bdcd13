// What a gate's sessions share of the information flow: the operator's constants and rules, the mode, which
// addresses are private, and where it is all kept. Checked once, when the gate is made.

import { compileConstants } from '../flow/constants.js'
import { checkExemptions, compilePolicy } from '../flow/rules.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'
import { isPrivateHost, openedHosts } from './addresses.js'
import type { GateOptions } from './create-gate.js'
import type { FlowCore } from './flow.js'
import { FlowStore } from './flow-store.js'

/** What the gate has made already. */
export interface FlowParts {
  readonly tools: readonly Tool[]
  readonly store: RecordStore
  readonly clock: () => number
  readonly log: Logger
}

/** @throws DefinitionError for a constant, rule or exemption that says nothing sensible. */
export function flowCore(
  options: Pick<GateOptions, 'constants' | 'rules' | 'mode' | 'network' | 'store'>,
  { tools, store, clock, log }: FlowParts,
): FlowCore {
  const { constants, rules = [], mode, network } = options
  const policy = compilePolicy(rules)
  const flows = tools.map(({ flow }) => flow)
  checkExemptions(rules, flows)
  const opened = openedHosts(network?.allowPrivate ?? [])
  return {
    setting: {
      clock,
      policy,
      constants: compileConstants(constants),
      ...(mode && { mode }),
      isPrivate: (url) =>
        url.hostname !== '' && isPrivateHost(url.hostname) && !opened.has(`${url.hostname}:${portOf(url)}`),
      onFault: (err) => log.error({ err }, 'evidence was lost, so results of that session count no longer'),
    },
    store: new FlowStore({ store, log, clock, own: options.store === undefined }),
    tracks: !policy.isEmpty || flows.some(({ asksNothing, effect }) => !asksNothing || effect === 'derive'),
    hasRules: !policy.isEmpty,
  }
}

const PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'ftp:': 21,
}

function portOf({ port, protocol }: URL): number | undefined {
  return port === '' ? PORTS[protocol] : Number(port)
}
