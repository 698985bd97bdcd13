// How many steps a regular expression may take on a text, judged by its source alone: an upper bound to decide by,
// not a parser. What it does not understand counts as endless.

/** The most steps for a text of this many characters; Infinity where repetitions stand inside each other. */
type StepBound = (length: number) => number

/** The bound of a pattern. */
export function stepBound(source: string): StepBound {
  const { ways, power } = read(source)
  // A search starts at each character, and each way through the pattern walks along all of it.
  return (length) => ways * source.length * (length + 1) ** (power + 1)
}

/** Ways through a part of a pattern: `ways * length ** power`. */
interface Ways {
  readonly ways: number
  readonly power: number
}

const ONE: Ways = { ways: 1, power: 0 }
const ENDLESS: Ways = { ways: Number.POSITIVE_INFINITY, power: 0 }
// Escapes and classes are one character; a group's opening may carry `?:`, `?=`, `?<!` and the like.
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!])|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu

function read(source: string): Ways {
  const outer: { before: Ways; others: Ways | undefined }[] = []
  let sequence = ONE
  let others: Ways | undefined
  let last = ONE
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('(')) {
      outer.push({ before: times(sequence, last), others })
      sequence = last = ONE
      others = undefined
    } else if (token === ')') {
      const group = either(others, times(sequence, last))
      const opened = outer.pop() ?? { before: ENDLESS, others: undefined }
      sequence = opened.before
      others = opened.others
      last = group
    } else if (token === '|') {
      others = either(others, times(sequence, last))
      sequence = last = ONE
    } else if (/^[*+?]|^\{\d/.test(token)) last = repeated(last, token)
    else {
      sequence = times(sequence, last)
      last = ONE
    }
  }
  return either(others, times(sequence, last))
}

function repeated(part: Ways, token: string): Ways {
  if (token.startsWith('?')) return { ...part, ways: part.ways + 1 }
  const [least, most = least] = /^\{/.test(token)
    ? token
        .replace(/[{}?]/g, '')
        .split(',')
        .map((n) => (n === '' ? Number.POSITIVE_INFINITY : Number(n)))
    : [0, Number.POSITIVE_INFINITY]
  const isPlain = part.ways === 1 && part.power === 0
  // `(a|b)*` chooses again at each turn, `a*` only how often.
  if (!isPlain && most! > 64) return ENDLESS
  const inside = isPlain ? ONE : { ways: (part.ways + 1) ** most!, power: part.power * most! }
  return least === most ? inside : { ways: inside.ways, power: inside.power + 1 }
}

function times(a: Ways, b: Ways): Ways {
  return { ways: a.ways * b.ways, power: a.power + b.power }
}

function either(a: Ways | undefined, b: Ways): Ways {
  return a ? { ways: a.ways + b.ways, power: Math.max(a.power, b.power) } : b
}
