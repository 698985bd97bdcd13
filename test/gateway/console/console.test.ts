import { PassThrough, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createConsole, printable } from '../../../src/gateway/console/console.js'
import { crossingLine } from '../../../src/gateway/console/crossing-line.js'
import type { Outcome } from '../../../src/tool/outcome.js'
import { recorder, until } from '../fixtures/running.js'

describe('the console', () => {
  test('shows no character of a server that a terminal would obey', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(text)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(shown.isWellFormed()).toBe(true)
        expect(shown.length).toBeLessThanOrEqual(501)
      }),
    )
  })

  test('keeps a server from writing a line that looks like ours', () => {
    const { stream, text } = recorder()
    createConsole(stream).quote('bad', 'x\nsallyport all is well\u001b[2J')
    expect(text()).toBe('bad │ x sallyport all is well [2J\n')
  })

  test.each([
    [40, 'sallyport warns: one two three four five\n  six\n'],
    [undefined, 'sallyport warns: one two three four five six\n'],
  ])('tears no word of ours on a terminal; a log has a line a thing (%s columns)', (columns, shown) => {
    const { stream, text } = recorder()
    createConsole(Object.assign(stream, columns && { columns, isTTY: true }), { NO_COLOR: '1' }).warn(
      'one two three four five six',
    )
    expect(text()).toBe(shown)
  })

  test('keeps the name of a server from it, too', () => {
    const { stream, text } = recorder()
    createConsole(stream).quote('a\u001b[2J\u202e\r', 'x')
    expect(text()).toBe('a [2J │ x\n')
  })

  test('cuts a flood of one server to a number, and hears the others', async () => {
    const { stream, text } = recorder()
    const console = createConsole(stream)
    for (let line = 0; line < 100_000; line += 1) console.quote('loud', 'x')
    console.quote('quiet', 'here')
    expect(text().split('\n').length).toBeLessThan(200)
    expect(text()).toContain('quiet │ here\n')
    await until(() => /^loud │ \[99900 more lines in this second, not shown\]$/m.test(text()), 'the number')
    console.quote('loud', 'again')
    expect(text()).toContain('loud │ again\n')
  })

  test('keeps a measure of lines for a reader who stopped, and says what is missing', () => {
    let go = () => {}
    let text = ''
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        text += chunk.toString('utf8')
        go = done
      },
    })
    const console = createConsole(stream)
    for (let line = 0; line < 50_000; line += 1) console.warn('x'.repeat(400))
    expect(stream.writableLength).toBeLessThan(5 * 1024 * 1024)
    while (stream.writableLength > 0) go()
    console.note('back')
    while (stream.writableLength > 0) go()
    expect(text).toMatch(/\n\d+ lines were left out: [^\n]+\n\S*sallyport\S* back\n$/)
  })

  const onTerminal = (env: NodeJS.ProcessEnv) => {
    const stream = Object.assign(new PassThrough(), { isTTY: true })
    return createConsole(stream, env).paint('good', 'ok')
  }

  test('colours on a terminal only, and not with NO_COLOR', () => {
    expect(onTerminal({})).toBe('\u001b[32mok\u001b[0m')
    expect(onTerminal({ NO_COLOR: '1' })).toBe('ok')
    expect(onTerminal({ TERM: 'dumb' })).toBe('ok')
    expect(createConsole(new PassThrough(), {}).paint('good', 'ok')).toBe('ok')
  })
})

describe('a crossing line', () => {
  const outcome = (parts: Partial<Outcome>) =>
    ({ tool: 'fs_read', status: 'ok', model: 'x'.repeat(400), durationMs: 12.4, ...parts }) as Outcome
  const error = { code: 'timeout', category: 'tool' as const, retryable: true, userMessage: 'slow' }

  test.each<[string, Outcome, Parameters<typeof crossingLine>[1], RegExp]>([
    [
      'what came and what was seen',
      outcome({}),
      { rawBytes: 4_000 },
      /^fs_read +ok +model ~100 of ~1 000 tokens \(-90 %\) +12 ms$/,
    ],
    [
      'an answer that went on as it came',
      outcome({}),
      { rawBytes: 4_000, seenBytes: 4_000 },
      /model ~1 000 of ~1 000 tokens +12 ms$/,
    ],
    ['an answer that grew by its fence', outcome({}), { rawBytes: 40 }, /model ~100 of ~10 tokens +12 ms$/],
    [
      'a failure with its code',
      outcome({ status: 'error', error }),
      {},
      /error +model ~100 tokens {2}timeout +12 ms$/,
    ],
    [
      'how a held call is answered',
      outcome({ status: 'held', error: { ...error, code: 'held' } }),
      {},
      /held +model ~100(?: tokens)? {2}see: sallyport approvals +12 ms$/,
    ],
    ['a long wait in groups', outcome({ durationMs: 61_500 }), {}, / 61 500 ms$/],
    ['a long name cut', outcome({ tool: 'x'.repeat(60) }), {}, /^x{41}… {2}ok/],
    ['a hostile name cleaned', outcome({ tool: 'a\u001b[2J\nb' }), {}, /^a \[2J b +ok/],
  ])('tells %s', (_, given, facts, expected) => {
    expect(crossingLine(given, facts)).toMatch(expected)
  })

  const longest = [
    crossing(outcome({}), { rawBytes: 9_999_999 }),
    crossing(outcome({ tool: 'everything_trigger-long-running-operation', status: 'denied', error })),
    crossing(outcome({ status: 'error', error: { ...error, code: 'upstream_unavailable' } })),
  ]

  test.each([80, 100, 104, 105, 160])('of %d columns ends where the line before ends', (width) => {
    const ends = longest.map((line) => line(width).length)
    expect(new Set(ends).size).toBe(1)
    expect(ends[0]).toBeLessThanOrEqual(width)
  })

  function crossing(given: Outcome, facts: Parameters<typeof crossingLine>[1] = {}) {
    return (width: number) => crossingLine(given, facts, { paint: (_, text) => text, width })
  }
})

test('on a narrow terminal a failure with much to say still fits', () => {
  const outcome = {
    tool: 'fs_read_text_file',
    status: 'error',
    model: 'x'.repeat(4_000),
    error: { code: 'invalid_arguments' },
    durationMs: 14,
  } as unknown as Outcome
  const line = crossingLine(outcome, { rawBytes: 400_000 }, { paint: (_, text) => text, width: 80 })
  expect(line.length).toBeLessThanOrEqual(80)
  expect(line).toContain('~1 000  invalid_arguments')
})
