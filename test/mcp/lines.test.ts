import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineSplitter } from '../../src/mcp/lines.js'

function split(chunks: Buffer[], largest = 1_000) {
  const lines: string[] = []
  const long: string[] = []
  const feed = lineSplitter(
    largest,
    (line, bytes) => {
      lines.push(line)
      expect(bytes).toBe(Buffer.byteLength(line))
    },
    (part, edge) => void long.push(`${edge} ${part.length}: ${part.slice(0, 4)}..${part.slice(-4)}`),
  )
  for (const chunk of chunks) feed(chunk)
  return { lines, long }
}

test('lines come whole, however the stream is cut', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '{'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(40)), (given, cuts) => {
      const bytes = Buffer.from(given.map((text) => `${text}\n`).join(''))
      const at = [...new Set(cuts.filter((cut) => cut < bytes.length))].sort((a, b) => a - b)
      const chunks = [0, ...at].map((start, index) => bytes.subarray(start, at[index]))
      expect(split(chunks).lines).toEqual(given)
    }),
  )
})

test('a line that is too long is dropped, its beginning and its end are told, and the next one is read', () => {
  const chunks = [`abcd${'x'.repeat(600)}`, 'x'.repeat(600), `${'x'.repeat(600)}wxyz`, '\nnext\n']
  expect(split(chunks.map((text) => Buffer.from(text)))).toEqual({
    lines: ['next'],
    long: ['beginning 1024: abcd..xxxx', 'end 1024: xxxx..wxyz'],
  })
  const one = Buffer.from(`ab${'x'.repeat(2_000)}yz\nab${'x'.repeat(1_000)}\nnext\n`)
  expect(split([one])).toEqual({
    lines: ['next'],
    long: [
      'beginning 1024: abxx..xxxx',
      'end 1024: xxxx..xxyz',
      'beginning 1002: abxx..xxxx',
      'end 1002: abxx..xxxx',
    ],
  })
})
