// `npm run demo`, as a newcomer runs it: nine calls, a summary, and nothing left behind.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Crossing } from '../examples/demo/crossing.js'
import { scene, summary } from '../examples/demo/show.js'
import { STORY, type Step } from '../examples/demo/story.js'
import { processesOf, runScript } from './fixtures/processes.js'

/** Runs the demo to its end. */
async function demo(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const script = runScript(process.execPath, ['scripts/demo.mjs', ...args], env)
  const code = await script.ended
  return { code, out: script.out(), err: script.err(), home: script.home }
}

/** The rows of the summary: call, verdict, what the model saw, what came. */
function summaryOf(out: string): string[][] {
  return [...out.matchAll(/^│ (\d) │(.+)│$/gm)].map(([, , rest = '']) =>
    rest
      .split('│')
      .slice(0, -1)
      .map((cell) => cell.trim()),
  )
}

const count = (cell = '') => Number(cell.replace('~', '').replaceAll(' ', ''))

describe('the demo', { timeout: 60_000 }, () => {
  test('plays through the gate, and README.md shows it as it is', async () => {
    const { code, out, err, home } = await demo([], { COLUMNS: '100' })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(widest(out)).toBeLessThanOrEqual(100)
    expect(out).not.toContain('\u001b')
    expect(out.match(/^\d\. /gm)).toHaveLength(9)
    expect(out.match(/│ The model saw: .+ │ The UI got: panel /g)).toHaveLength(9)

    const rows = summaryOf(out)
    expect(rows.map(([, verdict]) => verdict)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'error: invalid_arguments',
      'error: upstream_error',
      'denied: unknown_tool',
      'error: timeout',
      'error: invalid_arguments',
    ])
    const [, csv = []] = rows
    expect(count(csv[2])).toBeLessThan(1_500)
    expect(count(csv[3])).toBeGreaterThan(100_000)

    // The last rows were cut, and are found behind the handle.
    expect(out).toMatch(/3\. .+ {2}ok\n {3}inspect_handle \{"handle":"result_\w{30}"/)
    expect(out).toMatch(/HP-114079,2026-03-18/)
    expect(count(rows[2]?.[2])).toBeLessThan(1_000)

    expect(rough(out)).toContain(rough(excerptOfReadme()))
    expect(processesOf(home)).toEqual([])
    expect(readdirSync(home).filter((name) => name.startsWith('sallyport-demo'))).toEqual([])
  })

  test('plays without it, where a misspelt argument costs the whole log', async () => {
    const { code, out, err, home } = await demo(['--direct'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).not.toContain('The UI got')
    const rows = summaryOf(out)
    const verdicts = ['ok', 'ok', 'ok', 'ok', 'error', 'error', 'ok', 'ok']
    expect(rows.map(([, verdict]) => verdict)).toEqual(verdicts)
    expect(count(rows[1]?.[2])).toBeGreaterThan(100_000)
    expect(count(rows[3]?.[2])).toBeGreaterThan(60_000)
    expect(processesOf(home)).toEqual([])
  })

  test('refuses what it does not know', async () => {
    const { code, err } = await demo(['--dircet'])
    expect({ code, err }).toEqual({
      code: 2,
      err: "There is no '--dircet'. Usage: npm run demo [-- --direct]\n",
    })
  })
})

describe.each([60, 80, 100, 160])('on %d columns', (width) => {
  const step = STORY[1] as Step
  const crossing: Crossing = {
    step,
    call: `fs_read_text_file ${JSON.stringify(step.args)} ${'long '.repeat(40)}`,
    verdict: 'error: invalid_arguments',
    seen: `tab\there \u001b[2J\u202e ${'x'.repeat(500)}\n${'words '.repeat(2_000)}\nthe end`,
    ui: { panel: 'fs_read_text_file', data: { result: { content: [{ text: 'y'.repeat(9_999) }] } } },
    came: 'z'.repeat(4_000_000),
    ms: 9_999,
  }

  test('a scene stays in its width, shows both ends, and obeys no character of a server', () => {
    const text = scene(1, crossing, { width, colours: false })
    expect(widest(text)).toBeLessThanOrEqual(width)
    expect(text).toContain('tab here')
    expect(text).toContain('the end')
    expect(text).toMatch(/\[~1\d \d{3} characters\]/)
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })

  test('the summary stays in its width from 80 on', () => {
    const text = summary([crossing], { width, colours: false })
    expect(widest(text)).toBeLessThanOrEqual(Math.max(width, 80))
    expect(text).toContain('~1 000 000')
  })
})

function widest(text: string): number {
  return Math.max(...text.split('\n').map(({ length }) => length))
}

function excerptOfReadme(): string {
  const [, excerpt = 'none'] = /```text\n(\d\. [\s\S]*?)\n```/.exec(readFileSync('README.md', 'utf8')) ?? []
  return excerpt
}

/** A text without what is new each time: nonces of fences, tokens of handles, and how many tokens of a model those take. */
function rough(text: string): string {
  return text
    .replaceAll(/#\w{8}>>>/g, '#nonce>>>')
    .replaceAll(/result_\w{30}/g, 'result_')
    .replaceAll(/~\d+ tokens/g, '~n tokens')
}
