import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json/json.js'
import { at } from '../../../src/json/schema/cursor.js'
import { wantedFrom } from '../../../src/json/schema/wanted.js'

test.each<[JsonObject, string]>([
  [{ type: 'string', 'x-sallyport-handle': 'book' }, 'a handle of kind book'],
  [{ type: 'string', 'x-sallyport-handle': '*' }, 'a handle'],
  [{ type: 'string' }, 'a string'],
])('%j is asked for in words', (schema, words) => {
  expect(wantedFrom(at(schema))).toBe(words)
})
