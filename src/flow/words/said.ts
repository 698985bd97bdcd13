// Which part of a message its user said. What is quoted, fenced without a sentence that points to it, put in by a client
// or pasted with its headers was written by somebody else: it is shared, and neither asks nor vouches.

/** The message with what was only shared made blank; places in the text stay as they are. */
export function saidPart(text: string): string {
  if (!MAY_SHARE.test(text)) return text
  return withoutPastedMail(withoutBlocks(withoutMarkup(text)))
}

/** Whether some of a message is somebody else's. */
export function showsOthers(text: string): boolean {
  const whole = text.normalize('NFC')
  return saidPart(whole) !== whole
}

const MAY_SHARE = /[<>]|```|~~~|^[\w-]+: ?\S/m

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/**
 * Elements such as `<task-notification>`, `< IDE_selection >` and `<blockquote>`: no other element of HTML has a hyphen or
 * an underscore in its name. One that is never closed holds all the rest.
 */
function withoutMarkup(text: string): string {
  let left = text
  for (let from = 0; from < left.length; ) {
    OPENING.lastIndex = from
    const open = OPENING.exec(left)
    if (!open) break
    const name = (open[1] as string).toLowerCase()
    const rest = left.slice(OPENING.lastIndex)
    // The last closing tag: what stands inside is a stranger's, who may write one too, and words behind it.
    const close = [...rest.matchAll(new RegExp(String.raw`<\s*/\s*${name}\s*>`, 'gi'))].at(-1)
    const alone = ALONE.exec(rest)
    const own = close ? close.index + close[0].length : alone ? alone[0].length : rest.length
    const end = OPENING.lastIndex + own
    left = left.slice(0, open.index) + blank(left.slice(open.index, end)) + left.slice(end)
    from = end
  }
  return left
}

/** It counts before its bracket is closed: what stands in its attributes is a stranger's too. */
const OPENING = /<\s*([a-z][a-z\d]*(?:[-_][a-z\d]*)+|channel|blockquote)(?=[\s>/])/gi
const ALONE = /^(?:\s(?:[^<>"'/]|"[^"]*"|'[^']*')*)?\/\s*>/

/**
 * Quoted lines, and fenced blocks. A block counts where the sentence right before it points to it: it ends in a colon,
 * or says "this", "below".
 */
function withoutBlocks(text: string): string {
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const [, fence] = /^\s*(```+|~~~+)/.exec(line) ?? []
    if (!fence) {
      if (/^\s*>/.test(line)) lines[at] = blank(line)
      continue
    }
    let end = at + 1
    while (end < lines.length && !(lines[end] as string).trim().startsWith(fence)) end++
    if (!isPointedTo(lines.slice(0, at)))
      for (let i = at; i <= Math.min(end, lines.length - 1); i++) lines[i] = blank(lines[i] as string)
    at = end
  }
  return lines.join('\n')
}

function isPointedTo(before: readonly string[]): boolean {
  const last = before.findLast((line) => line.trim() !== '') ?? ''
  const sentence =
    last
      .trim()
      .split(/(?<=[.!?])\s+/u)
      .at(-1) ?? ''
  return (
    /[::]$/.test(sentence) ||
    // "What does this log mean?" shows it, and asks for nothing of what stands there.
    (!sentence.endsWith('?') &&
      (sentence.match(/[\p{L}\p{M}-]+/gu) ?? []).some((word) => POINTING.has(word.toLowerCase())))
  )
}

/** In English, German, Spanish and French. */
const POINTING: ReadonlySet<string> = new Set(
  [
    'this these following below here',
    'dies diese diesen dieser dieses folgende folgenden folgendes folgender unten hier',
    'esto este esta estos estas siguiente siguientes abajo aquí',
    'ceci ce cet cette ces suivant suivante suivants ci-dessous ici voici',
  ].flatMap((list) => list.split(' ')),
)

/** Two header lines of a mail, one below the other, begin what was pasted: all up to the end. */
function withoutPastedMail(text: string): string {
  const found = PASTED_MAIL.exec(text)
  return found ? text.slice(0, found.index) + blank(text.slice(found.index)) : text
}

const HEADER =
  '(?:from|to|cc|subject|date|sent|reply-to|von|an|betreff|gesendet|de|para|asunto|objet|à):[^\\S\\n]'
const PASTED_MAIL = new RegExp(`^${HEADER}.*\\n${HEADER}`, 'im')
