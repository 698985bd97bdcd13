// `npm run fuzz [-- minutes] [filter ...]`: the tests with random properties, again and again with a new seed, with
// twenty times as many runs but ten seconds at most for each property, until the minutes are over (5). A round that has
// begun is ended. It goes on after a failure and says at the end what shows it again.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, root, setUp } from './setup.mjs'

const args = process.argv.slice(2)
const isNumber = (text) => /^\d+(\.\d+)?$/.test(text)
const minutes = Number(args.find(isNumber) ?? 5)
const filters = args.filter((each) => !isNumber(each))
const { PROPERTY_RUNS = '20', PROPERTY_SECONDS = '10', PROPERTY_SEED } = process.env
setUp()

// A property may stand in what several tests share.
const PROPERTY = /from 'fast-check'|from '\.\/(suite|[a-z]+-samples)\.js'/
const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => join('test', path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && PROPERTY.test(readFileSync(join(root, path), 'utf8')))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
if (files.length === 0) {
  console.error(`No test with a property matches ${filters.join(' ')}.`)
  process.exit(2)
}

const failed = []
let asked = PROPERTY_SEED
const end = Date.now() + minutes * 60_000
do {
  const seed = asked ?? String(Math.floor(Math.random() * 2 ** 31))
  asked = undefined
  const env = { ...process.env, PROPERTY_RUNS, PROPERTY_SECONDS, PROPERTY_SEED: seed }
  console.error(`seed ${seed}, ${files.length} files ...`)
  const { status, stdout, stderr } = spawnSync(
    bin('vitest'),
    ['run', '--maxWorkers=1', '--testTimeout=600000', '--reporter=dot', ...files],
    { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' },
  )
  if (status !== 0) {
    failed.push(seed)
    console.error(`${stdout}${stderr}`)
  }
} while (Date.now() < end)

if (failed.length > 0) {
  const again = failed.map(
    (seed) => `PROPERTY_SEED=${seed} PROPERTY_RUNS=${PROPERTY_RUNS} npm run fuzz -- 0 <file>`,
  )
  console.error(
    `\nSomething failed. Make each counterexample a fixed case beside its property, and mend what it found:\n${again.join('\n')}`,
  )
  process.exit(1)
}
