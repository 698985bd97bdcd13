// docs/handoffs.md and docs/coming-from.md say all that there is. That their programs run and print what they show is
// checked with all other snippets.

import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { agent, agentTool, explainHandoffs, handoff } from '../../src/agents/index.js'
import { sample } from '../agents/sample.js'
import { snippetsOf } from '../fixtures/snippets.js'

const at = (page: string) => new URL(`../../docs/${page}`, import.meta.url)
const read = (page: string) => readFileSync(at(page), 'utf8')
const guide = read('handoffs.md')

/** The first cells of a table, by the head of its first column. */
function firstCells(page: string, head: string): string[] {
  const table = page.slice(page.search(new RegExp(`^\\| ${head} \\|`, 'm'))).split('\n\n')[0] as string
  return table
    .split('\n')
    .slice(2)
    .map((line) => (line.split(' | ')[0] as string).replace(/^\| /, ''))
}

test('the guide tells every option of an edge, and its default', () => {
  const told = firstCells(guide, 'option').flatMap((cell) => cell.replaceAll('`', '').split(', '))
  const options = readFileSync(new URL('../../src/agents/graph/handoff.ts', import.meta.url), 'utf8')
  const [, body = ''] = /const optionsSchema = z\.strictObject\(\{\n([\s\S]*?)\n\}\)/.exec(options) ?? []
  const declared = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)
  // `config` is told where its short forms are.
  expect(told.sort()).toEqual(declared.filter((name) => name !== 'config').sort())
  const { context, maxDepth, detectCycles, timeoutMs, maxConcurrent, mode } = handoff(
    agent({ name: 'A', instructions: '' }),
  )
  for (const value of [context, maxDepth, detectCycles, maxConcurrent, mode])
    expect(guide).toContain(String(value))
  expect(guide).toContain(timeoutMs.toLocaleString('en').replace(',', ' '))
})

// The graph below warns on purpose.
vi.spyOn(process, 'emitWarning').mockImplementation(() => {})

describe('the guide knows the words of a report', () => {
  const [search, other] = [sample('search', { origin: 'first-party' }), sample('search')]
  const mail = sample('send_mail', { effect: 'trigger' })
  const page = sample('page')
  const last = agent({ name: 'Same', instructions: '', tools: [mail, other] })
  const root = agent({
    name: 'Same',
    instructions: '',
    tools: [search, page],
    handoffs: [handoff(last, { toolPolicyMode: 'passthrough', blockedTools: 'nothing' }), agentTool(last)],
  })
  const { paths, warnings } = explainHandoffs(root)

  test('reasons', () => {
    const told = firstCells(guide, 'reason').map((cell) => cell.replaceAll('`', ''))
    const reasons = paths.flatMap(({ withheld }) =>
      withheld.map(({ why }) => why.replace(/held by .*/, 'held by <agent>')),
    )
    expect(reasons.length).toBeGreaterThan(0)
    for (const reason of reasons) expect(told).toContain(reason)
  })

  test('warnings', () => {
    const told = firstCells(guide, 'warning, by its words').flatMap((cell) =>
      cell.replaceAll('`', '').split(', '),
    )
    const all = [...warnings, ...explainHandoffs(root, { passthrough: false }).warnings]
    const unknown = all.filter((warning) => !told.some((words) => warning.includes(words)))
    expect(unknown).toEqual([])
    const met = told.filter((words) => all.some((warning) => warning.includes(words)))
    expect(told.filter((words) => !met.includes(words))).toEqual(['Cycle:', 'Longer paths', 'Cut after'])
  })
})

describe('for those who come from elsewhere, each row has its program', () => {
  const page = read('coming-from.md')
  const lineOf = (index: number) => page.slice(0, index).split('\n').length
  const snippets = snippetsOf(at('coming-from.md').pathname).filter(({ language }) => language === 'ts')
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(({ 1: title = '', index }, nth, all) => ({
    title,
    from: lineOf(index),
    text: page.slice(index, all[nth + 1]?.index),
  }))

  test('there are four sections with a program each, and all of them run', () => {
    expect(sections).toHaveLength(4)
    expect(snippets.map(({ mark }) => mark.kind)).toEqual(['run', 'run', 'run', 'run'])
  })

  test.each(sections)('$title', ({ from, text }) => {
    const rows = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row))
    const program = snippets.find(({ line }) => line > from)?.text ?? ''
    const comments = [...program.matchAll(/\bRows? (\d+)(?:(,| and| to) (\d+))?/g)]
    const shown = comments.flatMap(([, first, word, second]) => {
      const [a, b] = [Number(first), Number(second ?? first)]
      return word === ' to' ? Array.from({ length: b - a + 1 }, (_, index) => a + index) : [a, b]
    })
    expect(rows.length).toBeGreaterThan(3)
    expect([...new Set(shown)].sort((a, b) => a - b)).toEqual(rows)
  })
})
