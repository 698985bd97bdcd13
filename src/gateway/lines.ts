// Splits a byte stream into lines, without copying a line that comes in many chunks more than once.

const NEWLINE = 0x0a

/**
 * Feeds chunks, gets whole lines. A line longer than `largest` bytes is dropped, and `onLong` called once for
 * it: a server that never ends its line can't fill the memory.
 */
export function lineSplitter(
  largest: number,
  onLine: (line: string, bytes: number) => void,
  onLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let dropping = false
  const add = (part: Buffer) => {
    if (dropping || part.length === 0) return
    length += part.length
    if (length > largest) {
      dropping = true
      parts = []
      onLong()
    } else parts.push(part)
  }
  const finish = () => {
    const line = dropping ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts, length)
    const bytes = length
    parts = []
    length = 0
    dropping = false
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
