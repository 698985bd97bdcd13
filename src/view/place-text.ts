// Where in a result something is, for a model to read. The keys on the way may be a third party's, so fewer of them
// are shown, and less of each, than of the model's own arguments (`json/quote.ts`).

import { pathText } from '../json/quote.js'

const FIRST = 3
const LAST = 2
/** No sentence fits into a key of this length. */
const MAX_KEY = 24

/** `seats[0].row`; of a long way the first three and the last two steps. The root is the empty text. */
export function placeText(path: readonly (string | number)[]): string {
  if (path.length <= FIRST + LAST) return pathText(path, MAX_KEY)
  return `${pathText(path.slice(0, FIRST), MAX_KEY)} … ${pathText(path.slice(-LAST), MAX_KEY)}`
}
