// Servers that lie about their tools, before the official client: it refuses a whole list for one wrong field.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGateway } from './fixtures/running.js'
import { freshFolder, realServer } from './fixtures/servers.js'

/** A server whose list is this text, so that it may be what no serialiser would write. */
function listing(json: string) {
  const file = join(freshFolder(), 'up.mjs')
  const list = join(freshFolder(), 'list.json')
  writeFileSync(list, json)
  writeFileSync(
    file,
    `import { readFileSync } from 'node:fs'
    import { createInterface } from 'node:readline'
    const list = readFileSync(${JSON.stringify(list)}, 'utf8')
    const serverInfo = { name: 'up', version: '0' }
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (id === undefined) return
      const say = (rest) => console.log('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + rest + '}')
      if (method === 'initialize') say('"result":' + JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }))
      else if (method === 'tools/list') say('"result":{"tools":[' + list + ']}')
      else say('"error":{"code":-32601,"message":"no"}')
    })`,
  )
  return { id: 'up', command: process.execPath, args: [file], env: {}, cwd: process.cwd(), rules: [] }
}

const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`

test('servers that lie about a tool keep the others, and take nothing from a server beside them', async () => {
  const running = await runGateway([
    realServer('memory'),
    listing(
      [
        '{"name":"words","description":42,"inputSchema":{"type":"object"}}',
        '{"name":"hints","annotations":{"readOnlyHint":"yes"},"inputSchema":{"type":"object"}}',
        '{"name":"required","inputSchema":{"type":"object","required":"a"}}',
        `{"name":"deep","inputSchema":{"type":"object","x":${deep}}}`,
        '{"name":"fine","inputSchema":{"type":"object"}}',
      ].join(),
    ),
  ])
  try {
    const { tools } = await (await running.connect()).listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('memory_read_graph')
    expect(names.filter((name) => name.startsWith('up_')).sort()).toEqual(['up_fine', 'up_hints', 'up_words'])
  } finally {
    await running.close()
  }
}, 120_000)
