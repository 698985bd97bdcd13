// `npm run bench [name ...] [-- --flag ...]`: builds, then runs the benches of `bench/`, each in a process of its own,
// with the flags.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildBench, run } from './setup.mjs'

const built = buildBench()
const all = readdirSync(built).filter((file) => file.endsWith('.bench.js'))
const flags = process.argv.slice(2).filter((given) => given.startsWith('--'))
const names = process.argv.slice(2).filter((given) => !given.startsWith('--'))
for (const file of names.length ? names.map((name) => `${name}.bench.js`) : all) {
  if (!existsSync(join(built, file))) {
    console.error(
      `No bench '${file}'. There are: ${all.map((name) => name.replace('.bench.js', '')).join(', ')}.`,
    )
    process.exit(2)
  }
  run(process.execPath, ['--expose-gc', join(built, file), ...flags])
}
