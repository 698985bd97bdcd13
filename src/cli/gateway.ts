// `sallyport gateway`: puts the gate in front of MCP servers, for a client that starts it (stdio) or for clients
// that connect to it (HTTP on loopback).

import { Command, InvalidArgumentError } from 'commander'
import { configOfCommand, readConfig } from '../gateway/config/config.js'
import { announcement } from '../gateway/console/connect.js'
import { createConsole, type GatewayConsole } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import { startGateway } from '../gateway/gateway.js'

interface GatewayFlags {
  readonly config?: string
  readonly http?: true
  readonly port?: number
  readonly token?: string
  readonly state?: string
}

/** The command, to be added to the program. */
export function gatewayCommand(): Command {
  return new Command('gateway')
    .summary('put the gate in front of MCP servers: one, or those of an mcpServers file')
    .description(
      'Puts the gate in front of MCP servers: one by its command, or those of an mcpServers file. ' +
        'It speaks MCP on stdio to the client that starts it, or over HTTP on loopback.',
    )
    .usage('[options] -- <command...>\n       sallyport gateway [options] --config <file>')
    .argument('[command...]', 'a server to start, after --')
    .option('-c, --config <file>', 'an mcpServers file, as MCP clients use it')
    .option('--http', 'listen on http://127.0.0.1:<port>/mcp instead of stdio')
    .option('-p, --port <number>', 'port for --http (default: $PORT, or 4780; 0: any that is free)', readPort)
    .option(
      '--token <text>',
      'bearer token for --http (default: $SALLYPORT_TOKEN, which other users of the machine do not see; or one made and kept)',
    )
    .option('--state <dir>', 'where state is kept (default: .sallyport beside the config)')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Examples:
  sallyport gateway -- npx -y @modelcontextprotocol/server-filesystem ~/docs
  sallyport gateway --config mcp.json
  sallyport gateway --config mcp.json --http --port 4780

Exit codes: 0 the client or a signal ended it, 1 the surroundings are at fault
(a port that is taken), 2 the command line or the config is.`,
    )
    .action(runGateway)
}

async function runGateway(command: readonly string[], flags: GatewayFlags): Promise<void> {
  const config = chooseConfig(command, flags)
  const token = flags.token ?? (process.env.SALLYPORT_TOKEN || undefined)
  for (const flag of ['port', 'token'] as const) {
    if (flags.http || flags[flag] === undefined) continue
    throw new StartError(`--${flag} is for --http. Add --http, or leave it out.`, 2)
  }
  const port = flags.http && (flags.port ?? portOf(process.env))
  const console = createConsole(flags.http ? process.stdout : process.stderr)
  // Before anything is announced: who reads that it listens may end it at once.
  const signalled = untilSignal(console)
  const starting = startGateway({
    config,
    console,
    ...(flags.state !== undefined && { stateFolder: flags.state }),
    front: flags.http
      ? {
          kind: 'http',
          ...(port !== undefined && { port }),
          ...(token !== undefined && { token }),
        }
      : { kind: 'stdio' },
  })
  const gateway = await Promise.race([starting, signalled])
  // What has been started by then dies with this process.
  if (!gateway) process.exit(0)
  if (gateway.url !== undefined && gateway.token !== undefined) {
    console.write(announcement(gateway.url, gateway.token, (text) => console.paint('strong', text)))
  }
  process.on('unhandledRejection', (reason) => console.warn(`a fault nobody waited for: ${String(reason)}`))
  await Promise.race([gateway.ended, signalled])
  await gateway.close()
  process.exit(0)
}

function chooseConfig(command: readonly string[], { config }: GatewayFlags) {
  if (config !== undefined && command.length > 0) {
    throw new StartError('give either --config <file> or a command after --, not both.', 2)
  }
  if (config !== undefined) return readConfig(config)
  if (command.length > 0) return configOfCommand(command, process.cwd())
  throw new StartError('nothing to put the gate in front of: give --config <file>, or a command after --.', 2)
}

/** Resolves at the first signal to end. A second one doesn't wait for stubborn servers. */
function untilSignal(console: GatewayConsole): Promise<undefined> {
  let closing = false
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (closing) process.exit(1)
        closing = true
        console.note('ending')
        resolve(undefined)
      })
    }
  })
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

function portOf({ PORT: text }: NodeJS.ProcessEnv): number | undefined {
  if (!text) return undefined
  try {
    return readPort(text)
  } catch {
    throw new StartError(`PORT='${text}' is no port. A port is a number from 0 to 65535.`, 2)
  }
}
