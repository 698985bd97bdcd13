import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Tests import the package by its own name, so that they read like a user's code and the docs' snippets.
const src = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^sallyport$/, replacement: src('index.ts') },
      { find: /^sallyport\/stores\/sqlite$/, replacement: src('stores/sqlite.ts') },
      { find: /^sallyport\/(testing|lint|agents)$/, replacement: src('$1/index.ts') },
      // More or fewer runs of each property than it says: `npm run fuzz`, `npm run mutate`.
      ...(process.env.PROPERTY_RUNS
        ? [{ find: /^fast-check$/, replacement: src('../test/fixtures/fast-check.ts') }]
        : []),
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/fixtures/seed.ts'],
    // One worker a core: most tests wait for processes and timers.
    maxWorkers: 2,
    // Files share what they import: loading it anew for each took a third of the time.
    isolate: false,
    // Against hangs alone: a busy machine is no fault.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
