import { expect, test } from 'vitest'
import { announcement, connectHelp } from '../../../src/gateway/console/connect.js'

const url = 'http://127.0.0.1:4780/mcp'

test('three clients fit a screen of 24 lines and 120 columns', () => {
  const lines = announcement(url, 'x'.repeat(43)).split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.filter((line) => !line.includes('claude mcp')).every(({ length }) => length <= 100)).toBe(true)
})

test('what is pasted into editors is JSON with the address and the token', () => {
  const [, cursor, code] = connectHelp(url, 't0ken')
  const headers = { Authorization: 'Bearer t0ken' }
  expect(JSON.parse(cursor?.paste ?? '')).toEqual({ mcpServers: { sallyport: { url, headers } } })
  expect(JSON.parse(code?.paste ?? '')).toEqual({ servers: { sallyport: { type: 'http', url, headers } } })
})

test('the announcement names the address, the token and each client', () => {
  const text = announcement(url, 't0ken')
  expect(text).toContain(`Listening on ${url}\nToken: t0ken\n`)
  expect(text).toContain(
    `Claude Code (in a terminal):\n  claude mcp add --transport http sallyport ${url} --header "Authorization: Bearer t0ken"`,
  )
  for (const { client } of connectHelp(url, 't0ken')) expect(text).toContain(client)
})
