import { createGate } from 'sallyport'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/json/json.js'
import type { RawResult } from '../../../src/mcp/relay.js'
import { restIn } from '../../../src/mcp/tools/rest.js'
import { modelText } from '../../../src/mcp/tools/results.js'
import { foreignTool } from '../../../src/tool/foreign.js'

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

describe('what the model reads of it', () => {
  async function read(result: JsonObject) {
    const tool = foreignTool({
      name: 'fs_read',
      description: '',
      inputSchema: { type: 'object' },
      effect: 'read',
      upstream: { id: 'fs', tool: 'read' },
      limits: { modelTokens: 500 },
      run: () => ({ result, bytes: 1 }),
      toModel: (value, view) => modelText('fs', value as RawResult, tool.limits, view),
      restOf: (value) => restIn(value as RawResult),
    })
    const gate = createGate({ tools: [tool] })
    const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
    const outcome = await session.call({ id: '1', name: 'fs_read', args: {} })
    const handle = outcome.handles[0]?.handle
    const args = { handle, op: 'describe' }
    const looked = handle && (await session.call({ id: '2', name: 'inspect_handle', args })).model
    await gate.close()
    return { model: outcome.model.replaceAll(handle ?? 'none', '<handle>'), looked }
  }
  const notice = 'The rest is in <handle>: read on with inspect_handle.'

  test('a text that was cut', async () => {
    const { model, looked } = await read({ content: [text('words '.repeat(2_000))] })
    expect(model.split(notice)).toHaveLength(2)
    expect(looked).toContain('a text of 12000 characters')
  })

  test('rows that are not shown', async () => {
    const rows = Array.from({ length: 500 }, (_, id) => ({ id, note: `note of ${id}` }))
    const { model, looked } = await read({
      content: [text(JSON.stringify({ rows }))],
      structuredContent: { rows },
    })
    expect(model.split(notice)).toHaveLength(2)
    expect(looked).toContain('a result with rows')
  })

  test('blocks that are not shown', async () => {
    const { model, looked } = await read({ content: [text('see'), ...Array(20).fill(image)] })
    expect(model).toContain('Not shown here, but in the panel: "an image (4 times, 1 KiB)".')
    expect(model.split(notice)).toHaveLength(2)
    expect(looked).toContain('a list of 21')
  })

  test('a block for the user alone is no rest', async () => {
    const { model, looked } = await read({
      content: [text('a'), text('b', { annotations: { audience: ['user'] } })],
    })
    expect(model).not.toContain('The rest is in')
    expect(looked).toBeUndefined()
  })
})
