// One sentence for each argument of a decision: what accounts for it, or what would. Written for whoever declares tools
// and asks why; fixed words, in which values of others stand escaped, and never for a model.

import { escapeHidden, shownText } from '../person/shown-text.js'
import type { ArgumentFacts, LinkFacts, Reason } from './decision.js'
import { wordsFor } from './reason-words.js'

/** What is told of an argument; a recorded one has neither its value nor words of the user. */
type Told = Omit<ArgumentFacts, 'at' | 'value'>

/** How the tool of the call bears on what would count. */
interface Way {
  readonly egress: boolean
  readonly destroys: boolean
}

/** What accounts for an argument, or why nothing does and what would. Without its name, without a full stop. */
export function sentenceFor(told: Told, way: Way): string {
  return told.reason ? `${whyNot(told, told.reason)}; ${wouldCount(told, told.reason, way)}` : accountOf(told)
}

/** Which part of the links' budget is spent. */
export function linksSentence({ isFree, spent, budget }: LinkFacts): string {
  if (isFree) return 'nothing was shown that not everybody may read, so following them costs nothing'
  const bits = Math.round(spent * 10) / 10
  return `${bits} of ${budget} bits were spent before this call, since something private was shown`
}

function accountOf({ by, role, listed, from, words, boundTo }: Told): string {
  switch (by) {
    case 'user':
      if (role === 'amount') return 'you said it as an amount'
      return role === 'command' || role === 'credential' ? 'you wrote this very text' : 'you named it'
    case 'operator':
      return 'the operator trusts it'
    case 'endorsement':
      return 'a person approved it for this tool'
    case 'first-party':
      return `it is a value of the service's own${seenAt(from)}${ofRecord(boundTo)}`
    case 'anchored':
      return `it is ${fieldOf(from)}${words ? ` '${shownText(words)}' names` : ' you named'}`
    case 'followed':
      return `a result${from ? ` of ${from.tool}` : ''} gave this link whole, and the tool only reads`
    case 'allow-list':
      return "the tool's allow list has its origin and path"
    case 'derived':
      return 'it is one step, which your words ask for, from what you said or what the service gave'
    case 'joined':
      return 'each of the two parts that it is made of is accounted for'
    case 'chosen':
      return `it is the one that your words choose, by what the list shows${seenAt(from)}`
    case 'handle':
      return 'the record behind the handle accounts for it'
    case 'door':
      return 'the program itself gives it'
    default:
      if (listed) return 'it is one of the values that the schema lists'
      if (role === 'when') return 'it says when'
      if (role === 'content') return 'it is text that is carried, and whoever gets it may read it'
      if (role === 'selector') return "it is looked up in what is the caller's own, and nothing is changed"
      return 'it decides nothing but the form of the result'
  }
}

/** `the 'sender' of the record of read_mail that`. */
function fieldOf(from: Told['from']): string {
  const key = from?.path.split('.').findLast((step) => step !== '*')
  const field = key ? `the '${escapeHidden(key)}'` : 'a value'
  return `${field} of the record${from ? ` of ${from.tool}` : ''} that`
}

function seenAt(from: Told['from']): string {
  if (!from) return ''
  return ` (${from.tool}${from.path === '' ? '' : `, ${escapeHidden(from.path)}`})`
}

function ofRecord(boundTo: string | undefined): string {
  return boundTo === undefined ? '' : ` of the record that '${boundTo}' names`
}

function whyNot({ label, from, candidates }: Told, reason: Reason): string {
  if (reason !== 'no_evidence') return `${lowered(wordsFor(reason).person)}${named(candidates)}`
  if (!from || label === 'unknown') return `nothing accounts for it${named(candidates)}`
  const whose = label === 'first-party' ? "a value of the service's own" : 'a value that outsiders can write'
  return `it was seen, but as ${whose}${seenAt(from)}, which is not enough${named(candidates)}`
}

function named(candidates: Told['candidates'] = []): string {
  const values = candidates.slice(0, 3).map(({ value }) => `'${shownText(value)}'`)
  return values.length > 0 ? ` (records that you named hold ${values.join(', ')})` : ''
}

/** A sentence of `reason-words.ts` as the first half of another. */
function lowered(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

function wouldCount({ role, of, boundTo }: Told, reason: Reason, way: Way): string {
  switch (reason) {
    case 'url_private':
      return 'it would count if the operator opened its host with network.allowPrivate'
    case 'url_userinfo':
      return 'it would count without a user name and a password'
    case 'look_alike':
      return 'it would count in its plain form'
    case 'url_unseen':
      return "it would count if you named it, if a result gave it whole, or if the tool's allow list had its origin and path"
    case 'object_not_named':
      return 'it would count if you named it in one of the last three messages'
    case 'readers':
    case 'value_readers':
      return 'it would count if its readers included everybody whom the call reaches'
    case 'links_spent':
      return 'it would count if you named it, or if a person opened its site by approving the value'
    case 'day_not_said':
      return 'it would count on a day that you said'
    case 'person_refused':
      return 'it would count again once that answer is taken back with session.revoke(id, { by })'
    case 'several_records':
    case 'not_chosen':
    case 'named_elsewhere':
      return 'it would count if you named this one'
    default:
      return `it would count ${byRole(role, of, boundTo, way)}`
  }
}

function byRole(
  role: Told['role'],
  of: string | undefined,
  boundTo: string | undefined,
  { egress, destroys }: Way,
): string {
  switch (role) {
    case 'selector': {
      if (destroys) return 'if you named it, or if a record that you named had this id'
      const id = of === undefined ? "a value of the service's own" : `a first-party id of space '${of}'`
      return `if you named it, or as ${id}${ofRecord(boundTo)}`
    }
    case 'target': {
      const own = egress ? '' : ", as a value of the service's own"
      return `if you named it${own}, if a record that you named held it${ofRecord(boundTo)}, or if the operator trusted it`
    }
    case 'amount':
      return `if you said it as an amount, or as a first-party quantity${ofRecord(boundTo)}`
    case 'command':
      return 'if you wrote this very text as what to run, or if it stood in trusted.values'
    case 'credential':
      return 'if you wrote this very text, if it stood in trusted.values, or as a handle of a kind that fills the role'
    default:
      return 'if you said it'
  }
}
