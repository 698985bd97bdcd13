// Who or where: a list of addresses part by part, a URL, a person, a place.

import { hasUserInfo } from '../../../text/url.js'
import { isAllowed } from '../../../tool/flow/allow.js'
import type { FlowTool } from '../../../tool/flow/declare.js'
import { worse } from '../../../tool/flow/label.js'
import type { Integrity } from '../../../tool/outcome.js'
import { readTarget } from '../../words/address-grammar.js'
import type { Canonical } from '../../words/canonical.js'
import { entitiesIn } from '../../words/entities.js'
import { chosenBy, withFollowers } from '../../words/references.js'
import { choiceOf } from '../choice.js'
import type { Account, Known } from '../known.js'
import { approvalKey } from './approval-key.js'
import { follow } from './follow.js'
import { type Facts, look, placeOf, wasSeen } from './look.js'
import { unanchored, vouchAnchored, vouchJoined, vouchTrusted } from './trusted-value.js'

/** A list counts when each of those that it names does; what no grammar reads names nobody. */
export function vouchTarget(facts: Facts, tool: FlowTool, known: Known): Account {
  const { value, form, label, place } = facts
  const parts = typeof value === 'string' ? readTarget(value) : [String(value)]
  if (parts?.length === 1 && parts[0] === String(value)) return vouchOne(facts, tool, known)
  const accounts = parts?.map((part) => vouchOne(look(part, 'target', known), tool, known)) ?? []
  const denied = accounts.find((account) => !account.ok && account.deny)
  if (denied) return denied
  if (known.trusted.names(value)) return { ok: true, by: 'operator', label: 'operator' }
  if (known.endorsed(approvalKey(form, value), 'target')) return { ok: true, by: 'endorsement', label }
  const [first, ...more] = accounts
  if (!first) return { ok: false, reason: 'look_alike', label, ...place }
  const worst = more.reduce<Integrity>((sofar, account) => worse(sofar, account.label), first.label)
  const missing = accounts.find(({ ok }) => !ok)
  return { ...(missing ?? first), label: worst }
}

function vouchOne(facts: Facts, tool: FlowTool, known: Known): Account {
  const { form, label, seen, place } = facts
  const { url } = form
  const wanted = { role: 'target', tool, of: undefined, asOf: known.asOf } as const
  if (url && hasUserInfo(url)) return { ok: false, reason: 'url_userinfo', label, deny: true }
  if (url && known.isPrivate(url)) return { ok: false, reason: 'url_private', label, deny: true }
  if (!form.exact) {
    if (known.endorsed(approvalKey(form, facts.value), 'target'))
      return { ok: true, by: 'endorsement', label }
    return { ok: false, reason: 'look_alike', label, ...place }
  }
  const trusted = vouchTrusted(facts, 'target', known) ?? vouchAnchored(facts, wanted, known)
  if (trusted?.by === 'user' && isForAnother(form, tool, known))
    return { ok: false, reason: 'named_elsewhere', label, ...place }
  if (trusted) return trusted
  if (!tool.egress) {
    const choice = choiceOf(seen, undefined, chosenBy(tool, known.acts, known.asOf), known)
    if (choice === 'chosen') return { ok: true, by: 'chosen', label, ...place }
    const own = seen.find((at) => at.label === 'first-party')
    if (own) return { ok: true, by: 'first-party', label, ...placeOf(own) }
  }
  const followed = follow(facts, tool, known)
  if (followed?.ok) return followed
  const wasShown = wasSeen(seen) || known.links.find(form.key, known.asOf) !== undefined
  if (url && (isAllowed(url, tool.allow) || (wasShown && isAllowed(withoutQuery(url), tool.allow)))) {
    return { ok: true, by: 'allow-list', label, ...place }
  }
  return (
    vouchJoined(facts, 'target', tool, known) ??
    followed ??
    unanchored(facts, wanted, known, url ? 'url_unseen' : 'no_evidence')
  )
}

function withoutQuery(url: URL): URL {
  const bare = new URL(url)
  bare.search = ''
  bare.hash = ''
  return bare
}

/**
 * Whether the request for this tool names an address of this kind, and not this one: who was named an hour ago for
 * another purpose gets nothing of today.
 */
function isForAnother({ kind, key }: Canonical, tool: FlowTool, { acts, words, asOf }: Known): boolean {
  if (!tool.egress || !ADDRESSES.has(kind)) return false
  const named = new Set<string>()
  for (const asked of acts.clausesFor(tool, asOf)) {
    for (const { clause, message } of withFollowers(asked, words, asOf)) {
      if (clause.addresses.length === 0) continue
      for (const each of entitiesIn(message.text.slice(clause.start, clause.end))) named.add(each)
    }
  }
  return !named.has(key) && [...named].some((each) => each.startsWith(`${kind}:`))
}

const ADDRESSES: ReadonlySet<string> = new Set(['email', 'phone', 'account', 'url'])
