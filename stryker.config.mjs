// How `npm run mutate` mutates. What it mutates stands in scripts/mutate-areas.mjs.

import { AREAS } from './scripts/mutate-areas.mjs'

// Read by vitest.config.ts and test/fixtures/seed.ts: few runs of each property, and the same for each mutant.
process.env.PROPERTY_RUNS ??= '0.1'
process.env.PROPERTY_SEED ??= '1'

export default {
  mutate: process.env.MUTATE ? JSON.parse(process.env.MUTATE) : Object.values(AREAS).flat(),
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutate-runner.mjs'],
  testRunner: 'kept',
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs once, when a file is loaded, would need all tests for each mutant.
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral'] },
  incremental: true,
  incrementalFile: '.build/mutate/incremental.json',
  jsonReporter: { fileName: '.build/mutate/report.json' },
  reporters: ['json', 'progress-append-only'],
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  ignorePatterns: ['/dist', '/.build', '/docs', '/examples', '/bench', '/.sallyport'],
  concurrency: 1,
  // The first run of all tests, on a busy machine.
  dryRunTimeoutMinutes: 60,
  // A loop without an end is noticed by its count; what waits, by the time of its test.
  timeoutMS: 15_000,
  timeoutFactor: 2,
  allowConsoleColors: false,
}
