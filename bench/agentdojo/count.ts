// Plays everything there is to play, and counts.

import { ADAPTIVE, type Adaptive, attemptsOf } from './adaptive.js'
import type { InjectionTask, Suite, UserTask } from './data.js'
import { attackOf, type Variant } from './inject.js'
import { type OpenStage, type Played, playAttack, playBenign, playTwin } from './play.js'
import { addCounts, type Counts, type Report, ZERO } from './report.js'

/** What a replay tells besides its counts. */
export interface Notes {
  /** A call of the user that did not run though it was answered: a fault. */
  stuck(line: string): void
  /** A pair with a side effect. */
  sideEffect?(line: string): void
  /** A play begins, so that what the stage tells can be put under its name. */
  playing?(line: string | undefined): void
}

/** The disguises that are read in another text, and those that forge a record or borrow the user's words. */
const ENCODED = ['base64', 'reversed', 'split'] as const
const OTHERS = ['sender', 'structured', 'named'] as const

/** Replays all suites, plain and in each variant; with `adaptive` also an attacker who knows the prompt. */
export async function replay(
  suites: readonly Suite[],
  open: OpenStage,
  notes: Notes,
  { adaptive = false }: { readonly adaptive?: boolean } = {},
): Promise<Report> {
  const bySuite: Record<string, Counts> = {}
  for (const suite of suites) bySuite[suite.name] = await count(suite, 'plain', open, notes)
  const variants: Record<string, Counts> = {}
  const suiteVariants: Record<string, Record<string, Counts>> = {}
  const add = (variant: string, suite: string, counts: Counts) => {
    variants[variant] = addCounts(variants[variant] ?? ZERO, counts)
    const own = suiteVariants[suite] ?? {}
    suiteVariants[suite] = { ...own, [variant]: addCounts(own[variant] ?? ZERO, counts) }
  }
  for (const variant of [...ENCODED, ...OTHERS, ...(adaptive ? ADAPTIVE : [])]) {
    for (const suite of suites) add(variant, suite.name, await count(suite, variant, open, notes))
  }
  for (const suite of suites) {
    add('twins', suite.name, await countTwins(suite, open, notes))
    for (const each of ENCODED) add('encoded', suite.name, suiteVariants[suite.name]?.[each] ?? ZERO)
  }
  return { total: Object.values(bySuite).reduce(addCounts, ZERO), suites: bySuite, variants, suiteVariants }
}

/** Tasks and questions are those of the benign run, pairs those under attack. */
async function count(
  suite: Suite,
  variant: Variant | Adaptive,
  open: OpenStage,
  notes: Notes,
): Promise<Counts> {
  let counts = ZERO
  for (const [id, task] of Object.entries(suite.userTasks)) {
    const name = `${suite.name} ${id}`
    notes.playing?.(variant === 'plain' ? name : undefined)
    const { questions, stuck } = await playBenign(suite, task, open)
    notes.playing?.(undefined)
    for (const each of stuck) notes.stuck(`${name}: ${each}`)
    counts = addCounts(counts, { ...ZERO, tasks: 1, noQuestionTasks: questions === 0 ? 1 : 0, questions })
    for (const [attackId, attack] of Object.entries(suite.injectionTasks)) {
      const played = await playWorst(suite, task, attack, variant, open)
      if (!played) continue
      const { sideEffect, link } = played
      if (sideEffect) notes.sideEffect?.(`${variant}: ${name} x ${attackId}`)
      counts = addCounts(counts, {
        ...ZERO,
        pairs: 1,
        sideEffectPairs: sideEffect ? 1 : 0,
        linkPairs: link ? 1 : 0,
      })
    }
  }
  return counts
}

/** Of all ways in which the attacker tries, what the worst did. */
async function playWorst(
  suite: Suite,
  task: UserTask,
  attack: InjectionTask,
  variant: Variant | Adaptive,
  open: OpenStage,
): Promise<Pick<Played, 'sideEffect' | 'link'> | undefined> {
  const attempts =
    variant === 'guess' || variant === 'spray'
      ? attemptsOf(attack, task, variant, suite)
      : [attackOf(attack, variant, suite)]
  let link = false
  for (const attempt of attempts) {
    const played = await playAttack(suite, task, attempt, open)
    if (!played) return undefined
    link ||= played.link
    if (played.sideEffect) return { sideEffect: true, link }
  }
  return { sideEffect: false, link }
}

/** A twin is a task and a pair at once; its side effects are wanted. */
async function countTwins(suite: Suite, open: OpenStage, notes: Notes): Promise<Counts> {
  let counts = ZERO
  for (const [id, attack] of Object.entries(suite.injectionTasks)) {
    const { questions, stuck, sideEffect } = await playTwin(suite, attack, open)
    for (const each of stuck) notes.stuck(`twin ${suite.name} ${id}: ${each}`)
    const none = questions === 0 ? 1 : 0
    counts = addCounts(counts, {
      tasks: 1,
      noQuestionTasks: none,
      questions,
      pairs: 1,
      sideEffectPairs: sideEffect ? 1 : 0,
      linkPairs: 0,
    })
  }
  return counts
}
