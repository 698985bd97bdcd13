// The role table: whether something trusted accounts for one value, in the role that it plays. Only positive
// evidence counts; that a value was seen in bad company proves nothing, and is not looked for.

import { hasUserInfo } from '../../text/url.js'
import { isAllowed } from '../../tool/flow/allow.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { isVouched, worse } from '../../tool/flow/label.js'
import type { Role, RoleUse } from '../../tool/flow/roles.js'
import type { Integrity } from '../../tool/outcome.js'
import { bestLabel, MAX_FIELD, type Sighting } from '../evidence/evidence.js'
import { readTarget } from '../words/address-grammar.js'
import { type Canonical, canonicalOf } from '../words/canonical.js'
import { numberOf } from '../words/numbers.js'
import type { EvidencePlace } from './decision.js'
import { holds, isDerived } from './derive.js'
import { vouchHandle } from './handle-evidence.js'
import { piecesOf } from './join.js'
import type { Account, HandleFacts, Known } from './known.js'

/** Whether something accounts for a value in its role. */
export function vouch(
  value: string | number | boolean,
  use: RoleUse,
  tool: FlowTool,
  known: Known,
  handle: HandleFacts | undefined,
): Account {
  if (use.listed) return { ok: true, by: 'schema', label: 'operator' }
  if (handle) return vouchHandle(handle, use.role, tool, known)
  const facts = look(value, use.role, known)
  switch (use.role) {
    case 'control':
    case 'when':
    case 'content':
      return { ok: true, by: 'schema', label: facts.label, ...facts.place }
    case 'target':
      return vouchTarget(facts, tool, known)
    case 'selector':
      return vouchSelector(facts, use, tool, known)
    case 'amount':
      return vouchAmount(facts, known)
    case 'command':
    case 'credential':
      return vouchExactly(facts, use.role, known)
  }
}

/** What an approval of a value is bound to: its canonical form, or the very bytes of a text that is not in it. */
export function approvalKey(form: Canonical, value: string | number | boolean): string {
  return form.exact ? form.key : `raw:${value}`
}

interface Facts {
  readonly value: string | number | boolean
  readonly form: Canonical
  readonly label: Integrity
  readonly seen: readonly Sighting[]
  readonly place: { readonly from?: EvidencePlace }
}

function look(value: string | number | boolean, role: Role, known: Known): Facts {
  if (typeof value === 'string' && value.length > MAX_FIELD * 2) return { ...UNKNOWN_TEXT, value }
  const form = canonicalOf(value)
  const seen = known.index.seen(form.key, known.asOf)
  if (isUsers(form, known)) return { value, form, label: 'user', seen, place: {} }
  if (known.trusted.accounts({ value, form }, role, () => wasSeen(seen)))
    return { value, form, label: 'operator', seen, place: {} }
  return { value, form, label: bestLabel(seen), seen, place: placeOf(seen[0]) }
}

const UNKNOWN_TEXT = {
  form: { kind: 'text', text: '', key: '', exact: true },
  label: 'unknown',
  seen: [],
  place: {},
} as const satisfies Omit<Facts, 'value'>

function isUsers({ kind, text, key }: Canonical, { words, asOf }: Known): boolean {
  if (words.named(key, asOf)) return true
  // An address is named as a whole or not at all; a name and a path are words.
  if (kind === 'url' || kind === 'email' || kind === 'phone') return false
  return words.says(text, asOf, kind !== 'text')
}

/** A list counts when each of those that it names does; what no grammar reads names nobody. */
function vouchTarget(facts: Facts, tool: FlowTool, known: Known): Account {
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
  if (url && hasUserInfo(url)) return { ok: false, reason: 'url_userinfo', label, deny: true }
  if (url && known.isPrivate(url)) return { ok: false, reason: 'url_private', label, deny: true }
  if (!form.exact) {
    if (known.endorsed(approvalKey(form, facts.value), 'target'))
      return { ok: true, by: 'endorsement', label }
    return { ok: false, reason: 'look_alike', label, ...place }
  }
  const trusted = vouchTrusted(facts, 'target', known) ?? vouchAnchored(facts, undefined, known)
  if (trusted) return trusted
  if (!tool.egress) {
    const own = seen.find((at) => at.label === 'first-party')
    if (own) return { ok: true, by: 'first-party', label, ...placeOf(own) }
    // What is fetched from a URL that an outsider wrote tells the outsider nothing but that it was fetched.
    if (url && wasSeen(seen)) return { ok: true, by: 'seen-url', label, ...place }
  }
  if (url && (isAllowed(url, tool.allow) || (wasSeen(seen) && isAllowed(withoutQuery(url), tool.allow)))) {
    return { ok: true, by: 'allow-list', label, ...place }
  }
  return (
    vouchJoined(facts, 'target', tool, known) ?? {
      ok: false,
      reason: url ? 'url_unseen' : 'no_evidence',
      label,
      ...place,
    }
  )
}

function vouchSelector(facts: Facts, use: RoleUse, tool: FlowTool, known: Known): Account {
  const { label, seen, place } = facts
  const trusted = vouchTrusted(facts, 'selector', known) ?? vouchAnchored(facts, use.of, known)
  if (trusted) return trusted
  const own = seen.find((at) => at.label === 'first-party' && isOf(at, use.of))
  // The attack: an agent finds an id and deletes what it stands for, though nobody named it.
  if (own && tool.effect === 'destroy')
    return { ok: false, reason: 'object_not_named', label, ...placeOf(own) }
  if (own) return { ok: true, by: 'first-party', label, ...placeOf(own) }
  return vouchJoined(facts, 'selector', tool, known) ?? { ok: false, reason: 'no_evidence', label, ...place }
}

function vouchAmount(facts: Facts, known: Known): Account {
  const { value, label, seen, place } = facts
  const number = numberOf(value)
  const trusted = vouchTrusted(facts, 'amount', known)
  if (trusted && (number === undefined || trusted.by !== 'user')) return trusted
  if (number === undefined) return { ok: false, reason: 'no_evidence', label, ...place }
  const said = known.words.said(known.asOf).map(({ numbers }) => numbers)
  if (said.some(({ values }) => values.has(number))) return { ok: true, by: 'user', label: 'user' }
  const quantities = known.index.quantities()
  if (holds(quantities, number, number, known.asOf)) {
    return {
      ok: true,
      by: 'first-party',
      label: 'first-party',
      ...placeOf(seen.find((at) => at.label === 'first-party')),
    }
  }
  if (isDerived(number, said, quantities, known.asOf))
    return { ok: true, by: 'derived', label: 'first-party' }
  return { ok: false, reason: 'no_evidence', label, ...place }
}

/** Code and secrets: letter for letter as the user or the operator wrote them. */
function vouchExactly(facts: Facts, role: Role, known: Known): Account {
  const { value, form, label, place } = facts
  if (known.words.says(String(value), known.asOf, true)) return { ok: true, by: 'user', label: 'user' }
  if (label === 'operator') return { ok: true, by: 'operator', label }
  if (known.endorsed(form.key, role)) return { ok: true, by: 'endorsement', label }
  return { ok: false, reason: 'no_evidence', label, ...place }
}

function vouchTrusted(
  { form, label }: Facts,
  role: Role,
  known: Known,
): (Account & { ok: true }) | undefined {
  if (label === 'operator' || (label === 'user' && isNamed(form, known)))
    return { ok: true, by: label, label }
  return known.endorsed(form.key, role) ? { ok: true, by: 'endorsement', label } : undefined
}

/** Whether the user's words name something by the value, and don't merely count with it. */
function isNamed({ kind, text }: Canonical, { words, asOf }: Known): boolean {
  return kind !== 'number' || words.namesNumber(text, asOf)
}

function vouchAnchored(
  { form, label, seen }: Facts,
  of: string | undefined,
  known: Known,
): (Account & { ok: true }) | undefined {
  const at = seen.find(
    (at) =>
      isVouched(at.label) && isOf(at, of) && known.anchors.accounts(at.record, at.path, form.key, known.asOf),
  )
  return at && { ok: true, by: 'anchored', label, ...placeOf(at) }
}

/** A directory and a file name, a date and a time: each piece must be accounted for by itself. */
function vouchJoined(facts: Facts, role: Role, tool: FlowTool, known: Known): Account | undefined {
  const pieces = piecesOf(facts.form)
  if (!pieces) return undefined
  const good = pieces.every((piece) => {
    const own = look(piece, role, known)
    // A name that is a host says nothing of where a file goes.
    if (own.label === 'operator' && own.form.kind !== 'path' && !known.trusted.names(piece)) return false
    // A path counts letter for letter, so its pieces do too.
    if (own.label === 'user') return known.words.says(piece, known.asOf, true)
    if (vouchTrusted(own, role, known) || vouchAnchored(own, undefined, known)) return true
    return !tool.egress && tool.effect !== 'destroy' && own.label === 'first-party'
  })
  return good ? { ok: true, by: 'joined', label: facts.label } : undefined
}

function isOf(at: Sighting, of: string | undefined): boolean {
  return of === undefined || at.id === of
}

/** Seen whole, and not merely because the model wrote it somewhere before. */
function wasSeen(seen: readonly Sighting[]): boolean {
  return seen.some(({ label }) => label !== 'unknown')
}

function withoutQuery(url: URL): URL {
  const bare = new URL(url)
  bare.search = ''
  bare.hash = ''
  return bare
}

function placeOf(at: Sighting | undefined): { readonly from?: EvidencePlace } {
  return at ? { from: { tool: at.record.tool, callId: at.record.callId, path: at.path } } : {}
}
