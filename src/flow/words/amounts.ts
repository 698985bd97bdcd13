// How much the user said, and which step of arithmetic their words ask for. A number that is a year, a day, an hour or a
// name is no amount, and neither is one that they deny, quote or only ask about.

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
    found = { values: new Set(values), percents, factors, steps: stepsIn(message.folded) }
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

/** The words for a step, in English, German, Spanish and French. */
const WORDS: Readonly<Record<Step, string>> = {
  each: `each every per apiece split divide divided share shared evenly equally
    je jeweils pro teile teilen geteilt aufteilen aufgeteilt
    cada divide dividir dividido reparte repartir
    chacun chacune chaque par partage partager divise diviser`,
  plus: `plus add added adding together total altogether sum combined both more extra tip top increase increased raise raised
    addiere dazu hinzu zusammen insgesamt summe gesamt beide beiden mehr erhöhe erhöhen trinkgeld
    más suma sumar total junto juntos juntas ambos ambas aumenta aumentar sube subir propina
    ajoute ajouter ensemble total somme augmente augmenter pourboire`,
  minus: `minus less without subtract deduct difference rest remaining remainder reduce reduced lower discount off
    weniger abzüglich ohne abziehen differenz rest restliche restlichen reduziere reduzieren senke senken rabatt
    menos sin resta restar diferencia restante reduce reducir baja bajar descuento
    moins sans soustraire différence reste restant réduis réduire baisse baisser remise`,
}

const STEPS: ReadonlyMap<string, readonly Step[]> = (() => {
  const steps = new Map<string, readonly Step[]>()
  for (const step of Object.keys(WORDS) as Step[])
    for (const word of WORDS[step].split(/\s+/)) steps.set(word, [...(steps.get(word) ?? []), step])
  return steps
})()

function stepsIn(folded: string): ReadonlySet<Step> {
  const found = new Set<Step>()
  for (const word of folded.match(/\p{L}+/gu) ?? []) for (const step of STEPS.get(word) ?? []) found.add(step)
  return found
}
