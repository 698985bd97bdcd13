// What the name of a tool says that it does. A guess for a person to review: nothing that judges a call reads it.

import type { Effect } from '../../tool/effects.js'
import type { Egress } from '../../tool/flow/declare.js'
import { wordsOf } from '../words.js'

/** What a name says. Nothing: the name doesn't tell. */
export interface NameSays {
  readonly effect?: Exclude<Effect, 'explain' | 'derive'>
  readonly egress?: Exclude<Egress, false>
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

// `derive` is never guessed: its result counts like its input, which would launder what a tool fetched.
const EFFECTS_BY_VERB = {
  read: set(`get list read search find query fetch view show describe count check lookup look browse stat info
    inspect head tree diff status compare summarize summarise analyze analyse extract watch monitor whoami is has
    preview validate verify explain calculate compute select retrieve recall print ls cat grep`),
  trigger:
    set(`send post publish run execute exec eval trigger start stop restart invoke notify email mail share invite
    pay transfer wire deploy push reply forward tweet call navigate click press type fill submit dispatch
    book reserve order buy purchase schedule broadcast announce comment respond message text sms dm launch approve
    reject confirm request subscribe donate refund charge grant authorize authorise permit promote build release`),
  write:
    set(`write create add update edit set insert move rename copy upload mkdir touch save put patch modify append
    replace register import commit stage rebase merge checkout clone apply mark archive restore assign change
    configure enable disable upsert sync store remember make download pin lock close reopen`),
  destroy:
    set(`delete remove drop purge destroy wipe erase truncate uninstall revoke trash cancel discard terminate
    kill unsubscribe reset prune clear empty deactivate unpublish rm del clean`),
} as const

/** Nouns that stand for a look at the thing, where no verb does. */
const LOOKS: ReadonlySet<string> = set('log logs tree history schema version stats info status diff search')

const STRICTNESS = ['read', 'trigger', 'write', 'destroy'] as const

const EGRESS_BY_VERB = {
  pay: set('pay wire buy purchase refund donate charge transfer'),
  grant: set('share grant invite authorize authorise permit promote'),
  publish: set('post publish tweet broadcast announce comment release push upload'),
  send: set('send reply forward email mail message notify text sms dm respond submit dispatch'),
} as const

const MAKES: ReadonlySet<string> = set('create add make open update set schedule edit new')
const EGRESS_BY_NOUN = {
  pay: set('payment payments transaction transfer subscription purchase'),
  grant: set(
    'member members collaborator collaborators permission permissions role roles access owner admin acl share',
  ),
  publish: set('issue pull pr release gist tweet post comment'),
  send: set('message email mail invitation'),
} as const
const MONEY = set('money funds payment payments cash coins tokens')
/** What is transferred when it is no money. */
const NO_MONEY: ReadonlySet<string> = set('file files data repo repository ownership call issue chat')

/**
 * Reads a name: its first word, if that is a verb; else any verb in it, the strictest of them.
 *
 * @param prefix The word that all names of the list start with.
 */
export function nameSays(name: string, prefix?: string): NameSays {
  const all = wordsOf(name)
  const words = all[0] === prefix ? all.slice(1) : all
  const effect = effectOf(words)
  if (effect !== 'trigger' && effect !== 'write') return effect ? { effect } : {}
  const egress = egressOf(words)
  return { effect, ...(egress && { egress }) }
}

function effectOf(words: readonly string[]): NameSays['effect'] {
  const byWord = words.map((word) => STRICTNESS.find((effect) => EFFECTS_BY_VERB[effect].has(word)))
  // `get_and_delete` does both.
  const joined = byWord.filter((_, at) => at === 0 || ['and', 'or', 'then'].includes(words[at - 1] ?? ''))
  const found = byWord[0] ? joined : byWord
  const strictest = STRICTNESS.findLast((effect) => found.includes(effect))
  return strictest ?? (LOOKS.has(words.at(-1) ?? '') ? 'read' : undefined)
}

function egressOf(words: readonly string[]): NameSays['egress'] {
  const kinds = ['pay', 'grant', 'publish', 'send'] as const
  const verb = words.find((word) => STRICTNESS.some((effect) => EFFECTS_BY_VERB[effect].has(word))) ?? ''
  if (verb === 'transfer' && words.some((word) => NO_MONEY.has(word))) return 'send'
  if (verb === 'send' && words.some((word) => MONEY.has(word))) return 'pay'
  const byVerb = kinds.find((kind) => EGRESS_BY_VERB[kind].has(verb))
  if (byVerb || !MAKES.has(verb)) return byVerb
  return kinds.find((kind) => words.some((word) => word !== verb && EGRESS_BY_NOUN[kind].has(word)))
}
