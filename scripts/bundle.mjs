// The JavaScript of the package: one file an entry, and chunks for what they share. The sources are hundreds of small
// files, and Node takes about a millisecond to find and link each: unbundled, an import took three times as long.

import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')

/** What package.json exports or runs. */
const ENTRIES = ['index', 'agents/index', 'stores/sqlite', 'testing/index', 'lint/index', 'cli/main']

/** The rooms that `import 'sallyport'` needs, in one chunk. */
const CORE =
  /[\\/]src[\\/](?:base|text|json|view|stores[\\/](?!sqlite)|tool|profiles|net|flow|handles|args|session|gate|door)[\\/]/

// The types stay, tsc has just written them; a chunk of an earlier build would be packed and never used.
for (const file of readdirSync(dist, { recursive: true })) {
  if (/\.js(\.map)?$/.test(file)) rmSync(join(dist, file))
}
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    // For Node: packages stay imports, each resolved where the package is installed.
    ssr: true,
    target: 'node20',
    outDir: dist,
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, 'src', `${entry}.ts`)])),
      // Two folders below the root, as the sources: the version is read from ../../package.json.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: { groups: [{ name: 'core', test: CORE }] },
      },
    },
  },
})
