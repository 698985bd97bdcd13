// `node examples/triage/run.mjs [--scripted] [what the user wants]`: set-up, then the example.

import { fileURLToPath } from 'node:url'
import { setUp } from '../../scripts/setup.mjs'

if (process.argv.includes('--help')) {
  console.log(`Usage: npm run triage -- [--scripted] [what the user wants]

Plays a shop's agents that hand over to each other, and shows what each was
granted. With the key of a provider in the environment a real model plays;
--scripted plays without one.`)
  process.exit(0)
}
setUp()
const { runnerImport } = await import('vite')
// It plays while it is imported.
await runnerImport(fileURLToPath(new URL('main.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
