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
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // One worker a core: most tests wait for processes and timers.
    maxWorkers: 2,
    // Files share what they import: loading it anew for each took a third of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
