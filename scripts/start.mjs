// `npm start [-- --port <number>]`: set-up, then the gateway on HTTP in front of the servers of
// examples/gateway.json. PORT and SALLYPORT_TOKEN are read by the gateway itself.

import { join } from 'node:path'
import { endWithParent } from './parent.mjs'
import { root, setUp } from './setup.mjs'

// Only when npm is between: who starts the script itself may leave it running.
if (process.env.npm_lifecycle_event !== undefined) endWithParent()
setUp()
const config = join(root, 'examples', 'gateway.json')
// In this process: Ctrl-C reaches the gateway itself, and a second start pays for one Node only.
process.argv.splice(2, 0, 'gateway', '--config', config, '--http')
await import('../dist/cli/main.js')
