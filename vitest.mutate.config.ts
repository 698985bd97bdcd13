// The tests that `npm run mutate` runs for each mutant: those of the library that start no process and don't measure
// time. stryker.config.mjs says how many runs each property has.

import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

const TESTS = ['test/{agents,flow,gate,handles,session,stores,tool}/**/*.test.ts', 'test/incidents*.test.ts']

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: process.env.MUTATE_TESTS ? JSON.parse(process.env.MUTATE_TESTS) : TESTS,
    setupFiles: ['test/fixtures/no-mutant.ts', 'test/fixtures/seed.ts'],
    exclude: [
      'test/gate/torn.test.ts',
      'test/stores/*-processes.test.ts',
      'test/flow/speed.test.ts',
      'test/tool/profiles.test.ts',
    ],
    // On a busy machine a test may fail by its timers: the mutant is killed by what fails again.
    retry: 1,
    testTimeout: 4_000,
  },
})
