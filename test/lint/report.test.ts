// How a report looks, as text and as JSON.

import { describeServerTool, jsonReport, lintTools, type Subject, textReport } from 'sallyport/lint'
import { expect, test } from 'vitest'
import { hiddenRuns } from '../../src/lint/characters.js'
import { definition } from './describe.js'

const subject: Subject = { kind: 'server', name: 'notes', version: '1.2.3' }
const limit = { limit: { type: 'integer', description: 'How many' } }
const quiet = { rules: { 'output-undeclared': 'off', 'annotations-missing': 'off' } } as const

test('findings stand by rule, with reason, places and mend', () => {
  const report = lintTools(
    [describeServerTool(definition('list_notes', 'Lists what was written down.', limit))],
    quiet,
  )
  expect(textReport(report, subject)).toBe(`notes 1.2.3: 1 tool, ~86 tokens of definitions

warning uncapped-number
  A model that wants to be thorough asks for 100,000, and gets a time-out, a bill or a full context.
  - list_notes: 'limit' has no maximum
  → Set 'maximum' to what the tool can serve well, and a 'default' for the common case.

0 errors, 1 warning, 0 notes
`)
})

test('equal remarks on several tools are one, with the tools below', () => {
  const tools = ['keep', 'find_later', 'drop'].map((name) =>
    describeServerTool(definition(name, `Does the ${name}ing at dusk.`, limit)),
  )
  expect(textReport(lintTools(tools, quiet), subject)).toContain(
    "  - 'limit' has no maximum:\n    keep, find_later, drop\n",
  )
})

test('nothing found is said', () => {
  expect(textReport(lintTools([]), subject)).toBe(
    'notes 1.2.3: 0 tools, ~0 tokens of definitions\n\nNothing to mend.\n',
  )
})

test('lines keep to the width', () => {
  const tools = Array.from({ length: 40 }, (_, i) =>
    describeServerTool(definition(`tool_number_${i}`, `Acts on ${i}.`, limit)),
  )
  const text = textReport(lintTools(tools), subject, { width: 72 })
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72)
})

test('colours are there only when asked for', () => {
  const report = lintTools([describeServerTool(definition('a', ''))])
  expect(textReport(report, subject)).not.toContain('\u001b')
  expect(textReport(report, subject, { color: true })).toContain('\u001b[31merror')
})

test('what a server calls itself and its tools is made visible', () => {
  const report = lintTools([describeServerTool(definition('a\u001b[2J', 'x'))])
  const evil: Subject = { kind: 'server', name: 'n\u202e\u001b]0;x\u0007', version: '\u200b\n0 errors' }
  for (const text of [textReport(report, evil), JSON.stringify(jsonReport(report, evil))]) {
    expect(hiddenRuns(text)).toEqual([])
  }
  expect(textReport(report, evil)).toContain('a\\u{1b}[2J')
  // A line of its own would pass for ours.
  expect(textReport(report, evil)).not.toMatch(/^0 errors: /m)
})

test('JSON has the version of its form, the subject and the whole report', () => {
  const report = lintTools([describeServerTool(definition('a', ''))])
  expect(jsonReport(report, subject)).toEqual({ formatVersion: 1, subject, ...report })
})
