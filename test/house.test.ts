// What must stay true of the layout of `src` so that a reader finds the way: what the type checker and
// dependency-cruiser don't see.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..', 'src')
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

/** Tables of words: nobody reads them from the top to the end. */
const DATA = [
  'flow/words/lexicon.ts',
  'flow/words/common-words.ts',
  ...['de', 'en', 'es', 'fr'].map((language) => `flow/words/lexicon/${language}.ts`),
]
const MOST_LINES = 250

test('a file is a room: it is read at one sitting', () => {
  const long = FILES.filter(({ path }) => !DATA.includes(path))
    .map(({ path, text }) => `${path}: ${text.trimEnd().split('\n').length}`)
    .filter((line) => Number(line.split(': ')[1]) > MOST_LINES)
  expect(long, `longer than ${MOST_LINES} lines; take a purpose out into a file of its own`).toEqual([])
})

test('gate/ holds only what knows a crossing', () => {
  const inGate = FILES.filter(({ path }) => path.startsWith('gate/'))
  expect(inGate.length).toBeLessThanOrEqual(30)
})

test.each(['Place', 'Judged', 'Opened', 'Decision', 'Asked', 'Held'])('there is one type %s', (name) => {
  const declared = new RegExp(`^(export )?(declare )?(interface|type|(abstract )?class) ${name}\\b`, 'm')
  expect(FILES.filter(({ text }) => declared.test(text)).map(({ path }) => path)).toHaveLength(1)
})

test('gate.ts lists the whole path, in order, and alone makes outcomes', () => {
  const gate = FILES.find(({ path }) => path === 'gate/gate.ts')!.text
  // Each stage where it is first called; `perform` is what `repeat` does where no equal call is found.
  const called = ['resolve', 'authorize', 'admit', 'open', 'judge', 'allow', 'beforeRun', 'run', 'learn']
  const places = called.map((stage) => gate.search(new RegExp(`(?<!function )\\b${stage}\\(`)))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const stage of ['shape', 'repeat', 'record']) {
    const callers = FILES.filter(({ path, text }) =>
      text.includes(path.startsWith('gate/') ? `'./${stage}.js'` : `/gate/${stage}.js'`),
    )
    expect(
      callers.map(({ path }) => path),
      `${stage} is called`,
    ).toEqual(['gate/gate.ts'])
  }
})

/** Who reads what a JSON Schema holds inside, and why it is not enough to ask `json/schema/cursor.ts`. */
const READ_SCHEMAS: readonly (readonly [path: string, why: string])[] = [
  ['json/schema/', 'the cursor, the table of keywords, and the validator that they follow'],
  ['profiles/', 'rewrites a schema keyword by keyword into what a provider takes'],
  ['lint/', 'judges how a schema is written, and names the keyword'],
  ['mcp/tools/accepts.ts', 'rebuilds a schema along one path'],
  ['tool/flow/role-review.ts', 'tells whether a schema leaves open what stands below it'],
]
const INNER =
  /\b(prefixItems|patternProperties|additionalProperties|unevaluated\w+|dependentSchemas|anyOf|oneOf|allOf)\b/

test('a schema is walked by the one cursor', () => {
  const walkers = FILES.filter(({ path }) => !DATA.includes(path))
    .filter(({ text }) => INNER.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(({ path }) => path)
  const isAllowed = (path: string) => READ_SCHEMAS.some(([allowed]) => path.startsWith(allowed))
  expect(
    walkers.filter((path) => !isAllowed(path)),
    'go by at(schema) of json/schema/cursor.ts, or by mapSchemas of subschemas.ts',
  ).toEqual([])
  expect(READ_SCHEMAS.filter(([allowed]) => !walkers.some((path) => path.startsWith(allowed)))).toEqual([])
})

test('ARCHITECTURE.md tells where things are', () => {
  const text = readFileSync(join(SRC, '..', 'ARCHITECTURE.md'), 'utf8')
  const list = text.split('## Where is ...?')[1]?.split('\n## ')[0] ?? ''
  const files = [...list.matchAll(/\]\((src\/[^)]+)\)/g)].map(([, path = '']) => path)
  expect(new Set(files).size).toBeGreaterThanOrEqual(15)
  expect(files.filter((path) => !existsSync(join(SRC, '..', path)))).toEqual([])
})
