// `npm test`: set-up, then every check in the order of what fails fastest. `npm test -- <filter>` runs only
// the tests that match.

import { bin, run, setUp } from './setup.mjs'

const filters = process.argv.slice(2)
setUp()
if (filters.length === 0) {
  step('format and lint', bin('biome'), ['check', '--error-on-warnings', '.'])
  step('types', bin('tsc'), ['-p', 'tsconfig.json'])
  step('architecture', bin('depcruise'), ['src', '--config', '.dependency-cruiser.cjs'])
  step('package', bin('publint'), ['run', '--strict', '.'])
  step('package types', bin('attw'), ['--pack', '.', '--profile', 'esm-only', '--format', 'ascii', '--quiet'])
}
step('tests', bin('vitest'), ['run', ...filters])

function step(name, command, args) {
  console.error(`\n> ${name}`)
  run(command, args)
}
