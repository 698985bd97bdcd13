// A text that is JSON is looked at as what it says: a page of its rows tells more than a page of its characters. What a
// tool gets from the handle stays the exact text.

import { readExact } from '../../json/exact-json.js'
import type { Json } from '../../json/json.js'

/** Characters. A longer text is looked at as text: reading it for one look would hold everybody up. */
const LONGEST_READ = 16 * 1024 * 1024

/** The list or the object that a text is, or the value itself. Only whole values are read, never a text within one. */
export function asRead(value: Json): Json {
  if (typeof value !== 'string' || value.length > LONGEST_READ || !/^\s{0,64}[[{]/.test(value)) return value
  try {
    // A whole number that no double holds is shown by its digits.
    return readExact(value, (digits) => digits) as Json
  } catch {
    return value
  }
}
