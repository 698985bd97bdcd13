import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBody, encodeBody, parseCassette, printCassette } from '../../src/testing/cassette.js'

/** A body after a way through a file. */
function there(bytes: Uint8Array): Uint8Array {
  const body = encodeBody(bytes)
  const request = { method: 'GET', url: 'https://a.example/', headers: {}, ...(body && { body }) }
  const printed = printCassette({ request, responses: [{ status: 200, headers: {} }] })
  return decodeBody(parseCassette(printed).request.body)
}

test('any bytes come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(there(bytes)).toEqual(bytes)
    }),
    { numRuns: 300 },
  )
})

test('any text comes back as it was', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
    fc.stringMatching(/^[{["\\ \n\r\t\ufeff}:,\]0-9-]*$/),
  )
  fc.assert(
    fc.property(text, (text) => {
      const bytes = new TextEncoder().encode(text)
      expect(there(bytes)).toEqual(bytes)
    }),
    { numRuns: 500 },
  )
})

test.each<[string, string, unknown]>([
  ['compact JSON is JSON', '{"a":[1]}', { json: { a: [1] } }],
  ['printed JSON is JSON', '[\n  1\n]', { json: [1], indent: 2 }],
  ['JSON that would be printed otherwise is text', '{"a":1.0}', { text: '{"a":1.0}' }],
  ['a text of lines is lines', 'a\nb', { text: ['a', 'b'] }],
])('%s', (_, text, body) => {
  expect(encodeBody(Buffer.from(text))).toEqual(body)
})
