// `node examples/triage/run.mjs [--scripted] [what the user wants]`: set-up, then the example.

import { fileURLToPath } from 'node:url'
import { setUp } from '../../scripts/setup.mjs'

setUp()
const { runnerImport } = await import('vite')
// It plays while it is imported.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
