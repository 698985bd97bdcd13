// The JavaScript of the package: one file an entry, and chunks for what they share. The sources are hundreds of small
// files, and Node takes about a millisecond to find and link each: unbundled, an import took three times as long.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
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
  if (/\.c?js(\.map)?$/.test(file)) rmSync(join(dist, file))
}
await bundle({
  // For Node: packages stay imports, each resolved where the package is installed.
  plugins: [{ name: 'ajv-of-ours', transform: ajvOfOurs }],
  build: { sourcemap: true },
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(root, 'src', `${entry}.ts`)])),
  output: {
    entryFileNames: '[name].js',
    // Two folders below the root, as the sources: the version is read from ../../package.json.
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: { groups: [{ name: 'core', test: CORE }] },
  },
})
// The validator is 87 files, which take four times as long to load as one does, and longer where it isn't minified.
await bundle({
  ssr: { noExternal: true },
  build: { minify: true },
  input: { ajv: join(root, 'scripts', 'ajv.cjs') },
  output: {
    format: 'cjs',
    entryFileNames: 'chunks/[name].cjs',
    postBanner: () => ['ajv', 'fast-uri', 'fast-deep-equal', 'json-schema-traverse'].map(licence).join('\n'),
  },
})

async function bundle({ build: options, input, output, ...config }) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    build: {
      ssr: true,
      target: 'node20',
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      ...options,
      rolldownOptions: { input, output },
    },
  })
}

function ajvOfOurs(code, id) {
  if (!/[\\/]base[\\/]late\.ts$/.test(id)) return undefined
  const theirs = /require\(["']ajv\/dist\/([\w/]+)\.js["']\)/g
  return { code: code.replaceAll(theirs, 'require("./ajv.cjs")["$1"]'), map: null }
}

/** What the licence of a package asks to go along with a copy. */
function licence(name) {
  const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
  return `/*! ${name}\n\n${text.trim()}\n*/`
}
