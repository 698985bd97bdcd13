// What a fresh clone needs before anything runs: a Node that is new enough, the packages of the lock file,
// and the build. Nothing but Node's own modules in here.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** By major version, the first minor that can `require` an ES module: src/base/late.ts does. */
const WANTED = { 20: 19, 21: Infinity, 22: 12 }
const LOCK_STAMP = join(root, 'node_modules', '.sallyport-lock')
const BUILD_STAMP = join(root, 'dist', '.built')

/** Installs and builds what is missing or out of date; says so only when there is something to do. */
export function setUp({ build = true } = {}) {
  requireNode()
  install()
  if (build) compile()
}

/** Sets up and builds `bench/`. Returns the folder of what was built. */
export function buildBench() {
  setUp()
  run(bin('tsc'), ['-p', 'tsconfig.bench.json'])
  return join(root, '.build', 'bench')
}

/** Runs a command in the project and ends this process when it fails. */
export function run(command, args, { quiet = false } = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  if (quiet) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  if (error) console.error(`${command}: ${error.message}`)
  process.exit(status ?? 1)
}

/** A program of an installed package, to be run by this Node. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name)
}

/** Why this Node won't do, for the person who has it; undefined when it does. */
export function nodeFault(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > 22 || minor >= (WANTED[major] ?? Infinity)) return undefined
  return `Sallyport needs Node 20.19, or 22.12 or newer; this is ${version}. Get one from https://nodejs.org.`
}

function requireNode() {
  const fault = nodeFault(process.versions.node)
  if (fault === undefined) return
  console.error(fault)
  process.exit(1)
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(LOCK_STAMP) && readFileSync(LOCK_STAMP, 'utf8') === lock) return
  // A worktree that borrows another's packages: installing through the link would empty that one.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link to packages of another package-lock.json. Install there, or take the link away.',
    )
    process.exit(1)
  }
  console.error('Installing packages ...')
  // The servers of the example and the compiler are development packages; NODE_ENV=production leaves those out.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })
  writeFileSync(LOCK_STAMP, lock)
}

function compile() {
  const newest = Math.max(...files(join(root, 'src')), mtime(join(root, 'tsconfig.json')), mtime(LOCK_STAMP))
  if (existsSync(BUILD_STAMP) && mtime(BUILD_STAMP) >= newest) return
  console.error('Building ...')
  run(bin('tsc'), ['-p', 'tsconfig.build.json'])
  run(process.execPath, [join(root, 'scripts', 'bundle.mjs')])
  writeFileSync(BUILD_STAMP, '')
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => mtime(join(entry.parentPath ?? entry.path, entry.name)))
}

function mtime(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}
