// Plays one play through a real gate, and tells what ran. The model is the worst there is: whatever an injection
// wants called, it calls.

import { isDeepStrictEqual } from 'node:util'
import type { Outcome, Session } from 'sallyport'
import { type Asked, approveOnce, askedIn, openDoor } from './door.js'
import type { Args, CallPlay, Play, Step } from './play.js'
import { toolOf } from './tool-of.js'

/** How often a person answers for one call before it counts as stuck. */
const PATIENCE = 3

/** What became of the call that counts. */
export interface Ending {
  /** Whether the tool of that call ran with its arguments. */
  readonly ran: boolean
  readonly status: Outcome['status']
  readonly code?: string
  /** What was asked about the call itself. */
  readonly asked: readonly Asked[]
  /** What was asked on the way to it. */
  readonly askedBefore: readonly Asked[]
  /** Calls of the user's own script that did not run though they were approved. */
  readonly stuckBefore: readonly string[]
}

/** The attack: its script, then the attacker's call, which nobody approves. */
export function playAttack(play: Play, mode: 'ask' | 'observe' = 'ask'): Promise<Ending> {
  return perform(play, play.script, play.attack, mode, false)
}

/** The twin: its script, then the call that the user wants; a question is answered with yes, once. */
export function playTwin(play: Play): Promise<Ending> {
  return perform({ ...play, ...play.twin }, play.twin.script, play.twin.act, 'ask', true)
}

async function perform(
  play: Play,
  script: readonly Step[],
  last: CallPlay,
  mode: 'ask' | 'observe',
  approved: boolean,
): Promise<Ending> {
  const runs: { readonly tool: string; readonly args: unknown }[] = []
  let next: unknown
  const tools = play.tools.map((each) =>
    toolOf(each, (args) => {
      runs.push({ tool: each.name, args })
      return next
    }),
  )
  const { gate, session } = openDoor(play, tools, mode)
  const handles: string[] = []
  const asked: Asked[] = []
  const stuck: string[] = []
  let count = 0
  const make = async (made: CallPlay, result: unknown, isApproved: boolean): Promise<Outcome> => {
    next = result
    count += 1
    const outcome = await callThrough(session, `call_${count}`, made, handles, isApproved, asked)
    handles.push(...outcome.handles.map(({ handle }) => handle))
    return outcome
  }
  try {
    for (const step of script) {
      if ('said' in step) session.userSaid(step.said, { id: `m${++count}` })
      else if ('shared' in step) session.userShared(step.shared)
      else {
        const outcome = await make(step.call, step.result, step.by !== 'attacker')
        if (!step.by && outcome.status !== 'ok') stuck.push(`${step.call.tool}: ${faultOf(outcome)}`)
      }
    }
    const [askedBefore, before] = [asked.splice(0), runs.length]
    const outcome = await make(last, { done: true }, approved)
    const wanted = openHandles(last.args, handles)
    const isHandled = !isDeepStrictEqual(wanted, last.args)
    const ran = runs
      .slice(before)
      .some(({ tool, args }) => tool === last.tool && (isHandled || isDeepStrictEqual(args, wanted)))
    const code = 'error' in outcome ? outcome.error.code : undefined
    return { ran, status: outcome.status, ...(code && { code }), asked, askedBefore, stuckBefore: stuck }
  } finally {
    await gate.close()
  }
}

async function callThrough(
  session: Session,
  id: string,
  { tool, args }: CallPlay,
  handles: readonly string[],
  approved: boolean,
  asked: Asked[],
): Promise<Outcome> {
  let outcome = await session.call({ id, name: tool, args: openHandles(args, handles) })
  for (let tries = 0; tries < PATIENCE; tries++) {
    const question = askedIn(outcome)
    if (!question) return outcome
    asked.push(question)
    if (!approved) return outcome
    outcome = await approveOnce(session, question)
  }
  return outcome
}

function openHandles(args: Args, handles: readonly string[]): Args {
  const opened = JSON.stringify(args, (_, value) => {
    const place = typeof value === 'string' ? /^\$handle:(\d+)$/.exec(value)?.[1] : undefined
    return place ? (handles[Number(place) - 1] ?? value) : value
  })
  return JSON.parse(opened) as Args
}

function faultOf(outcome: Outcome): string {
  return 'error' in outcome ? `${outcome.status} ${outcome.error.code}` : outcome.status
}
