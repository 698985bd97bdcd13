// Which existing object.

import { hasSideEffect } from '../../../tool/effects.js'
import type { FlowTool } from '../../../tool/flow/declare.js'
import type { RoleUse } from '../../../tool/flow/roles.js'
import { chosenBy } from '../../words/references.js'
import { languageOf, thingsOf } from '../../words/request/language.js'
import { toolWords } from '../../words/request/tool-words.js'
import { choiceOf } from '../choice.js'
import type { Account, Known } from '../known.js'
import { type Facts, isOf, placeOf } from './look.js'
import { unanchored, vouchAnchored, vouchJoined, vouchTrusted } from './trusted-value.js'

export function vouchSelector(facts: Facts, use: RoleUse, tool: FlowTool, known: Known): Account {
  const { label, seen } = facts
  // By default only a place of handles selects: what is looked up there is the caller's own, and reading it tells nobody.
  if (!use.declared && !hasSideEffect(tool.effect) && !tool.egress) return { ok: true, by: 'schema', label }
  const wanted = { role: 'selector', tool, of: use.of, asOf: known.asOf } as const
  const trusted =
    ofItsKind(vouchTrusted(facts, 'selector', known), facts, tool, known) ??
    vouchAnchored(facts, wanted, known)
  if (trusted) return trusted
  const own = seen.find((at) => at.label === 'first-party' && isOf(at, use.of))
  const choice = own && choiceOf(seen, use.of, chosenBy(tool, known.acts, known.asOf), known)
  if (own && choice === 'chosen') return { ok: true, by: 'chosen', label, ...placeOf(own) }
  // The attack: an agent finds an id and deletes what it stands for, though nobody named it.
  if (own && tool.effect === 'destroy')
    return { ...unanchored(facts, wanted, known, 'object_not_named'), ...placeOf(own) }
  if (own && choice === 'not chosen' && hasSideEffect(tool.effect))
    return { ok: false, reason: 'not_chosen', label, ...placeOf(own) }
  if (own) return { ok: true, by: 'first-party', label, ...placeOf(own) }
  return vouchJoined(facts, 'selector', tool, known) ?? unanchored(facts, wanted, known)
}

/** "Room 204" names no event 204. */
function ofItsKind(
  trusted: (Account & { ok: true }) | undefined,
  { form: { kind, text } }: Facts,
  tool: FlowTool,
  { words, asOf }: Known,
): (Account & { ok: true }) | undefined {
  if (trusted?.by !== 'user' || kind !== 'number') return trusted
  const own = toolWords(tool).things
  const speaking = words.languages.map(languageOf)
  const isOfAnother = (word: string): boolean => {
    const things = speaking.flatMap((language) => thingsOf(word, language))
    return things.length > 0 && own.size > 0 && !things.some((thing) => own.has(thing))
  }
  return words.namesNumber(text, asOf, isOfAnother) ? trusted : undefined
}
