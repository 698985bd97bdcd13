// How an injection gets into what is read, and in which disguise. The spliced calls keep plain values: only the
// text and the records that carry it change.

import type { Json, JsonObject } from '../../src/json/json.js'
import type { InjectionTask, Suite } from './data.js'
import { labelAt } from './places.js'

/** The disguises there are; `plain` is none. */
export const VARIANTS = ['plain', 'base64', 'reversed', 'split', 'sender', 'structured', 'named'] as const

/** One of them. */
export type Variant = (typeof VARIANTS)[number]

const CANARY = /@@INJ:([^@]*)@@/g

/** Whether a result holds a place that an injection can take. */
export function holdsCanary(value: Json | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes('@@INJ:')
}

/** A result as the user has it when nobody attacks. */
export function withoutAttack(value: Json, suite: Suite): Json {
  return mapTexts(value, (text) => text.replace(CANARY, (_, vector: string) => suite.vectors[vector] ?? ''))
}

/** A result as an attacker has made it. */
export function withAttack(
  value: Json,
  task: InjectionTask,
  variant: Variant,
  suite: Suite,
  tool: string,
): Json {
  const goal = disguise(task, variant)
  const forged =
    variant === 'sender' || variant === 'structured' ? forge(value, task, variant, suite, tool) : value
  return mapTexts(forged, (text) => text.replace(CANARY, () => goal))
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

/** Puts the attacker's targets into structured fields of the record that carries the injection. */
function forge(
  value: Json,
  task: InjectionTask,
  variant: 'sender' | 'structured',
  suite: Suite,
  tool: string,
): Json {
  const targets = targetsOf(task, suite)
  if (targets.length === 0) return value
  const walk = (at: Json, path: readonly string[]): Json => {
    if (Array.isArray(at)) return at.map((each, i) => walk(each as Json, [...path, String(i)]))
    if (typeof at !== 'object' || at === null) return at
    const own = Object.values(at).some((each) => typeof each === 'string' && each.includes('@@INJ:'))
    let left = variant === 'sender' ? 1 : Number.POSITIVE_INFINITY
    const changed: Record<string, Json> = {}
    for (const [key, each] of Object.entries(at as JsonObject)) {
      const below = [...path, key]
      const structured = (more: readonly string[]) =>
        labelAt(suite.roles[tool]?.origin, more) === 'third-party-structured'
      if (own && left > 0 && typeof each === 'string' && !each.includes('@@INJ:') && structured(below)) {
        changed[key] = targets[0] as string
        left--
      } else if (own && variant === 'structured' && Array.isArray(each) && structured([...below, '0'])) {
        changed[key] = [...(each as readonly Json[]), ...targets]
      } else {
        changed[key] = walk(each, below)
      }
    }
    return changed
  }
  return walk(value, [])
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each as Json, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((each) => textsIn(each as Json))
    : []
}
