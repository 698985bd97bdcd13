import { expect, test } from 'vitest'
import type { ServerConfig } from '../../../src/gateway/config/entries.js'
import { makeRoster, type Served } from '../../../src/gateway/upstream/roster.js'
import { Upstream } from '../../../src/gateway/upstream/upstream.js'
import type { JsonObject } from '../../../src/json/json.js'
import type { RawTool } from '../../../src/mcp/definitions.js'

function served(id: string, tools: readonly RawTool[]): Served {
  const upstream = new Upstream(id, {
    version: '0',
    connect: () => {
      throw new Error('not here')
    },
    say: () => {},
    changed: () => {},
    connected: () => {},
  })
  upstream.tools = tools
  return { config: { id, rules: [] } as unknown as ServerConfig, upstream }
}

function raw(name: string, more: Partial<RawTool> = {}): RawTool {
  const inputSchema = { type: 'object' }
  return { name, inputSchema, definition: { name, inputSchema }, size: 10, ...more }
}

function roster(...servers: readonly Served[]) {
  const aside: string[] = []
  const made = makeRoster(servers, new Map(), new Set(), (server, reason) =>
    aside.push(`${server}: ${reason}`),
  )
  return { names: [...made.keys()], aside }
}

test('whatever is thrown while one tool is declared sets that tool aside, and the rest works', () => {
  const definition = new Proxy({} as JsonObject, {
    get() {
      throw new RangeError('Maximum call stack size exceeded')
    },
  })
  const { names, aside } = roster(
    served('bad', [raw('x', { definition }), raw('y')]),
    served('good', [raw('z')]),
  )
  expect(names).toEqual(['bad_y', 'good_z'])
  expect(aside).toEqual(["bad: set aside: tool 'x' can't be declared"])
})

test('tools that would make the list too long for a client are set aside', () => {
  const size = 3 * 1024 * 1024
  const { names, aside } = roster(
    served('a', [raw('x', { size }), raw('y', { size })]),
    served('b', [raw('z', { size }), raw('small')]),
  )
  expect(names).toEqual(['a_x', 'a_y', 'b_small'])
  expect(aside).toEqual([expect.stringContaining("b: set aside: tool 'z'")])
})
