import { expect, test } from 'vitest'
import { cleanWords, withCleanWords } from '../../src/mcp/clean-words.js'

const evil = '\u001b[31mRed\u001b[0m \u202etxt\u200b\u0007 \u001b]8;;http://evil.example\u0007here'
const tame = 'Red txt here'

test('words lose escape sequences, control, invisible and bidirectional characters', () => {
  expect(cleanWords(evil)).toBe(tame)
  expect(cleanWords('A line.\nÜber 日本語 👩‍💻')).toBe('A line.\nÜber 日本語 👩‍💻')
})

test('titles and descriptions of a definition are cleaned at any depth, and nothing else is touched', () => {
  const definition = (words: string) => ({
    name: 'x',
    title: words,
    description: words,
    annotations: { title: words, readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        default: { type: 'string', description: words, enum: [evil], default: evil },
        description: { type: 'object', properties: { a: { title: words, const: { description: evil } } } },
      },
      anyOf: [{ $ref: '#/$defs/a', description: words }],
      $defs: { a: { items: { description: words }, pattern: '\u200b' } },
    },
    icons: [{ src: 'data:,', title: evil }],
    _meta: { description: evil },
    'x-future': { kept: evil },
  })
  expect(withCleanWords(definition(evil))).toEqual(definition(tame))
})
