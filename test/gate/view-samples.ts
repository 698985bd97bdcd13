// What the tests of views share: the estimate as its rule is written, and views and values of every shape.

import fc from 'fast-check'
import { thirdParty } from '../../src/view/fence.js'
import { type Say, say } from '../../src/view/say.js'

/** "A run of up to 16 letters: its length / 4, rounded up; other ASCII 1 each; other code units 1.2." */
export function estimateByTheBook(text: string): number {
  let fifths = 0
  for (const [part] of text.matchAll(/[A-Za-z]+|[\s\S]/g)) {
    if (/^[A-Za-z]{1,16}$/.test(part)) fifths += 5 * Math.ceil(part.length / 4)
    else if (part < '\x80') fifths += 5 * part.length
    else fifths += 6
  }
  return Math.ceil(fifths / 5)
}

/** A template whose words come from a test. */
export function sayOf(strings: readonly string[], holes: readonly unknown[]): Say {
  return say(Object.assign([...strings], { raw: strings }) as unknown as TemplateStringsArray, ...holes)
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.lorem({ maxCount: 30 }),
  fc
    .array(fc.constantFrom('👨‍👩‍👧', 'é', '東', '\n', ' ', '<<<', 'x'), { maxLength: 200 })
    .map((parts) => parts.join('')),
  fc.constantFrom('', 'word', 'two words', 'a\nb'),
)

const data = fc.oneof(
  anyText,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, undefined, true, new Date(0)),
  fc.array(fc.oneof(anyText, fc.integer()), { maxLength: 8 }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
)

const words = fc.oneof(fc.constantFrom('', ' ', '\n', '\n- ', ': ', '  '), fc.lorem({ maxCount: 12 }))

/** Views of every shape: nested, with lists, blocks, empty arrays, hostile texts. */
export const { view: anyView } = fc.letrec<{ view: Say }>((tie) => {
  const hole = fc.oneof(
    { maxDepth: 3 },
    data,
    anyText.map((text) => thirdParty('web', text)),
    tie('view'),
    fc.array(tie('view'), { maxLength: 6 }),
  )
  const template = fc.array(fc.tuple(hole, words), { maxLength: 5 })
  return {
    view: fc.tuple(words, template).map(([first, rest]) =>
      sayOf(
        [first, ...rest.map(([, after]) => after)],
        rest.map(([value]) => value),
      ),
    ),
  }
})
