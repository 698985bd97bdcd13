// One look over an argument text before any parser sees it: how deep, how many members, which numbers lose digits.
// Right for JSON and JSON5; of other text it says something, and a parser refuses it later.

/** What a text holds, as far as its tokens tell. */
export interface Lexed {
  /** Objects and arrays inside each other. */
  readonly depth: number
  /** Keys and items; never more than there are. */
  readonly members: number
  /** Whether a string, object or array is still open at the end: the text was cut off. */
  readonly isCut: boolean
  /** The first number that parsing and printing would change. */
  readonly lossyNumber: string | undefined
  /** Whether there is an escape that JSON lacks, such as `\x41`, or one outside of a string. */
  readonly hasForeignEscape: boolean
  /** The first key that stands twice in one object. */
  readonly duplicateKey: string | undefined
  /** Where commas stand between a value and a closing bracket. */
  readonly trailingCommas: readonly number[]
}

/** Reads the tokens of a text, in one pass without recursion. */
export function lex(text: string): Lexed {
  const { length } = text
  let depth = 0
  let deepest = 0
  let commas = 0
  let openings = 0
  let isCut = false
  let lossyNumber: string | undefined
  let hasForeignEscape = false
  let backslash = text.indexOf('\\')
  let duplicateKey: string | undefined
  // What each open object has so far; undefined for none yet, null for a list.
  const keys: (Set<string> | null | undefined)[] = []
  let word: readonly [start: number, end: number] | undefined
  const trailingCommas: number[] = []
  let last = 0
  let beforeComma = 0
  let commaAt = 0
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code <= SPACE) continue
    switch (code) {
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE: {
        const quote = code === DOUBLE_QUOTE ? '"' : "'"
        let end = text.indexOf(quote, i + 1)
        // Both searches only move on, so that no text makes this quadratic.
        if (backslash !== -1 && backslash < i) backslash = text.indexOf('\\', i)
        while (backslash !== -1 && backslash < end) {
          if (!JSON_ESCAPES.includes(text[backslash + 1] ?? ' ')) hasForeignEscape = true
          const next = backslash + 2
          if (end < next) end = text.indexOf(quote, next)
          backslash = text.indexOf('\\', next)
        }
        if (end === -1) isCut = true
        word = [i, end === -1 ? length : end + 1]
        i = end === -1 ? length : end
        break
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        openings++
        if (++depth > deepest) deepest = depth
        keys.push(code === OPEN_BRACE ? undefined : null)
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--
        keys.pop()
        if (
          last === COMMA &&
          beforeComma !== OPEN_BRACE &&
          beforeComma !== OPEN_BRACKET &&
          beforeComma !== COMMA
        ) {
          trailingCommas.push(commaAt)
        }
        break
      case COMMA:
        commas++
        commaAt = i
        beforeComma = last
        break
      case SLASH: {
        const end = endOfComment(text, i)
        if (end === i) break
        i = end
        continue
      }
      case COLON: {
        const known = keys.at(-1)
        if (depth < 1 || known === null || !word || duplicateKey !== undefined) break
        const key = keyOf(text.slice(...word))
        if (known?.has(key)) duplicateKey = key
        if (known) known.add(key)
        else keys[keys.length - 1] = new Set([key])
        word = undefined
        break
      }
      case BACKSLASH:
        hasForeignEscape = true
        break
      default:
        if (isDigit(code) || code === POINT) {
          const end = endOfWord(text, i)
          word = [i, end]
          if (lossyNumber === undefined && isLossy(text, i, end)) lossyNumber = text.slice(i, end)
          i = end - 1
        } else if (isLetter(code) || (code > LAST_ASCII && !isSpace(code))) {
          const end = endOfName(text, i)
          word = [i, end]
          i = end - 1
        }
    }
    last = code
  }
  // Each comma parts two members, and each container but the outermost is one.
  const members = Math.max(commas, openings - 1)
  isCut ||= depth > 0
  return { depth: deepest, members, isCut, lossyNumber, hasForeignEscape, duplicateKey, trailingCommas }
}

const SPACE = 0x20
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COMMA = 0x2c
const POINT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const LAST_ASCII = 0x7f
const JSON_ESCAPES = '"\\/bfnrtu'

/** A key without its quotes and escapes: `"\u0061"` is `a`. */
function keyOf(written: string): string {
  const quote = written[0]
  if (quote !== '"' && quote !== "'") return written
  const inner = written.slice(1, -1)
  if (!inner.includes('\\')) return inner
  try {
    return JSON.parse(`"${quote === '"' ? inner : inner.replaceAll('"', '\\"')}"`) as string
  } catch {
    return inner
  }
}

/** The last index of a comment that starts here, or `start` when none does. */
function endOfComment(text: string, start: number): number {
  const next = text[start + 1]
  if (next !== '/' && next !== '*') return start
  const end = next === '*' ? text.indexOf('*/', start + 2) + 1 : endOfLine(text, start)
  return end <= 0 ? text.length : end
}

/** JSON5 ends a line where JavaScript does: a lexer that reads on would hide tokens from the checks. */
function endOfLine(text: string, start: number): number {
  LINE_END.lastIndex = start
  return LINE_END.exec(text)?.index ?? -1
}

const LINE_END = /[\n\r\u2028\u2029]/g

/** The index after a number or a bare word; a sign belongs to a number only after its exponent's letter. */
function endOfWord(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isDigit(code) || isLetter(code) || code === POINT) continue
    if ((code === 0x2b || code === 0x2d) && (text.charCodeAt(i - 1) | 0x20) === 0x65) continue
    break
  }
  return i
}

/** The index after a bare key, which JSON5 takes in any script. */
function endOfName(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (!isDigit(code) && !isLetter(code) && (code <= LAST_ASCII || isSpace(code))) break
  }
  return i
}

function isSpace(code: number): boolean {
  return /\s/.test(String.fromCharCode(code))
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code === 0x24
}

/** Fifteen digits always survive a double; anything longer, or with an exponent, is printed and compared. */
function isLossy(text: string, start: number, end: number): boolean {
  if (end - start <= 15 && !/[eE]/.test(text.slice(start, end))) return false
  if (end - start > 100) return true
  const literal = text.slice(start, end)
  const value = Number(literal)
  if (/^0x/i.test(literal)) return value > Number.MAX_SAFE_INTEGER
  return !Number.isFinite(value) || significant(literal) !== significant(String(value))
}

/** A decimal as its digits without outer zeros and the power of ten of the last one: equal for equal values. */
function significant(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
