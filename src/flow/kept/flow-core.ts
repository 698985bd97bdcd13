// What a gate's sessions share of the information flow: what the operator trusts, the rules, the mode, which
// addresses are private, and where it is all kept. Checked once, when the gate is made.

import { DefinitionError } from '../../base/options.js'
import { isPrivateHost, openedHosts } from '../../net/addresses.js'
import type { RecordStore } from '../../stores/store.js'
import type { Logger } from '../../tool/context.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { Tool } from '../../tool/tool.js'
import { guardedInGroup } from '../evidence/groups.js'
import type { InGroup } from '../evidence/readers.js'
import type { Mode } from '../judge/decision.js'
import { checkExemptions, compilePolicy, type PolicyOptions, type Rule } from '../judge/rules.js'
import { compileTrusted, type TrustedOptions } from '../judge/trusted.js'
import type { LanguageName } from '../words/request/language.js'
import { FlowStore } from './flow-store.js'
import { LastingApprovals } from './lasting-approvals.js'
import type { FlowCore } from './session-flow.js'

/** What the operator of a gate says about information flow. */
export interface OperatorOptions {
  /** What the operator vouches for: domains, directories, values. */
  readonly trusted?: TrustedOptions
  /** The operator's rules: allow, deny or hold by tool, effect, principal, arguments and condition. */
  readonly rules?: PolicyOptions | readonly Rule[]
  /**
   * What becomes of a call that nothing vouches for: a person is asked (`ask`, the default), it is refused
   * (`enforce`), or it runs and the record says what would have been (`observe`). In `observe` rules don't refuse
   * either.
   */
  readonly mode?: Mode
  /**
   * Whether a destination (an address or a URL in its canonical form, or `public`) belongs to a group that stands in
   * `readers` as `group:<name>`. Asked in the middle of a decision, so look it up in memory: a promise, a throw and
   * everything else but `true` mean no. Default: no group includes anyone.
   */
  readonly inGroup?: InGroup
  /**
   * `none`: nobody calls `userSaid` in the sessions of this gate. What needs words is asked, and so that it is not
   * asked in each conversation anew, an answer `value` counts in all conversations of its user, for 30 days unless
   * `until` says otherwise. With `uses` it counts in its own conversation alone.
   */
  readonly userWords?: 'none'
  /**
   * The languages that users write their requests in; no other is read. A request that can't be read is asked about.
   * Name those that your users speak and no more: each one more is one more in which a pasted sentence could ask.
   * Default: `['en']`.
   */
  readonly languages?: readonly LanguageName[]
}

/** What the gate has made already. */
export interface FlowParts {
  readonly tools: readonly Tool[]
  readonly store: RecordStore
  /** The store is the gate's own memory. */
  readonly isOwn: boolean
  readonly clock: () => number
  readonly log: Logger
  readonly allowPrivate: readonly string[]
}

/** @throws DefinitionError for a trusted entry, rule or exemption that says nothing sensible. */
export function flowCore(
  { trusted, rules = [], mode, inGroup, userWords, languages }: OperatorOptions,
  { tools, store, isOwn, clock, log, allowPrivate }: FlowParts,
): FlowCore {
  const policy = compilePolicy(rules)
  const flows = tools.map(({ flow }) => flow)
  checkExemptions(rules, flows)
  if (!inGroup) refuseGroups(flows)
  const opened = openedHosts(allowPrivate)
  return {
    setting: {
      clock,
      policy,
      trusted: compileTrusted(trusted),
      tools: flows,
      ...(languages && { languages }),
      ...(mode && { mode }),
      ...(inGroup && {
        inGroup: guardedInGroup(inGroup, (err) => log.error({ err }, 'inGroup failed, so its answer was no')),
      }),
      declaredReaders: flows.flatMap(({ readers }) => (readers ? [readers] : [])),
      isPrivate: (url) =>
        url.hostname !== '' && isPrivateHost(url.hostname) && !opened.has(`${url.hostname}:${portOf(url)}`),
      onFault: (err) => log.error({ err }, 'evidence was lost, so results of that session count no longer'),
    },
    store: new FlowStore({ store, log, clock, own: isOwn }),
    // The gate's own tool takes handles and asks for no evidence.
    tracks:
      !policy.isEmpty ||
      tools.some(({ flow, isInspector }) => !isInspector && (!flow.asksNothing || flow.effect === 'derive')),
    lasting: userWords === 'none' ? new LastingApprovals({ store, log, clock }) : undefined,
    hasRules: !policy.isEmpty,
  }
}

/** Nobody would be in it, so each act that carries such a value would be held, whoever named its recipient. */
function refuseGroups(flows: readonly FlowTool[]): void {
  for (const { name, readers = [] } of flows) {
    const group = readers.find((reader) => reader.startsWith('group:'))
    if (group === undefined) continue
    throw new DefinitionError(
      `tool '${name}': readers: '${group}' is a group, and nobody says who is in it. Give createGate({ inGroup: (group, destination) => boolean }), in a gateway's configuration 'groups', or list the readers themselves.`,
    )
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
