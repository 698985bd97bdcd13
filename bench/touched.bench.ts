// How much of the source one call runs: a read with one text argument and a list result, in a warm session. A stranger
// who follows a call has to open these files. `--list` prints them, with their lines and who imports them.

import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
// As it was compiled file by file, beside this bench: the package itself is bundled.
import { createGate, tool } from '../src/index.js'
import { print } from './measure.js'

const MOST = 60
const sources = fileURLToPath(new URL('../../src/', import.meta.url))
const compiled = new URL('../src/', import.meta.url).href

const boats = Array.from({ length: 20 }, (_, index) => ({ id: `boat-${index}`, name: `Boat ${index}` }))
const list = tool({
  name: 'list_boats',
  description: 'Lists boats.',
  useWhen: 'boats are wanted',
  input: z.object({ query: z.string() }),
  effect: 'read',
  run: () => boats,
})
const session = createGate({ tools: [list] }).session({ tenant: 't', user: 'u', conversation: 'c' })
let count = 0
async function call(): Promise<void> {
  const query = `boats of ${count}`
  const outcome = await session.call({
    id: `call_${count++}`,
    name: list.name,
    args: JSON.stringify({ query }),
  })
  if (outcome.status !== 'ok') throw new Error(outcome.model)
}

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
for (let warm = 0; warm < 5; warm++) await call()
// Taking it sets all counts to zero.
await inspector.post('Profiler.takePreciseCoverage')
await call()
const { result } = await inspector.post('Profiler.takePreciseCoverage')
inspector.disconnect()

const files = result
  .filter(({ url, functions }) => url.startsWith(compiled) && functions.some(ran))
  .map(({ url }) => url.slice(compiled.length).replace(/\.js$/, '.ts'))
  .sort()

function ran({ ranges }: { readonly ranges: readonly { readonly count: number }[] }): boolean {
  return ranges.some(({ count }) => count > 0)
}

const rooms = [...new Set(files.map((file) => dirname(file)))]
print(
  'One call: files of src whose code runs',
  ['', 'files', 'goal'],
  [
    ...rooms.map((room) => [room, String(files.filter((file) => dirname(file) === room).length), '']),
    ['all', String(files.length), `<= ${MOST}`],
  ],
)

if (process.argv.includes('--list')) {
  const importers = importersOf()
  print(
    'Each of them',
    ['file', 'lines', 'importers', 'the only one'],
    files.map((file) => {
      const by = importers.get(file) ?? []
      return [file, String(linesOf(file)), String(by.length), by.length === 1 ? by[0]! : '']
    }),
  )
}

function linesOf(file: string): number {
  return readFileSync(join(sources, file), 'utf8').trimEnd().split('\n').length
}

/** Which files of src import each file, for more than its types. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const entry of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts')) continue
    const file = entry.split(/[\\/]/).join('/')
    const text = readFileSync(join(sources, entry), 'utf8')
    for (const [, from] of text.matchAll(/^(?:import|export) (?!type\b)[^'"]*from '(\.[^']+)\.js'/gm)) {
      const path = relative(sources, `${resolve(sources, dirname(entry), from!)}.ts`)
        .split(/[\\/]/)
        .join('/')
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  }
  return importers
}
