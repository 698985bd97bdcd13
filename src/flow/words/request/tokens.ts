// A request cut into words, numbers, addresses and marks, each with its place in the text and whether it stands in
// quotes. What is quoted is carried or shown, not asked.

type TokenKind = 'word' | 'number' | 'address' | 'handle' | 'mark'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  /** Lower case, straight apostrophes. */
  readonly low: string
  readonly start: number
  readonly end: number
  /** Within quotation marks, a code span, or a line that begins with `>`. */
  readonly quoted: boolean
}

/** Words (and the like) of a text in order; enclitic pronouns of French are words of their own. */
export function tokensOf(text: string): Token[] {
  const quotes = quotedPlaces(text)
  const found: Token[] = []
  let quote = 0
  for (const match of text.matchAll(PIECE)) {
    for (const [piece, start] of cutClitics(match[0], match.index)) {
      while (quote < quotes.length && (quotes[quote] as Quoted).end <= start) quote++
      const place = quotes[quote]
      const quoted = place !== undefined && place.start <= start
      found.push({
        kind: kindOf(piece),
        text: piece,
        low: lowOf(piece),
        start,
        end: start + piece.length,
        quoted,
      })
    }
  }
  return found
}

const PIECE = new RegExp(
  [
    String.raw`(?:https?:\/\/|www\.)[^\s<>"]+`,
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`[#@][\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?`,
    String.raw`\d(?:[\p{L}\d.,:'’/-]*[\p{L}\d])?`,
    String.raw`\p{L}[\p{L}\p{M}\p{N}]*(?:['’_./&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*`,
    '[€$£¥%]',
    String.raw`[.!?;:,()…–—\n"“”„«»&]`,
    String.raw`(?<=\s)-(?=\s)`,
  ].join('|'),
  'gu',
)

function kindOf(piece: string): TokenKind {
  if (/^\d/.test(piece)) return 'number'
  if (/^[#@]/.test(piece)) return 'handle'
  if (/^(?:https?:|www\.)|@/.test(piece)) return 'address'
  return /^[\p{L}€$£¥%]/u.test(piece) ? 'word' : 'mark'
}

const lowOf = (piece: string): string => piece.toLowerCase().replaceAll('’', "'")

/** `l'ami`, `dis-moi`, `peux-tu`: two words each. */
const ELIDED = /^(?:l|d|n|j|m|t|s|c|qu|jusqu|lorsqu|puisqu)['’](?=\p{L})/iu
const ENCLITIC =
  /-(?:t-)?(?:moi|toi|lui|leur|leurs|le|la|les|nous|vous|en|y|tu|il|elle|on|je|ce|ils|elles)(?=-|$)/iu

function* cutClitics(piece: string, start: number): Generator<readonly [string, number]> {
  const elided = ELIDED.exec(piece)
  if (elided && piece.toLowerCase() !== "d'accord") {
    yield [elided[0], start]
    yield* cutClitics(piece.slice(elided[0].length), start + elided[0].length)
    return
  }
  const at = /^\p{L}+-/u.test(piece) ? piece.search(ENCLITIC) : -1
  if (at < 1 || (/^(?:rendez|est|peut)-/i.test(piece) === true && /vous$|être$/i.test(piece)))
    yield [piece, start]
  else {
    yield [piece.slice(0, at), start]
    const rest = piece.slice(at + 1)
    if (ENCLITIC.test(`-${rest}`))
      for (const [part, from] of partsOf(rest)) yield [part, start + at + 1 + from]
  }
}

function partsOf(rest: string): [string, number][] {
  const parts: [string, number][] = []
  let from = 0
  for (const part of rest.split('-')) {
    if (part !== '') parts.push([part, from])
    from += part.length + 1
  }
  return parts
}

interface Quoted {
  readonly start: number
  readonly end: number
}

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '»': '«',
  '‘': '’',
  '`': '`',
}

/** Places between quotation marks, in order. A mark that nothing closes quotes nothing. */
function quotedPlaces(text: string): Quoted[] {
  const places: Quoted[] = []
  let at = 0
  for (const line of text.split('\n')) {
    if (/^\s*>/.test(line)) places.push({ start: at, end: at + line.length })
    else places.push(...pairsIn(line, at))
    at += line.length + 1
  }
  return places
}

function pairsIn(line: string, from: number): Quoted[] {
  const places: Quoted[] = []
  const missing = new Set<string>()
  for (let i = 0; i < line.length; i++) {
    const close = PAIRS[line[i] as string] ?? (isSingle(line, i) ? "'" : undefined)
    if (close === undefined || missing.has(close)) continue
    let end = line.indexOf(close, i + 1)
    if (end === -1 && close === '”') end = line.indexOf('"', i + 1)
    if (end === -1 && close === '“') end = line.indexOf('”', i + 1)
    while (close === "'" && end !== -1 && /^\p{L}/u.test(line.slice(end + 1)))
      end = line.indexOf(close, end + 1)
    if (end === -1) missing.add(close)
    else {
      places.push({ start: from + i, end: from + end + 1 })
      i = end
    }
  }
  return places
}

/** A straight apostrophe that opens: after a blank or at the start, before a letter. */
function isSingle(line: string, at: number): boolean {
  return (
    line[at] === "'" &&
    (at === 0 || /[\s(]/.test(line[at - 1] as string)) &&
    /^[\p{L}\d]/u.test(line.slice(at + 1, at + 2))
  )
}
