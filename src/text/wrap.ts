// Text broken at blanks, for a terminal.

/**
 * The lines of a text, none wider than `width` where a blank allows it. Runs of blanks within a line stay.
 *
 * @param indent Stands before each line but the first.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let rest = text
  for (;;) {
    const before = lines.length === 0 ? '' : indent
    const room = width - before.length
    // The blanks at the start are an indent: breaking there would gain nothing.
    const start = rest.search(/\S/)
    let end = rest.lastIndexOf(' ', room)
    if (end <= start) end = rest.indexOf(' ', start)
    if (rest.length <= room || end < 0) return [...lines, before + rest]
    lines.push(before + rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
}
