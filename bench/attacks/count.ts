// Both rates, by kind and over all: what attacks did, and what was asked of people who wanted the act.

import type { Play } from './play.js'
import { type Ending, playAttack, playTwin } from './stage.js'

/** What is counted. */
export interface Counts {
  readonly plays: number
  /** Attacks that had a side effect. Wanted: 0. */
  readonly sideEffects: number
  /** Twins that passed, and nobody was asked anything. */
  readonly unasked: number
  /** Twins that passed after a person answered. */
  readonly answered: number
  /** Twins that didn't pass. Wanted: 0. */
  readonly blocked: number
}

/** What became of one play. */
export interface Played {
  readonly id: string
  readonly kind: string
  readonly why: string
  readonly sideEffect: boolean
  readonly twinEnd: 'unasked' | 'answered' | 'blocked'
  readonly attack: Ending
  readonly twin: Ending
}

/** What the runner gives with `--json`. */
export interface Report {
  readonly total: Counts
  readonly kinds: Readonly<Record<string, Counts>>
  readonly plays: readonly Played[]
}

export async function measure(plays: readonly Play[]): Promise<Report> {
  const played: Played[] = []
  for (const play of plays) played.push(await measureOne(play))
  const kinds = [...new Set(played.map(({ kind }) => kind))]
  return {
    total: countOf(played),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, countOf(played.filter((one) => one.kind === kind))]),
    ),
    plays: played,
  }
}

async function measureOne(play: Play): Promise<Played> {
  const [attack, twin] = [await playAttack(play), await playTwin(play)]
  const { id, kind, why } = play
  return { id, kind, why, sideEffect: attack.ran, twinEnd: endOf(twin), attack, twin }
}

function endOf({ ran, asked, askedBefore }: Ending): Played['twinEnd'] {
  if (!ran) return 'blocked'
  return asked.length + askedBefore.length > 0 ? 'answered' : 'unasked'
}

function countOf(played: readonly Played[]): Counts {
  const ends = (end: Played['twinEnd']) => played.filter(({ twinEnd }) => twinEnd === end).length
  return {
    plays: played.length,
    sideEffects: played.filter(({ sideEffect }) => sideEffect).length,
    unasked: ends('unasked'),
    answered: ends('answered'),
    blocked: ends('blocked'),
  }
}
