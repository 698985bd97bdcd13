// `npm run mutate [-- <area, folder of src or file> ...] [--jobs=<n>]`: changes the code in small ways, one at a time,
// and runs the tests that reach the change. What no test noticed is listed; the table in docs/development.md is renewed.
// Without a name: the areas of safety. What has not changed since the last run is not run again.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { AREAS, globsOf } from './mutate-areas.mjs'
import { pack, unpack } from './mutate-known.mjs'
import { survivorsOf, tableOf } from './mutate-report.mjs'
import { bin, root, setUp } from './setup.mjs'

const KNOWN = join(root, 'test', 'mutate', 'known.json.gz')
const WORKING = join(root, '.build', 'mutate', 'incremental.json')
const DOCS = join(root, 'docs', 'development.md')
const MARKS = ['<!-- mutate: begin -->', '<!-- mutate: end -->']

const args = process.argv.slice(2)
const jobs = args.find((each) => /^--jobs=[1-9]\d*$/.test(each))?.slice(7) ?? '1'
const tests = args.find((each) => each.startsWith('--tests='))?.slice(8)
const names = args.filter((each) => !each.startsWith('--'))
const wanted = names.length > 0 ? names : Object.keys(AREAS)
const globs = wanted.flatMap((name) => globsOf(name, (path) => existsSync(join(root, path))) ?? refuse(name))

setUp({ build: false })
mkdirSync(dirname(WORKING), { recursive: true })
if (existsSync(KNOWN)) writeFileSync(WORKING, unpack(readFileSync(KNOWN)))
// It takes hours: whoever works at this machine comes first.
setPriority(10)
const { status } = spawnSync(bin('stryker'), ['run', '--concurrency', jobs], {
  cwd: root,
  env: {
    ...process.env,
    MUTATE: JSON.stringify(globs),
    ...(tests && { MUTATE_TESTS: JSON.stringify(tests.split(',')) }),
  },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(status ?? 1)

const known = readFileSync(WORKING, 'utf8')
mkdirSync(dirname(KNOWN), { recursive: true })
writeFileSync(KNOWN, pack(known))
const { files } = JSON.parse(readFileSync(join(root, '.build', 'mutate', 'report.json'), 'utf8'))
console.log(`\n${survivorsOf(files).join('\n')}\n\n${tableOf(files)}`)
writeTable(tableOf(JSON.parse(known).files))

function writeTable(table) {
  const text = readFileSync(DOCS, 'utf8')
  const [from, to] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])]
  writeFileSync(DOCS, `${text.slice(0, from)}\n${table}\n${text.slice(to)}`)
}

function refuse(name) {
  console.error(
    `Nothing to mutate is called '${name}'. Areas: ${Object.keys(AREAS).join(', ')}; or a folder of src, or a file.`,
  )
  process.exit(2)
}
