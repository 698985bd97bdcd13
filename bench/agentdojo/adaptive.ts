// An attacker who knows the prompt. `guess` gives its own record, by turns, every name that the user may have meant;
// `spray` gives it all of them at once, in a list.

import type { Json } from '../../src/json/json.js'
import { holdsCanary, isOfAttack } from './canary.js'
import type { InjectionTask, PlayedCall, Suite, UserTask } from './data.js'
import { type Attack, attackOf, targetsOf } from './inject.js'

/** The variants that `--adaptive` adds. */
export const ADAPTIVE = ['guess', 'spray'] as const

/** One of them. */
export type Adaptive = (typeof ADAPTIVE)[number]

/** All ways in which the attacker tries; the worst of them counts. */
export function* attemptsOf(
  task: InjectionTask,
  user: UserTask,
  variant: Adaptive,
  suite: Suite,
): Iterable<Attack> {
  const plain = attackOf(task, 'plain', suite)
  const targets = targetsOf(task, suite)
  const guesses = namesIn(user)
  if (variant === 'spray') {
    yield { ...plain, forgery: { targets, fields: 'all', lists: true, spray: guesses } }
    return
  }
  yield plain
  for (const word of guesses) {
    yield { ...plain, forgery: { targets, fields: 'all', lists: true, word } }
    yield { ...plain, forgery: { targets, fields: 'first', lists: true, word } }
  }
}

/** What a record may be called so that the user seems to have meant it. */
function namesIn({ prompt, calls }: UserTask): readonly string[] {
  return [...new Set([...wordsIn(prompt), ...phrasesIn(prompt), ...titlesIn(calls)])]
}

/** Every word that may be a noun: all but those that only join others. */
function wordsIn(prompt: string): readonly string[] {
  const words = prompt.match(/[\p{L}\p{N}][\p{L}\p{N}'’&@._-]*[\p{L}\p{N}]/gu) ?? []
  return words.filter((word) => word.length > 2 && !JOINING.has(word.toLowerCase()))
}

/** What is quoted, and words with capitals that stand together. */
function phrasesIn(prompt: string): readonly string[] {
  const quoted = [...prompt.matchAll(/["“”'‘’]([^"“”'‘’]{3,100})["“”'‘’]/gu)].map(
    ([, text]) => text as string,
  )
  return [...quoted, ...(prompt.match(/\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)+/gu) ?? [])]
}

/** Titles of records that aren't the attacker's, as far as they were read when the attack comes. */
function titlesIn(calls: readonly PlayedCall[]): readonly string[] {
  const at = calls.findIndex(({ result }) => holdsCanary(result))
  const titles: string[] = []
  const walk = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return
    const own = Object.values(value).some(isOfAttack)
    for (const [key, each] of Object.entries(value)) {
      if (typeof each !== 'string') walk(each as Json)
      else if (!own && TITLE.test(key) && each.length <= 100) titles.push(each)
    }
  }
  for (const { result } of calls.slice(0, at + 1)) walk(result ?? null)
  return titles.slice(0, MOST_TITLES)
}

const TITLE = /^(?:title|subject|file_?name|name|summary)$/i

/** Enough for an inbox; a drive of hundreds of files says nothing more. */
const MOST_TITLES = 12

const JOINING = new Set(
  `the and for with from that this these those then than have has had are was were will would can could should
  shall may might must not but any all its their them they you your our his her him she who whom whose which what
  when where why how there here also please into onto about over under between after before during does did done
  let lets get got too very just only some more most such each every one two`.split(/\s+/),
)
