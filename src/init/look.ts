// Looks at the servers of a config: starts each, lists its tools, ends it. Calls none of them.

import type { ServerConfig } from '../gateway/config/entries.js'
import type { GatewayConsole } from '../gateway/console/console.js'
import { ChildWire } from '../gateway/upstream/child.js'
import { Upstream, type UpstreamTiming } from '../gateway/upstream/upstream.js'
import { createWatchdog } from '../gateway/upstream/watchdog.js'
import type { RawTool } from '../mcp/definitions.js'
import { version } from '../mcp/version.js'

/** What came of looking at a server: its tools, or why there are none to look at. */
export type Looked = { readonly id: string } & (
  | { readonly tools: readonly RawTool[] }
  | { readonly trouble: string }
)

/**
 * Looks at all servers at once, each started as the gateway starts it. One that fails takes no other with it.
 *
 * @param console Told of definitions that can't be used.
 */
export async function lookAt(
  servers: readonly ServerConfig[],
  console: GatewayConsole,
  timing?: Partial<UpstreamTiming>,
): Promise<Looked[]> {
  const watchdog = createWatchdog(console.warn)
  try {
    return await Promise.all(
      servers.map(async (server): Promise<Looked> => {
        let isConnected = false
        let said = 'did not answer'
        const upstream = new Upstream(server.id, {
          version,
          ...(timing && { timing }),
          connect: () => new ChildWire(server, { watchdog, show: () => {} }),
          say: (text) => {
            said = text
            if (text.startsWith('set aside')) console.warn(`${server.id}: ${text}`)
          },
          changed: () => {},
          connected: () => {
            isConnected = true
          },
        })
        await upstream.start()
        const { tools } = upstream
        await upstream.close()
        // There is one try, so what an upstream says of the next one is left out.
        return isConnected
          ? { id: server.id, tools }
          : { id: server.id, trouble: said.replace(/; next try in [\d.]+ s$/, '') }
      }),
    )
  } finally {
    watchdog.close()
  }
}
