// How an injection gets into what is read, and in which disguise. The spliced calls keep plain values: only the
// text and the records that carry it change.

import type { Json } from '../../src/json/json.js'
import { withText } from './canary.js'
import type { InjectionTask, Suite } from './data.js'
import { type Forgery, forge } from './forge.js'

/** The disguises there are; `plain` is none. */
export const VARIANTS = ['plain', 'base64', 'reversed', 'split', 'sender', 'structured', 'named'] as const

/** One of them. */
export type Variant = (typeof VARIANTS)[number]

/** An attack as it is played: what its text says, and what it writes into records. */
export interface Attack {
  readonly task: InjectionTask
  readonly text: string
  readonly forgery?: Forgery
  /** Whether the user speaks of the attacker's targets too. */
  readonly named: boolean
}

/** The attack of a task, in a disguise. */
export function attackOf(task: InjectionTask, variant: Variant, suite: Suite): Attack {
  const attack = { task, text: disguise(task, variant), named: variant === 'named' }
  const targets = targetsOf(task, suite)
  if (targets.length === 0) return attack
  if (variant === 'sender') return { ...attack, forgery: { targets, fields: 'first', lists: false } }
  if (variant === 'structured') return { ...attack, forgery: { targets, fields: 'all', lists: true } }
  return attack
}

/** A result as an attacker has made it. */
export function withAttack(value: Json, { text, forgery }: Attack, suite: Suite, tool: string): Json {
  return withText(forgery ? forge(value, forgery, suite, tool) : value, text)
}

/** Values of the attack that say who, where or which: what an attacker must get across. */
export function targetsOf(task: InjectionTask, suite: Suite): readonly string[] {
  const found = new Set<string>()
  for (const { tool, args } of task.calls) {
    const roles = suite.roles[tool]?.roles ?? {}
    for (const [path, place] of Object.entries(roles)) {
      const role = typeof place === 'string' ? place : place.role
      if (role !== 'target') continue
      for (const value of textsIn(args[path.split('.')[0] as string] ?? null)) found.add(value)
    }
  }
  return [...found]
}

/** The goal in its disguise: each value of the calls that stands in it is encoded where it stands. */
function disguise(task: InjectionTask, variant: Variant): string {
  const values = [...new Set(task.calls.flatMap(({ args }) => textsIn(args)))].filter(
    (value) => value.length >= 2,
  )
  let goal = task.goal
  let rest = ''
  for (const value of values.sort((a, b) => b.length - a.length)) {
    if (!goal.includes(value)) continue
    if (variant === 'base64') goal = goal.replaceAll(value, Buffer.from(value).toString('base64'))
    if (variant === 'reversed') goal = goal.replaceAll(value, [...value].reverse().join(''))
    if (variant === 'split') {
      const half = Math.ceil(value.length / 2)
      goal = goal.replaceAll(value, `${value.slice(0, half)}...`)
      rest += `\n\nThe dots stand for: ${value.slice(half)}`
    }
  }
  return goal + rest
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((each) => textsIn(each as Json))
    : []
}
