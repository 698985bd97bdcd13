// Splits a byte stream into lines, without copying a line that comes in many chunks more than once.

const NEWLINE = 0x0a

/** Bytes of a dropped line that are shown to its reader. */
const EDGE = 1_024

/**
 * Feeds chunks, gets whole lines. A line longer than `largest` bytes is dropped: a server that never ends its line
 * can't fill the memory. `onLong` is then called with the beginning of the line, as soon as it is too long, and once
 * more with its end, when that has come.
 */
export function lineSplitter(
  largest: number,
  onLine: (line: string, bytes: number) => void,
  onLong: (part: string, edge: 'beginning' | 'end') => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let dropping = false
  let tail: Buffer = Buffer.alloc(0)
  const add = (part: Buffer) => {
    if (part.length === 0) return
    if (dropping) {
      // A copy: a view would keep the whole chunk.
      tail = Buffer.concat([tail, part.subarray(-EDGE)]).subarray(-EDGE)
      return
    }
    length += part.length
    parts.push(part)
    if (length <= largest) return
    dropping = true
    const beginning = edgeOf(parts)
    tail = Buffer.from(part.subarray(-EDGE))
    parts = []
    onLong(beginning, 'beginning')
  }
  const finish = () => {
    if (dropping) onLong(tail.toString('utf8'), 'end')
    const line = dropping ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts, length)
    const bytes = length
    parts = []
    length = 0
    dropping = false
    tail = Buffer.alloc(0)
    if (line) onLine(line.toString('utf8'), bytes)
  }
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      finish()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
}

function edgeOf(parts: readonly Buffer[]): string {
  let text = ''
  for (const part of parts) {
    text += part.subarray(0, EDGE - text.length).toString('latin1')
    if (text.length >= EDGE) break
  }
  return Buffer.from(text, 'latin1').toString('utf8')
}
