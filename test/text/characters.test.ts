// One table of what can't be seen. Each place that hides, compares or shows texts must agree with it.

import { describe, expect, test } from 'vitest'
import { visibleJson } from '../../src/cli/handle-lines.js'
import { shownText } from '../../src/flow/person/shown-text.js'
import { canonicalOf } from '../../src/flow/words/canonical.js'
import { onOneLine } from '../../src/gateway/console/console.js'
import { hiddenRuns, visible } from '../../src/lint/characters.js'
import { hasHidden, hiddenKind } from '../../src/text/characters.js'
import { clean } from '../../src/text/clean.js'

const hex = (code: number) => code.toString(16)
/** All code points but the inside of planes that hold nothing else than their ends do. */
const CODES = [...Array(0x110000).keys()].filter((code) => {
  const within = code & 0xffff
  return code < 0x40000 || (code >= 0xe0000 && code < 0xe1100) || within < 2 || within > 0xfff0
})
const HIDDEN = CODES.filter((code) => hasHidden(String.fromCodePoint(code)))

test.each([
  [0x1b, 'control character'],
  [0x85, 'control character'],
  [0x202e, 'bidirectional control'],
  [0x61c, 'bidirectional control'],
  [0xe0041, 'Unicode tag'],
  [0xfe0f, 'variation selector'],
  [0xe0101, 'variation selector'],
  [0xe000, 'private-use character'],
  [0x10fffd, 'private-use character'],
  [0xd800, 'lone surrogate'],
  [0x34f, 'invisible character'],
  [0x115f, 'invisible character'],
  [0x3164, 'invisible character'],
  [0x2800, 'invisible character'],
  [0x200b, 'invisible character'],
  [0x2028, 'invisible character'],
] as const)('U+%i is a %s', (code, kind) => {
  expect(hiddenKind(String.fromCodePoint(code))).toBe(kind)
})

test('each hidden character has a kind, and no other has one', () => {
  const odd = CODES.filter((code) => {
    const character = String.fromCodePoint(code)
    return hasHidden(character) !== (hiddenKind(character) !== undefined)
  })
  expect(odd.map(hex)).toEqual([])
})

describe('every hidden character', () => {
  const inWords = (code: number) => `a${String.fromCodePoint(code)}b`
  const isLayout = (code: number) => code === 9 || code === 10 || code === 13
  test.each<[string, (text: string, code: number) => boolean]>([
    ['is not shown to the model', (text, code) => !hasHidden(clean(text).replaceAll('\n', '')) || code === 9],
    ['makes a target differ from its canonical form', (text) => !canonicalOf(text).exact],
    ['is written out to a person who is asked', (text) => !hasHidden(shownText(text))],
    ['does not reach a terminal', (text) => !hasHidden(onOneLine(text))],
    ['is an escape in the JSON of a handle', (text) => !hasHidden(visibleJson(text, 0))],
    ['is found in a definition', (text, code) => hiddenRuns(text).length === 1 || isLayout(code)],
    ['is written out in a finding', (text, code) => !hasHidden(visible(text)) || isLayout(code)],
  ])('%s', (_, isHandled) => {
    expect(HIDDEN.filter((code) => !isHandled(inWords(code), code)).map(hex)).toEqual([])
  })
})

test('a character that is seen passes all of them', () => {
  const seen = CODES.filter((code) => !hasHidden(String.fromCodePoint(code)))
  for (let at = 0; at < seen.length; at += 400) {
    // Letters around each, so that a combining character leans on none of the others.
    const text = seen
      .slice(at, at + 400)
      .map((code) => `a${String.fromCodePoint(code)}`)
      .join('')
    expect(clean(text)).toBe(text)
    expect(onOneLine(text)).toBe(text.trimEnd())
    expect(hiddenRuns(text)).toEqual([])
  }
})
