// `npm run demo [-- --direct]`: set-up, then the story of examples/demo.

import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

const unknown = process.argv.slice(2).find((word) => word !== '--direct')
if (unknown !== undefined) {
  console.error(`There is no '${unknown}'. Usage: npm run demo [-- --direct]`)
  process.exit(2)
}
setUp({ build: false })
const { runnerImport } = await import('vite')
// It plays while it is imported.
await runnerImport(join(root, 'examples', 'demo', 'main.ts'), { configFile: false, logLevel: 'error' })
