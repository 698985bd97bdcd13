// The difference of two texts of which one was made by adding to the other.

/** Lines around an addition that are shown with it. */
const AROUND = 2

/**
 * The lines that differ, with `+` and `-`, and some around them. For additions only: a line is followed by a
 * comma at most.
 */
export function additions(before: string, after: string): string[] {
  const old = before.split(/\r?\n/)
  const lines: { readonly mark: ' ' | '+' | '-'; readonly text: string }[] = []
  let at = 0
  for (const text of after.split(/\r?\n/)) {
    const was = old[at]
    if (was === text) lines.push({ mark: ' ', text })
    else if (was !== undefined && isContinued(was, text))
      lines.push({ mark: '-', text: was }, { mark: '+', text })
    else {
      lines.push({ mark: '+', text })
      continue
    }
    at++
  }
  for (const text of old.slice(at)) lines.push({ mark: '-', text })
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ mark }) => mark !== ' ')
  return lines.flatMap(({ mark, text }, index) => (isNear(index) ? [`${mark} ${text}`] : []))
}

/** The same line but for a comma more, before a remark at its end or not. */
function isContinued(was: string, text: string): boolean {
  if (text.length !== was.length + 1 || was.trim() === '') return false
  let at = 0
  while (at < was.length && was[at] === text[at]) at++
  return text[at] === ',' && text.slice(at + 1) === was.slice(at)
}
