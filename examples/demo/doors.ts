// The two ways to the servers: through the gateway that `npm start` runs, or directly. Both with the official
// MCP client, as any agent would connect.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readConfig } from '../../src/gateway/config/config.js'
import { createConsole } from '../../src/gateway/console/console.js'
import { startGateway } from '../../src/gateway/gateway.js'

/** A way to call tools. */
export interface Door {
  /** The name under which a model sees a tool; the gate's own belong to no server. */
  nameOf(server: string, tool: string): string
  call(server: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult>
  /** Ends every process that the door started. */
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const config = join(root, 'examples', 'gateway.json')
const nameOf = (server: string, tool: string) => (server === '' ? tool : `${server}_${tool}`)
const client = () => new Client({ name: 'demo', version: '1.0.0' })

/** Starts the gateway on a free port, with state of its own, and connects to it. */
export async function throughTheGate(): Promise<Door> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'sallyport-demo-'))
  const forget = () => rmSync(stateFolder, { recursive: true, force: true })
  process.once('exit', forget)
  const gateway = await startGateway({
    config: readConfig(config),
    front: { kind: 'http', port: 0 },
    stateFolder,
    // The lines of the operator; the story has its own.
    console: createConsole(new PassThrough().resume()),
  })
  const agent = client()
  const headers = { Authorization: `Bearer ${gateway.token}` }
  await agent.connect(new StreamableHTTPClientTransport(new URL(gateway.url!), { requestInit: { headers } }))
  await agent.listTools()
  return {
    nameOf,
    call: (server, tool, args) => agent.callTool({ name: nameOf(server, tool), arguments: { ...args } }),
    async close() {
      await agent.close()
      await gateway.close()
    },
  }
}

/** Starts the same servers and connects to each, with nothing in between. */
export async function straightToTheServers(): Promise<Door> {
  const { mcpServers } = JSON.parse(readFileSync(config, 'utf8')) as {
    mcpServers: Record<string, { command: string; args: string[] }>
  }
  const agents = new Map<string, Client>()
  for (const [id, { command, args }] of Object.entries(mcpServers)) {
    const agent = client()
    await agent.connect(new StdioClientTransport({ command, args, cwd: dirname(config), stderr: 'ignore' }))
    agents.set(id, agent)
  }
  return {
    nameOf: (_, tool) => tool,
    call: (server, tool, args) => agents.get(server)!.callTool({ name: tool, arguments: { ...args } }),
    async close() {
      for (const agent of agents.values()) await agent.close()
    },
  }
}
