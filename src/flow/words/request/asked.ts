// Which of the tools at hand a request asks for. An act is asked of tools, not of a kind: by their own verb, and of
// these by what the clause is about.

import type { Effect } from '../../../tool/effects.js'
import type { Egress } from '../../../tool/flow/declare.js'
import type { Family, Thing } from '../lexicon/shape.js'
import { KIN, KINDS, LIGHT, SERVES, SPEAKING, WRITTEN } from './serves.js'
import { stemOf, type ToolSaid, type ToolWords, toolWords } from './tool-words.js'
import type { Clause, ClauseAct, Polarity, Request } from './types.js'

export interface OfferedTool extends ToolSaid {
  readonly effect: Effect
  readonly egress: Egress
}

/** A tool that the user asked for, and why it is held to be. */
interface AskedTool {
  readonly tool: string
  readonly clause: Clause
  readonly because: string
}

/** The offered tools with a side effect that a request asks for, each with its clause, in the request's order. */
export function actsAsked(request: Request, tools: readonly OfferedTool[]): AskedTool[] {
  return actsOf(request, tools, ASKING)
}

/** Those that it wants not to be used. */
export function actsDenied(request: Request, tools: readonly OfferedTool[]): AskedTool[] {
  return actsOf(request, tools, DENYING)
}

const ASKING = new Set<Polarity>(['asked', 'reminder'])
const DENYING = new Set<Polarity>(['denied'])

function actsOf(
  { clauses }: Request,
  tools: readonly OfferedTool[],
  polarities: ReadonlySet<Polarity>,
): AskedTool[] {
  const acting = tools
    .filter(({ effect }) => effect !== 'read' && effect !== 'explain' && effect !== 'derive')
    .map((tool) => ({ tool, said: toolWords(tool) }))
  return clauses.flatMap((clause) =>
    clause.acts
      .filter(({ polarity }) => polarities.has(polarity))
      .flatMap((act) =>
        askedBy(act, clause, acting).map(({ tool }) => ({
          tool: tool.name,
          clause,
          because: `${act.because}, and asks of '${tool.name}' by its own verb`,
        })),
      ),
  )
}

interface Candidate {
  readonly tool: OfferedTool
  readonly said: ToolWords
}

type Ranked = Candidate & { readonly rank: number }

/** Own and alike before else; in each, what the clause is about, then what stands around it. */
function askedBy(act: ClauseAct, clause: Clause, tools: readonly Candidate[]): readonly Candidate[] {
  const serving = tools.flatMap((candidate): Ranked[] => {
    const rank = rankOf(candidate, act)
    return rank === undefined ? [] : [{ ...candidate, rank }]
  })
  if (act.families[0] === 'delegate') return serving
  const own = serving.filter(({ rank }) => rank < ELSE)
  const others = serving.filter(({ rank }) => rank >= ELSE)
  const near = bestOf(own, act, clause) ?? bestOf(others, act, clause)
  if (near || act.families[0] === 'wish') return firstRank(near ?? [])
  if (clause.things.length > 0 && act.families.every((family) => LIGHT.has(family))) return []
  const around = bestByThings(own, clause.around, clause.aroundWords)
  if (around) return firstRank(around)
  const isSpeaking = act.families.some((family) => SPEAKING.has(family))
  const written = isSpeaking ? bestByThings(own, WRITTEN, []) : undefined
  if (written || own.length > 0) return firstRank(written ?? own)
  const instead = bestByThings(others, clause.around, clause.aroundWords)
  return firstRank(instead ?? (isSpeaking ? bestByThings(others, WRITTEN, []) : undefined) ?? [])
}

/** By what the clause is about; the object goes before what stands behind a preposition, but where one speaks. */
function bestOf(
  serving: readonly Ranked[],
  act: ClauseAct,
  { things, objects, words }: Clause,
): readonly Ranked[] | undefined {
  const best = bestByThings(serving, things, words)
  if (!best || act.families.some((family) => SPEAKING.has(family))) return best
  const some = best.filter(({ said }) => objects.some((thing) => said.things.has(thing)))
  return some.length > 0 ? some : best
}

function firstRank(ranked: readonly Ranked[]): readonly Ranked[] {
  const least = Math.min(...ranked.map(({ rank }) => rank))
  return ranked.filter(({ rank }) => rank === least)
}

const ELSE = 10

/** 0: of its own family; 1: of one alike; from 10 on: of one that may stand in for it. */
function rankOf({ tool, said }: Candidate, { families, firm, verb }: ClauseAct): number | undefined {
  const ranks = families.flatMap((family, i) => {
    const loose = i < firm || firm === 0 ? 0 : 0.5
    if (said.families.length === 0) return kindServes(tool, family) ? [0] : []
    const { alike = [], else: instead = [] } = SERVES[family] ?? {}
    if (family !== 'wish' && said.families.includes(family))
      return [said.verbs.has(verb) ? loose - 0.25 : loose]
    if (alike.some((each) => said.families.includes(each))) return [1 + loose]
    const at = instead.findIndex((each) => said.families.includes(each))
    return at === -1 ? [] : [ELSE + at]
  })
  return ranks.length === 0 ? undefined : Math.min(...ranks)
}

function kindServes({ effect, egress }: OfferedTool, family: Family | 'wish'): boolean {
  const kind = family === 'wish' ? undefined : KINDS[family]
  return kind === 'destroy' ? effect === 'destroy' : kind !== undefined && kind === egress
}

/** Those that have something of what the clause is about, unless another has all of it and more. */
function bestByThings(
  serving: readonly Ranked[],
  things: readonly Thing[],
  words: readonly string[],
  isKin = false,
): readonly Ranked[] | undefined {
  const stems = new Set(words.filter((word) => word.length > 3).map(stemOf))
  const shared = serving.map((candidate) => ({ candidate, shared: sharedOf(candidate.said, things, stems) }))
  const some = shared.filter((each) => each.shared.size > 0)
  if (some.length === 0) {
    const kin = things.flatMap((thing) => KIN[thing] ?? [])
    return kin.length > 0 && !isKin ? bestByThings(serving, kin, [], true) : undefined
  }
  return some
    .filter((each) => !some.some((other) => other !== each && beats(other, each)))
    .map(({ candidate }) => candidate)
}

interface Shared {
  readonly candidate: Ranked
  readonly shared: ReadonlySet<string>
}

/** It has all of it and more; where its verb fits less well, a thing more and not just a word. */
function beats(other: Shared, each: Shared): boolean {
  if (!holdsMore(other.shared, each.shared)) return false
  if (Math.floor(other.candidate.rank) <= Math.floor(each.candidate.rank)) return true
  return [...other.shared].some((more) => !each.shared.has(more) && !more.startsWith('word '))
}

function sharedOf(
  { things, mainThings, nameThings, words }: ToolWords,
  said: readonly Thing[],
  stems: ReadonlySet<string>,
): Set<string> {
  const shared = new Set<string>()
  for (const thing of said) {
    if (things.has(thing)) shared.add(thing)
    if (mainThings.has(thing)) shared.add(`main ${thing}`)
    if (nameThings.has(thing)) shared.add(`name ${thing}`)
  }
  for (const word of words) if (stems.has(word)) shared.add(`word ${word}`)
  return shared
}

function holdsMore(more: ReadonlySet<string>, less: ReadonlySet<string>): boolean {
  return more.size > less.size && [...less].every((each) => more.has(each))
}
