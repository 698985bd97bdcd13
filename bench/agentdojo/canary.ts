// Where an injection can stand: a mark in the recorded data, for which the harmless text or the attack is put.

import type { Json } from '../../src/json/json.js'
import type { Suite } from './data.js'

const CANARY = /@@INJ:([^@]*)@@/g

/** Whether a value holds a place that an injection can take. */
export function holdsCanary(value: Json | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes('@@INJ:')
}

/** Whether a value is a text with such a place. */
export function isOfAttack(value: unknown): boolean {
  return typeof value === 'string' && value.includes('@@INJ:')
}

/** A value as the user has it when nobody attacks. */
export function withoutAttack<T extends Json>(value: T, suite: Suite): T {
  return mapTexts(value, (text) =>
    text.replace(CANARY, (_, vector: string) => suite.vectors[vector] ?? ''),
  ) as T
}

/** A value in which each place is taken by a text. */
export function withText<T extends Json>(value: T, attack: string): T {
  return mapTexts(value, (text) => text.replace(CANARY, () => attack)) as T
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each as Json, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}
