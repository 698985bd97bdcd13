// Which part of a message its user said. What is quoted, fenced without a sentence that points to it, put in by a client
// or pasted with its headers was written by somebody else: it is shared, and neither asks nor vouches.

/** The message with what was only shared made blank; places in the text stay as they are. */
export function saidPart(text: string): string {
  if (!MAY_SHARE.test(text)) return text
  return withoutPastedMail(withoutFences(withoutQuotedLines(withoutMarkup(text))))
}

const MAY_SHARE = /[<>]|```|~~~|^[\w-]+: ?\S/m

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

function withoutQuotedLines(text: string): string {
  return text.replace(/^[^\S\n]*>.*$/gm, blank)
}

/**
 * Elements such as `<task-notification>` and `<ide_selection>`: no element of HTML has a hyphen or an underscore in its
 * name. One that is never closed holds all the rest.
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
    const isAlone = /\/\s*>$/.test(open[0])
    const end = isAlone
      ? OPENING.lastIndex
      : close
        ? OPENING.lastIndex + close.index + close[0].length
        : left.length
    left = left.slice(0, open.index) + blank(left.slice(open.index, end)) + left.slice(end)
    from = end
  }
  return left
}

const OPENING = /<\s*([a-z][a-z\d]*(?:[-_][a-z\d]+)+)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/?\s*>/gi

/** A fenced block counts where the sentence right before it points to it: it ends in a colon, or in the line above. */
function withoutFences(text: string): string {
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, fence] = /^\s*(```+|~~~+)/.exec(lines[at] as string) ?? []
    if (!fence) continue
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
  return /:\s*$/.test(last)
}

/** Two header lines of a mail, one below the other, begin what was pasted: all up to the end. */
function withoutPastedMail(text: string): string {
  const found = PASTED_MAIL.exec(text)
  return found ? text.slice(0, found.index) + blank(text.slice(found.index)) : text
}

const HEADER =
  '(?:from|to|cc|subject|date|sent|reply-to|von|an|betreff|gesendet|de|para|asunto|objet|à):[^\\S\\n]'
const PASTED_MAIL = new RegExp(`^${HEADER}.*\\n${HEADER}`, 'im')
