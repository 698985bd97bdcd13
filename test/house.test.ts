// What must stay true of the layout of `src` so that a reader finds the way: what the type checker and
// dependency-cruiser don't see.

import { readdirSync, readFileSync } from 'node:fs'
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
  for (const stage of ['shape', 'repeat', 'learn', 'record']) {
    const callers = FILES.filter(({ path, text }) =>
      text.includes(path.startsWith('gate/') ? `'./${stage}.js'` : `/gate/${stage}.js'`),
    )
    expect(
      callers.map(({ path }) => path),
      `${stage} is called`,
    ).toEqual(['gate/gate.ts'])
  }
})
