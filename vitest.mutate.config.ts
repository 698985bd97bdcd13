// The tests that `npm run mutate` runs for each mutant: those of the library that start no process and don't measure
// time. stryker.config.mjs says how many runs each property has.

import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/{agents,flow,gate,handles,stores,tool}/**/*.test.ts', 'test/incidents*.test.ts'],
    exclude: [
      'test/gate/torn.test.ts',
      'test/stores/*-processes.test.ts',
      'test/flow/speed.test.ts',
      'test/tool/profiles.test.ts',
    ],
    // On a busy machine a test may fail by its timers: the mutant is killed by what fails again.
    retry: 2,
    testTimeout: 30_000,
  },
})
