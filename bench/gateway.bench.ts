// Echo calls of a real MCP server over stdio: directly, through a raw line proxy, and through the gateway. One
// client after another in turn, so that noise hits all alike.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { print, quantile } from './measure.js'

const ROUNDS = 10
const CALLS = 100
const root = process.cwd()
const server = createRequire(join(root, 'package.json')).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
)

const ways = {
  direct: [server, 'stdio'],
  'line proxy': [join(root, 'bench', 'line-proxy.mjs'), process.execPath, server, 'stdio'],
  gateway: [join(root, 'dist', 'cli', 'main.js'), 'gateway', '--', process.execPath, server, 'stdio'],
}

interface Way {
  readonly name: string
  readonly client: Client
  readonly tool: string
  readonly times: number[]
  atOnceMs: number
}

async function open(name: string, args: readonly string[]): Promise<Way> {
  const client = new Client({ name: 'bench', version: '0' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }),
  )
  let tool: string | undefined
  // The gateway lists an upstream's tools once it has answered.
  for (let tries = 0; !tool && tries < 100; tries++) {
    const { tools } = await client.listTools()
    tool = tools.find((offered) => offered.name.endsWith('echo'))?.name
    if (!tool) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!tool) throw new Error(`${name} offers no echo`)
  return { name, client, tool, times: [], atOnceMs: 0 }
}

let count = 0
async function echo({ client, tool }: Way): Promise<void> {
  const message = `hello ${count++}`
  const result = await client.callTool({ name: tool, arguments: { message } })
  if (!JSON.stringify(result.content).includes(message)) throw new Error(`no echo: ${JSON.stringify(result)}`)
}

const opened: Way[] = []
for (const [name, args] of Object.entries(ways)) opened.push(await open(name, args))
for (const way of opened) for (let call = 0; call < 200; call++) await echo(way)
for (let round = 0; round < ROUNDS; round++) {
  for (const way of opened) {
    for (let call = 0; call < CALLS; call++) {
      const start = performance.now()
      await echo(way)
      way.times.push(performance.now() - start)
    }
    const start = performance.now()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let call = 0; call < 10; call++) await echo(way)
      }),
    )
    way.atOnceMs += performance.now() - start
  }
}

const proxy = quantile(opened[1]!.times, 0.5)
print(
  `${ROUNDS * CALLS} echo calls of server-everything over stdio`,
  ['', 'median', 'p99', 'over the line proxy', 'goal', 'calls a second, 16 at once'],
  opened.map(({ name, times, atOnceMs }) => {
    const median = quantile(times, 0.5)
    return [
      name,
      `${median.toFixed(2)} ms`,
      `${quantile(times, 0.99).toFixed(2)} ms`,
      `${(median - proxy).toFixed(2)} ms`,
      name === 'gateway' ? '<= 0.3 ms' : '',
      ((ROUNDS * 160) / (atOnceMs / 1_000)).toFixed(0),
    ]
  }),
)
for (const { client } of opened) await client.close()
