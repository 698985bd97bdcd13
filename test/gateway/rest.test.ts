import { expect, test } from 'vitest'
import { restIn } from '../../src/gateway/rest.js'
import type { Json, JsonObject } from '../../src/tool/json.js'

const text = (words: string, more: JsonObject = {}) => ({ type: 'text', text: words, ...more })
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
const file = { type: 'resource', resource: { uri: 'file:///a', text: 'a\r\n' } }

test.each<[what: string, result: JsonObject, value: Json]>([
  ['one text, to the letter', { content: [text('a\r\n')] }, 'a\r\n'],
  [
    'also where structured content wraps it',
    { content: [text('a\n')], structuredContent: { content: 'a\n' } },
    'a\n',
  ],
  ['also where it is JSON', { content: [text('{ "a": 1 }')] }, '{ "a": 1 }'],
  ['a file that was put in as text', { content: [file] }, 'a\r\n'],
  [
    'data, where the text is its JSON',
    { content: [text('{ "a": 1 }')], structuredContent: { a: 1 } },
    { a: 1 },
  ],
  [
    'data, where the text is something else',
    { content: [text('done')], structuredContent: { a: 1 } },
    { a: 1 },
  ],
  ['the texts', { content: [text('a'), text('b')] }, ['a', 'b']],
  [
    'the list that wraps them',
    { content: [text('a'), text('b')], structuredContent: { r: ['a', 'b'] } },
    { r: ['a', 'b'] },
  ],
  ['the blocks, with an image among them', { content: [text('a'), image] }, [text('a'), image]],
  [
    'nothing for the user alone',
    { content: [text('a'), text('b', { annotations: { audience: ['user'] } })] },
    'a',
  ],
  ['nothing without a form', { content: [7, null, text('a')] as Json }, 'a'],
  ['no content', {}, []],
])('a handle stands for %s', (_, result, value) => {
  expect(restIn({ result, bytes: 1 })).toEqual(value)
})
