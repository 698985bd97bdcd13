// Stage 5, without rules: one call, its arguments and what the session knows, to what the flow says of it. Pure;
// the order of checks has no bearing on the verdict, since the worst one wins.

import type { Json, JsonObject } from '../../json/json.js'
import { keyTo, type Place, placeBelow, ROOT, type Visited } from '../../json/place.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { PUBLIC } from '../../tool/flow/label.js'
import type { RoleAt, RoleUse } from '../../tool/flow/roles.js'
import { mayLearn } from '../evidence/readers.js'
import type { ActFacts } from '../words/acts.js'
import { readTarget } from '../words/address-grammar.js'
import { canonicalOf } from '../words/canonical.js'
import { meantUse } from '../words/when.js'
import { boundTo } from './bound.js'
import { otherDay } from './days.js'
import { type ArgumentFacts, type Findings, type Reason, type Verdict, worstVerdict } from './decision.js'
import type { Case, Known } from './known.js'
import { vouch } from './vouch/vouch.js'

/** More than a person can look at. */
const MAX_ITEMS = 50

/** Judges the flow of one call. */
export function judgeFlow(call: Case, known: Known): Findings {
  const facts: Finding[] = []
  const visit: Visit = (value, use, at) => facts.push(factsOf(value, use, at, call, known))
  walk(call.args, call.tool.roles, ROOT, visit)
  const destinations = call.door ? [] : destinationsOf(call.tool, facts)
  const unread = call.door ? [] : unreadable(facts, destinations, call, known)
  const day = call.door ? undefined : otherDay(facts, call, known)
  const items = [
    ...facts.filter(({ reason }) => reason),
    ...unread,
    ...(day && !day.reason ? [{ ...day, reason: 'day_not_said' as const }] : []),
  ]
  const act = actOf(call, facts, known)
  const found: (readonly [Verdict, Reason])[] = items.map((item) => [
    item.deny ? 'deny' : 'hold',
    item.reason as Reason,
  ])
  if (act.why) found.push(['hold', act.why])
  if (items.length > MAX_ITEMS) found.push(['deny', 'too_many'])
  const verdict = worstVerdict(found.map(([worst]) => worst))
  const reason = found.find(([worst]) => worst === verdict)?.[1]
  const together = verdict === 'hold' ? togetherIn(call, known) : undefined
  return {
    verdict,
    ...(reason && { reason }),
    ...(together !== undefined && { together }),
    arguments: facts,
    items: items.slice(0, MAX_ITEMS),
    destinations,
    asked: act.asked,
    ...(facts.some(isLink) && { links: known.links.told() }),
    ...(act.done.length > 0 && { done: act.done.map(({ tool, callId }) => ({ tool, callId })) }),
  }
}

function isLink({ by, reason }: Finding): boolean {
  return by === 'followed' || reason === 'links_spent'
}

type Finding = ArgumentFacts & { readonly deny?: true }

type Visit = (value: string | number | boolean, use: RoleUse, at: Visited) => void

function walk(value: Json, at: RoleAt, place: Place, visit: Visit): void {
  if (value === null) return
  if (typeof value !== 'object') {
    visit(value, at.use(value), place)
    return
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) walk(value[i] as Json, at.item(i), placeBelow(place, i), visit)
    return
  }
  for (const key of Object.keys(value)) {
    const below = placeBelow(place, key)
    // A name that no schema gives is data like any other: `{ "evil@x.example": "writer" }`.
    const name = at.nameUse(key)
    // It has a place of its own: the attack is a key that passes for the handle below it.
    if (name) visit(key, name, keyTo(below))
    walk((value as JsonObject)[key] as Json, at.property(key), below, visit)
  }
}

function factsOf(
  value: string | number | boolean,
  given: RoleUse,
  at: Visited,
  call: Case,
  known: Known,
): Finding {
  const { tool, handles, door } = call
  const use = meantUse(given, value)
  const about = {
    at,
    value,
    role: use.role,
    ...(use.listed && { listed: true as const }),
    ...(use.of !== undefined && { of: use.of }),
    ...(use.bound && { boundTo: use.bound.join('.') }),
  }
  if (door) return { ...about, label: door, by: 'door' }
  const own = use.bound ? boundTo(use.bound, at, call, known) : known
  const account = vouch(value, use, tool, own, handles?.get(at))
  const { label, from, candidates } = account
  const found = { ...about, label, ...(from && { from }), ...(candidates && { candidates }) }
  if (account.ok) return { ...found, by: account.by, ...(account.words && { words: account.words }) }
  return { ...found, reason: account.reason, ...(account.deny && { deny: true as const }) }
}

/** Where content would go. What is published, or sent without saying to whom, may reach anyone. */
function destinationsOf(tool: FlowTool, facts: readonly Finding[]): readonly string[] {
  const targets = facts.flatMap(({ role, value }) =>
    role === 'target' && typeof value === 'string' ? (readTarget(value) ?? [value]) : [],
  )
  const named = targets.map(canonicalOf)
  if (!tool.egress) return named.filter(({ url }) => url).map(({ text }) => text)
  const texts = named.map(({ text }) => text)
  return tool.egress === 'publish' || texts.length === 0 ? [PUBLIC, ...texts] : texts
}

/** Values that some destination may not learn. */
function unreadable(
  facts: readonly Finding[],
  destinations: readonly string[],
  { handles }: Case,
  { traces, inGroup }: Known,
): Finding[] {
  if (destinations.length === 0) return []
  const hasContent = facts.some(({ role, listed }) => role === 'content' && !listed)
  const reason = hasContent ? 'readers' : 'value_readers'
  return facts.flatMap((found) => {
    if (found.reason || found.listed) return []
    const readers = handles?.get(found.at)?.readers ?? traces.of(String(found.value))
    if (!readers || destinations.every((to) => to === found.value || mayLearn(readers, to, inGroup)))
      return []
    const { by: _, ...rest } = found
    return [{ ...rest, reason }]
  })
}

/** Whether the user's words, or the program's, ask for the act. */
function actOf({ tool, door }: Case, facts: readonly Finding[], { acts, task, asOf }: Known): ActFacts {
  if (door !== undefined || tool.acts.length === 0 || task.has(tool.name)) return ASKED
  const found = acts.facts(tool, asOf)
  return found.why === 'act_done' && isEndorsed(facts) ? ASKED : found
}

const ASKED: ActFacts = { asked: true, done: [] }

/** A person allowed the value itself, for this tool: then for later calls to it too. */
function isEndorsed(facts: readonly Finding[]): boolean {
  const deciding = facts.filter(({ role, listed }) => !listed && (role === 'target' || role === 'selector'))
  return deciding.length > 0 && deciding.every(({ by }) => by === 'endorsement')
}

/** "Delete all drafts": whether it is all of them can't be checked, so its calls are asked about as one. */
function togetherIn({ tool }: Case, { acts, asOf }: Known): string | undefined {
  const asked = acts
    .clausesFor(tool, asOf)
    .find(({ clause }) => clause.count.kind === 'each' || clause.count.kind === 'plural')
  return asked && `${asked.message.id} ${asked.clause.start}`
}
