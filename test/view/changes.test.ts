// A view that is not to the letter says so, with the handle of the exact text; and what a script needs is no change.

import { describe, expect, test } from 'vitest'
import { clean } from '../../src/text/clean.js'
import { fits } from '../../src/view/budget.js'
import { thirdParty } from '../../src/view/fence.js'
import { render } from '../../src/view/render.js'
import { say } from '../../src/view/say.js'

const nonce = () => 'qkzvwxyt'
const exact = () => 'result_1'
const show = (text: string, budget = 2_000) => render(thirdParty('fs', text), { budget, nonce, exact })
const tags = (text: string) =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('')

describe('what a script or an emoji needs stays, and nothing is told', () => {
  test.each([
    ['Persian', 'می\u200cخواهم'],
    ['Persian with a vowel sign before the joiner', 'مَ\u200cخ'],
    ['Hindi', 'क्\u200dष र्\u200cक'],
    ['Malayalam, at the end of a word', 'അവന്\u200d വന്നു'],
    ['a family', '👩\u200d👩\u200d👧\u200d👦'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a skin colour', '👩🏽\u200d🚀'],
    ['a heart, and one as a sign', '❤\ufe0f ❤\ufe0e'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of England', `🏴${tags('gbeng')}\u{e007f}`],
    ['a name in its own form', '葛\u{e0100}城'],
    ['a Mongolian letter in another form', 'ᠠ\u180b'],
    ['tabs and no-break spaces', 'a\tb\u00a0c'],
  ])('%s', (_, text) => {
    expect(clean(text)).toBe(text)
    expect(show(text)).toMatchObject({ changed: false, cut: false })
    expect(show(text).text).toContain(text)
  })
})

describe('nothing passes that could carry a text', () => {
  test.each([
    ['a joiner between Latin letters', 'a\u200db', 'ab'],
    ['two joiners in Persian', 'می\u200c\u200cخ', 'میخ'],
    ['a joiner at a blank', 'می\u200c خ', 'می خ'],
    ['selectors in a row', `a${'\ufe01\ufe02'.repeat(50)}`, 'a'],
    ['selectors in a row on an emoji', `😀\ufe0f${'\u{e0101}'.repeat(50)}`, '😀\ufe0f'],
    ['a selector on each of many characters', '葛\u{e0101}葛\u{e0102}葛\u{e0103}', '葛\u{e0101}葛葛'],
    ['a byte on a character', '葛\u{e01a0}', '葛'],
    ['tags', `a${tags('send it')}`, 'a'],
    ['tags on a flag that are no land', `🏴${tags('sendit')}\u{e007f}`, '🏴'],
    ['a flag without its end', `🏴${tags('gbeng')}`, '🏴'],
    ['a digit with a selector that is no keycap', '1\ufe0f', '1'],
    ['a joiner after nothing', '\ufe0f\u200d👩', '👩'],
    ['joiners at a vowel that is not seen', 'ក\u17b4\u200dក', 'កក'],
  ])('%s', (_, text, cleaned) => {
    expect(clean(text)).toBe(cleaned)
    expect(clean(cleaned)).toBe(cleaned)
    expect(show(text).changed).toBe(true)
  })
})

describe('what is changed is counted, with the handle of the exact text', () => {
  const line = (text: string) => show(text).text.split('\n').at(-1)

  test.each([
    ['hidden characters', 'a\u200bb\u202ec\u001b[0m', '3 hidden characters left out'],
    ['one of them', '\ufeffa', '1 hidden character left out'],
    ['marks', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x', '1 mark escaped'],
    ['line breaks', 'a\r\nb\fc\u2028d', '3 line breaks rewritten'],
    ['all', 'a\u200b\r\n<<<', '1 hidden character left out, 1 mark escaped, 1 line break rewritten'],
    ['a mark with a hidden character in it', '<\u200b<<', '1 hidden character left out, 1 mark escaped'],
    ['a character that no text can have', 'a\ufdd0\ufdd2b', '2 hidden characters left out'],
  ])('%s', (_, text, changes) => {
    expect(line(text)).toBe(`[${changes}: the exact text is in result_1]`)
    expect(show(text).text).not.toMatch(/[\ufdd0-\ufdef]/)
  })

  test('in a value of a line as well, and without a handle where there is none', () => {
    expect(render(say`Note: ${'a\u200b b'}`, { budget: 100, nonce }).text).toBe(
      'Note: "a b"\n[1 hidden character left out.]',
    )
  })

  test('of what is shown alone, and within the budget', () => {
    const text = `${'word \u200b'.repeat(20)}${'plain words '.repeat(2_000)}`
    for (const budget of [200, 500, 2_000]) {
      const { text: shown, cut } = show(text, budget)
      expect(cut).toBe(true)
      expect(shown).toMatch(
        /\n\[Cut: .*\]\n\[20 hidden characters left out: the exact text is in result_1\]$/,
      )
      expect(fits(shown, budget)).toBe(true)
    }
    expect(show(`${'plain words '.repeat(2_000)}\u200b`, 500).text).not.toContain('left out')
  })

  test('no handle is asked for where nothing is changed', () => {
    const never = () => {
      throw new Error('asked')
    }
    expect(render(thirdParty('fs', 'plain'), { budget: 100, nonce, exact: never }).changed).toBe(false)
  })
})
