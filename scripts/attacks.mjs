// `npm run bench:attacks [-- --json --explain --control --only KIND]`: builds, then plays small attacks and their
// benign twins through the gate. With --json only the report is on stdout; call it as `npm run -s`.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildBench } from './setup.mjs'

const run = join(buildBench(), 'attacks', 'run.js')
const { status } = spawnSync(process.execPath, [run, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
