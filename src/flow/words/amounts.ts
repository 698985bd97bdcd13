// How much the user said, and which step of arithmetic their words ask for. A number that is a year, a day, an hour or a
// name is no amount, and neither is one that they deny, quote or only ask about.

import { languageOf } from './request/language.js'
import type { Clause, NumberSaid, Polarity } from './request/types.js'
import type { Spoken } from './words.js'

/** A step from one or two numbers to an amount. */
type Step = 'each' | 'plus' | 'minus'

/** What a message says of amounts. */
export interface AmountsSaid {
  readonly values: ReadonlySet<number>
  /** "20 %". */
  readonly percents: ReadonlySet<number>
  /** "half", "twice". */
  readonly factors: ReadonlySet<number>
  readonly steps: ReadonlySet<Step>
}

/** Read once for a message. */
export function amountsIn(message: Spoken): AmountsSaid {
  let found = KNOWN.get(message)
  if (!found) {
    const { percents, factors } = message.numbers
    const counting = message.request.clauses.filter((clause) => counts(clause, message.text))
    const values = counting.flatMap(({ numbers }) =>
      numbers
        .filter((number) => isAmount(number) || isOfThings(number, message.text))
        .map(({ value }) => value),
    )
    found = { values: new Set(values), percents, factors, steps: stepsIn(message) }
    KNOWN.set(message, found)
  }
  return found
}

const KNOWN = new WeakMap<Spoken, AmountsSaid>()

/** Whether a clause says by itself how much: of money, or of things. */
export function saysHowMuch({ numbers }: Clause, text: string, what: 'money' | 'things'): boolean {
  // Of several numbers one step may be meant: "12 times 40".
  if (numbers.filter(({ is }) => is === 'amount' || is === 'number').length > 1) return false
  return numbers.some((number) =>
    what === 'money'
      ? isAmount(number) && number.money === true
      : isAmount(number) || isOfThings(number, text),
  )
}

function isAmount({ is, text }: NumberSaid): boolean {
  return is === 'amount' && !text.includes('%')
}

/** "Order 2 of the blue ones". */
function isOfThings({ is, end }: NumberSaid, text: string): boolean {
  return is === 'number' && /^\s+(?:of|von|vom|der|de|del|du|des)\s/i.test(text.slice(end, end + 8))
}

function counts({ acts, end }: Clause, text: string): boolean {
  if (acts.length > 0) return acts.some(({ polarity }) => COUNTING.has(polarity))
  return !/^[^\n.!?]{0,80}\?/.test(text.slice(end))
}

const COUNTING = new Set<Polarity>(['asked', 'reminder'])

const STEPS = { each: 'sharing', plus: 'adding', minus: 'lessening' } as const

function stepsIn({ folded, request }: Spoken): ReadonlySet<Step> {
  const found = new Set<Step>()
  const languages = request.languages.map(languageOf)
  for (const word of folded.match(/\p{L}+/gu) ?? []) {
    for (const [step, list] of Object.entries(STEPS) as [Step, (typeof STEPS)[Step]][])
      if (languages.some((language) => language.has(list, word))) found.add(step)
  }
  return found
}
