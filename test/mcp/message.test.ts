import { expect, test } from 'vitest'
import { readMessage } from '../../src/mcp/message.js'

test('a number in a result of a tool is exact', () => {
  const result = '{"content":[],"structuredContent":{"id":1234567890123456789,"far":1e400}}'
  expect(readMessage(`{"jsonrpc":"2.0","id":"a","result":${result}}`)).toMatchObject({
    result: { structuredContent: { id: 1234567890123456789n, far: '1e400' } },
  })
})

test('a number in a definition is a number', () => {
  const tools = '[{"name":"a","inputSchema":{"properties":{"n":{"maximum":18446744073709551615}}}}]'
  expect(() =>
    JSON.stringify(readMessage(`{"jsonrpc":"2.0","id":"a","result":{"tools":${tools}}}`)),
  ).not.toThrow()
})
