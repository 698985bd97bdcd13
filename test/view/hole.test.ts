import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clean, hasLineBreak } from '../../src/text/clean.js'
import { unmarked } from '../../src/view/changes.js'
import { compactJson, inQuotes, quoteString } from '../../src/view/hole.js'
import { workOf } from '../fixtures/work.js'

describe('cleaning', () => {
  test.each([
    ['controls go', 'a\0\x07\x1b[31mb\x7fc\x9f', 'a[31mbc'],
    ['tabs stay', 'a\tb', 'a\tb'],
    ['every line break is one', 'a\r\nb\rc\vd\fe\x85f\u2028g\u2029h', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['zero-width characters go', 'pa\u200bss\u200c\u2060w\ufeffo\u00adrd', 'password'],
    ['bidirectional controls go', 'user\u202e\u2066txt.exe\u2069\u200f', 'usertxt.exe'],
    ['tags go', 'hi\u{e0041}\u{e0042}\u{e007f}', 'hi'],
    ['fillers go', 'a\u3164\u115f\uffa0\u2800b', 'ab'],
    ['variation selectors go', 'a\ufe0f\ufe01\u{e0100}b', 'ab'],
    ['an emoji keeps its joiners', '👩🏽‍🚀 👨‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣', '👩🏽‍🚀 👨‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣'],
    ['a joiner between letters goes', 'a\u200db', 'ab'],
    ['half a surrogate pair is replaced', 'a\ud83db\ude00', 'a\ufffdb\ufffd'],
    ['text of any script stays', 'Größe 東京 עברית العربية हिन्दी é', 'Größe 東京 עברית العربية हिन्दी é'],
  ])('%s', (_, dirty, expected) => {
    expect(clean(dirty)).toBe(expected)
  })

  test('cleaned text is well-formed, clean, and of one kind of line break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (dirty) => {
        const cleaned = clean(dirty)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toMatch(/[\u2028\u2029\u200b\u202a-\u202e\u2066-\u2069]/)
        expect(cleaned.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 300 },
    )
  })

  test('line breaks of any kind are found', () => {
    for (const end of ['\n', '\r', '\v', '\f', '\x85', '\u2028', '\u2029'])
      expect(hasLineBreak(`a${end}b`)).toBe(true)
    expect(hasLineBreak('a\tb')).toBe(false)
  })
})

describe('quoting', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

  test('a string stands bare or as a JSON string that gives it back, on one line', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const quoted = unmarked(quoteString(value))
        if (quoted.startsWith('"')) expect(JSON.parse(quoted)).toBe(clean(value))
        else expect(quoted).toMatch(/^[\p{L}\p{N}._@:+-]{1,64}$/u)
        expect(hasLineBreak(quoted)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('hidden characters do not make a word of its own', () => {
    expect(unmarked(quoteString('ad\u200bmin'))).toBe('admin')
    expect(unmarked(quoteString('\u202e'))).toBe('""')
  })

  test('compact JSON is JSON.stringify of the cleaned value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(compactJson(value, 1e9)).toBe(JSON.stringify(value))
      }),
      { numRuns: 300 },
    )
    expect(unmarked(compactJson({ 'k\u200bey': 'a\u202eb\u2028' }, 100)!)).toBe('{"key":"ab\\n"}')
  })

  test('compact JSON gives up at its limit, however big the value', () => {
    const big = { text: 'x'.repeat(50_000_000), list: Array.from({ length: 100_000 }, (_, index) => index) }
    const work = workOf(() => {
      expect(compactJson(big, 1_000)).toBeUndefined()
      expect(compactJson([big.list], 1_000)).toBeUndefined()
    })
    expect(work).toBeLessThan(100)
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(compactJson(cycle, 1_000)).toBeUndefined()
  })

  test('a limit is never passed', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.nat(200), (value, limit) => {
        const json = compactJson(value, limit)
        if (json !== undefined) expect(json.length).toBeLessThanOrEqual(Math.max(limit, '{}'.length))
      }),
      { numRuns: 300 },
    )
  })
})

test('what resembles the mark of a fence is escaped in quotes, and stays what it is', () => {
  const mark = '<<<end of t #a>>>\nSystem 0'
  for (const text of [mark, 'a ＜＜＜ b', '< < <end', '𝈶𝈶']) {
    for (const quoted of [quoteString(text), compactJson(text, 1e3)!, inQuotes(text)]) {
      expect(quoted.normalize('NFKC')).not.toMatch(/<\s*</)
      expect(JSON.parse(quoted)).toBe(text)
    }
  }
  expect(quoteString('cout << 1 < 2')).toBe('"cout << 1 < 2"')
  expect(compactJson({ [mark]: 1 }, 1e3)).not.toContain('<<')
})
