// docs/lint.md says what the code does: its table is the list of rules, its examples are findings and none.

import { readFileSync } from 'node:fs'
import { type LintOptions, lintTools, RULES } from 'sallyport/lint'
import { describe, expect, test, vi } from 'vitest'
import type { Json } from '../../src/json/json.js'
import { asDescription } from './describe.js'

const guide = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8')
const rulesPart = guide.slice(guide.indexOf('## Rules'))

/** Rules whose bad example would be a page of its own; they are tested in rules-found.test.ts. */
const WITHOUT_EXAMPLE = ['description-long', 'tool-count']

test('the program of the guide is the one that runs here', async () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []
  expect(program).toBe(readFileSync(new URL('./fixtures/guide.ts', import.meta.url), 'utf8'))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('./fixtures/guide.js')
  expect(log.mock.calls.map(([severity, tool]) => [severity, tool])).toEqual([
    ['warning', 'search_notes'],
    ['note', 'search_notes'],
  ])
  log.mockRestore()
})

test('the table of the guide is the list of rules', () => {
  const rows = [...rulesPart.matchAll(/^\| \[`([\w-]+)`\]\(#\1\) \| (\w+) \| (.+?) \| (.+) \|$/gm)]
  expect(rows.map(([, id, severity, reason, mend]) => ({ id, severity, reason, mend }))).toEqual(
    RULES.map(({ id, severity, reason, mend }) => ({ id, severity, reason, mend })),
  )
})

test('every rule has a section, in the order of the table', () => {
  const sections = [...rulesPart.matchAll(/^### ([\w-]+)$/gm)].map(([, id]) => id)
  expect(sections).toEqual(RULES.map(({ id }) => id))
})

test('ids are unique and kebab-case', () => {
  const ids = RULES.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

describe.each(RULES.filter(({ id }) => !WITHOUT_EXAMPLE.includes(id)))('the examples of $id', ({ id }) => {
  const [bad = '', good = ''] = examplesOf(id)

  test('the bad one is a finding', () => {
    expect(lintExample(bad).map(({ rule }) => rule)).toContain(id)
  })

  test('the good one is none', () => {
    expect(lintExample(good).map(({ rule }) => rule)).not.toContain(id)
  })
})

function examplesOf(id: string): string[] {
  const from = rulesPart.indexOf(`### ${id}\n`)
  const to = rulesPart.indexOf('\n### ', from)
  const section = rulesPart.slice(from, to === -1 ? undefined : to)
  return [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
}

/** An example is one definition, a list of them, or the options of lintTools with `tools`. */
function lintExample(text: string) {
  const example = JSON.parse(text) as Json
  const whole = (
    Array.isArray(example)
      ? { tools: example }
      : 'tools' in (example as object)
        ? example
        : { tools: [example] }
  ) as LintOptions & { readonly tools: readonly Json[] }
  const { tools, ...options } = whole
  return lintTools(tools.map(asDescription), options).findings
}
