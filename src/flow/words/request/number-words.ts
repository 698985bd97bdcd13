// Numbers as they are written: in digits, with their marks, or in words.

import type { Language } from './language.js'
import type { Token } from './tokens.js'

export interface Read {
  readonly value: number
  /** Tokens. */
  readonly length: number
  /** Written in letters. */
  readonly inWords: boolean
}

export function readNumber(tokens: readonly Token[], at: number, language: Language): Read | undefined {
  const token = tokens[at] as Token
  if (token.kind === 'number') return readDigits(tokens, at)
  if (token.kind !== 'word') return undefined
  return readWords(tokens, at, language)
}

function readDigits(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at] as Token
  const next = tokens[at + 1]
  if (
    /^\d{1,3}$/.test(token.text) &&
    next &&
    /^\d{3}(?:,\d+)?$/.test(next.text) &&
    next.start - token.end === 1
  ) {
    return { value: Number((token.text + next.text).replace(',', '.')), length: 2, inWords: false }
  }
  const [, digits = '', letters = ''] = /^(\d+(?:[.,'’]\d+)*)(\p{L}*)$/u.exec(token.text) ?? []
  if (digits === '') return { value: Number.NaN, length: 1, inWords: false }
  return { value: digitsValue(digits) * (/^k$/i.test(letters) ? 1000 : 1), length: 1, inWords: false }
}

/** `1,234.50`, `1.234,50`, `1.234`; a single mark before three digits groups them. */
function digitsValue(digits: string): number {
  const marks = digits.match(/[.,'’]/g) ?? []
  const plain = digits.replace(/[.,'’]/g, '')
  const last = Math.max(...['.', ',', "'", '’'].map((mark) => digits.lastIndexOf(mark)))
  const decimals = marks.length === 0 ? 0 : digits.length - last - 1
  const isGrouped = marks.length > 0 && decimals === 3 && new Set(marks).size === 1
  return marks.length === 0 || isGrouped ? Number(plain) : Number(plain) / 10 ** decimals
}

function readWords(tokens: readonly Token[], at: number, language: Language): Read | undefined {
  let total = 0
  let current = 0
  let length = 0
  for (let i = at; i < Math.min(tokens.length, at + 8); i++) {
    const value = wordValue((tokens[i] as Token).low, language)
    if (value === undefined) break
    if (value === 1000 || value === 1_000_000) {
      total += (current || 1) * value
      current = 0
    } else if (value === 100) current = (current || 1) * 100
    else current += value
    length = i - at + 1
  }
  const value = total + current
  return length === 0 || (length === 1 && value === 1) ? undefined : { value, length, inWords: true }
}

function wordValue(word: string, { lexicon, name }: Language): number | undefined {
  const own = (each: string) => (Object.hasOwn(lexicon.numbers, each) ? lexicon.numbers[each] : undefined)
  const plain = own(word)
  if (plain !== undefined) return plain
  if (name === 'en' && word.includes('-')) {
    const [tens, ones] = word.split('-').map(own)
    return tens !== undefined && ones !== undefined ? tens + ones : undefined
  }
  return name === 'de' ? germanValue(word, own) : undefined
}

/** `dreihundertfünfzig`, `achtundvierzig`, `zweitausend`. */
function germanValue(word: string, own: (word: string) => number | undefined): number | undefined {
  const [, thousands = '', hundreds = '', ones = '', tens = ''] =
    /^(?:([a-zäöüß]*?)tausend)?(?:([a-zäöüß]*?)hundert)?(?:(ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?([a-zäöüß]*)$/.exec(
      word,
    ) ?? []
  const small = (part: string) => (part === 'ein' ? 1 : own(part))
  const isBuilt = /tausend|hundert|und/.test(word)
  const factor = (part: string, whole: RegExp) => (!whole.test(word) ? 0 : part === '' ? 1 : small(part))
  const parts = [
    factor(thousands, /tausend/),
    factor(hundreds, /hundert/),
    ones === '' ? 0 : small(ones),
    tens === '' ? 0 : small(tens),
  ]
  if (!isBuilt || parts.some((part) => part === undefined)) return undefined
  const [a, b, c, d] = parts as [number, number, number, number]
  return a * 1000 + b * 100 + c + d
}
