// Where in a result something is, for a model to read. The keys on the way may be a third party's, so few of
// them are shown, and only what is a plain name stands bare.

import { clean } from '../text/clean.js'
import { clip } from './cells.js'

const FIRST = 3
const LAST = 2
/** No sentence fits into a key of this length. */
const MAX_KEY = 24
const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u

/** `seats[0].row`; of a long way the first three and the last two steps. The root is the empty text. */
export function placeText(path: readonly (string | number)[]): string {
  if (path.length <= FIRST + LAST) return stepsText(path)
  return `${stepsText(path.slice(0, FIRST))} … ${stepsText(path.slice(-LAST))}`
}

function stepsText(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (step.length <= MAX_KEY && NAME.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${JSON.stringify(clip(clean(step.slice(0, MAX_KEY * 4)), MAX_KEY))}]`
  }
  return text
}
