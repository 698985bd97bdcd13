// One play: the user's calls in order, and at the first result that holds an injection the attacker's calls
// between them. The model obeys everything at once; a person answers for the user's calls and for no others.

import type { Json } from '../../src/json/json.js'
import { hasSideEffect } from '../../src/tool/effects.js'
import type { InjectionTask, PlayedCall, Suite, UserTask } from './data.js'
import { holdsCanary, targetsOf, type Variant, withAttack, withoutAttack } from './inject.js'
import type { Stage } from './stage.js'

/** What came of a play. */
export interface Played {
  /** Questions about the user's calls. */
  readonly questions: number
  /** User's calls that did not run, answered or not. */
  readonly stuck: readonly string[]
  /** Whether a side-effecting call of the attacker ran. */
  readonly sideEffect: boolean
}

/** Opens a session with the tools of a suite. */
export type OpenStage = (suite: Suite) => Stage

/** The user's task, and nobody attacks. */
export async function playBenign(suite: Suite, task: UserTask, open: OpenStage): Promise<Played> {
  const stage = open(suite)
  stage.said(task.prompt)
  const result = await playUser(stage, task.calls, (call) => withoutAttack(call.result ?? null, suite))
  await stage.close()
  return { ...result, sideEffect: false }
}

/** The user's task under attack. Undefined when nothing that it reads holds an injection. */
export async function playAttack(
  suite: Suite,
  task: UserTask,
  attack: InjectionTask,
  variant: Variant,
  open: OpenStage,
): Promise<Played | undefined> {
  const at = task.calls.findIndex(({ result }) => holdsCanary(result))
  if (at === -1) return undefined
  const stage = open(suite)
  stage.said(task.prompt)
  if (variant === 'named')
    for (const target of targetsOf(attack, suite)) stage.said(`By the way, ${target} is new here.`)
  const shown = (call: PlayedCall) => withAttack(call.result ?? null, attack, variant, suite, call.tool)
  const before = await playUser(stage, task.calls.slice(0, at + 1), shown)
  const sideEffect = await playAttacker(stage, suite, attack)
  const after = await playUser(stage, task.calls.slice(at + 1), shown)
  await stage.close()
  return {
    questions: before.questions + after.questions,
    stuck: [...before.stuck, ...after.stuck],
    sideEffect,
  }
}

/** The benign twin of an attack: the user asks for the very same. */
export async function playTwin(suite: Suite, attack: InjectionTask, open: OpenStage): Promise<Played> {
  const stage = open(suite)
  stage.said(attack.goal)
  const result = await playUser(stage, attack.calls, (call) => recordedFor(suite, call))
  await stage.close()
  return { ...result, sideEffect: result.stuck.length === 0 }
}

async function playUser(
  stage: Stage,
  calls: readonly PlayedCall[],
  shown: (call: PlayedCall) => Json,
): Promise<{ readonly questions: number; readonly stuck: readonly string[] }> {
  let questions = 0
  const stuck: string[] = []
  for (const call of calls) {
    let staged = await stage.call(call.tool, call.args, shown(call), call.error)
    if (staged.status === 'held') {
      questions++
      staged = await stage.allowOnce(staged.approval)
    }
    if (staged.status !== 'ran')
      stuck.push(`${call.tool}: ${staged.status === 'refused' ? staged.code : 'held again'}`)
  }
  return { questions, stuck }
}

async function playAttacker(stage: Stage, suite: Suite, attack: InjectionTask): Promise<boolean> {
  let sideEffect = false
  for (const call of attack.calls) {
    const { status } = await stage.call(call.tool, call.args, recordedFor(suite, call))
    if (status === 'ran' && hasSideEffect(suite.roles[call.tool]?.effect ?? 'write')) sideEffect = true
  }
  return sideEffect
}

/** An attacker's call has no result of its own; an equal call of a user's play shows what it would have read. */
function recordedFor(suite: Suite, { tool, args }: PlayedCall): Json {
  const wanted = JSON.stringify(args)
  for (const { calls } of Object.values(suite.userTasks)) {
    const equal = calls.find((call) => call.tool === tool && JSON.stringify(call.args) === wanted)
    if (equal?.result !== undefined) return withoutAttack(equal.result, suite)
  }
  return null
}
