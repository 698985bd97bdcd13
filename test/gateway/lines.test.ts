import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineSplitter } from '../../src/gateway/lines.js'

function split(chunks: Buffer[], largest = 1_000) {
  const lines: string[] = []
  let long = 0
  const feed = lineSplitter(
    largest,
    (line, bytes) => {
      lines.push(line)
      expect(bytes).toBe(Buffer.byteLength(line))
    },
    () => {
      long += 1
    },
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

test('a line that never ends is dropped once, and the next one is read', () => {
  const chunks = ['x'.repeat(600), 'x'.repeat(600), 'x'.repeat(600), '\nnext\n'].map((text) =>
    Buffer.from(text),
  )
  expect(split(chunks)).toEqual({ lines: ['next'], long: 1 })
})
