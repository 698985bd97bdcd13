// The worked example, replayed offline. `RECORD=1 npx vitest run test/examples` records its cassettes anew.

import { readFileSync } from 'node:fs'
import { callTool } from 'sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awardsFetch } from '../../examples/providers/award-search/recording.js'
import { searchAwards } from '../../examples/providers/award-search/tool.js'
import '../testing/matchers-setup.js'

let awards: Awaited<ReturnType<typeof awardsFetch>>
const logged: unknown[] = []
const note = (fields: object) => void logged.push(fields)

beforeAll(async () => {
  awards = await awardsFetch()
})

afterAll(() => {
  awards.close()
  // Whoever removes a test removes its cassettes.
  expect(awards.fetch.unused()).toEqual([])
})

/** Zeros for chance: no waiting between tries. */
const search = (args: object = {}) =>
  callTool(
    searchAwards,
    { origin: 'SFO', destination: 'NRT', from: '2026-05-01', to: '2026-05-07', cabin: 'business', ...args },
    {
      fetch: awards.fetch,
      random: (size) => new Uint8Array(size),
      log: { debug: note, info: note, warn: note, error: note },
    },
  )

describe('a search that finds seats', () => {
  test('shows the model the true count and the cheapest, by id', async () => {
    const outcome = await search()
    expect(outcome).toBeOk()
    expect(outcome.model).toBe(
      [
        '25 award options SFO to NRT. Cheapest first:',
        '- 2026-05-01 aeroplan 70000 mi [row=aw-20260501-000]',
        '- 2026-05-02 flyingblue 70750 mi [row=aw-20260502-001]',
        '- 2026-05-03 united 71500 mi [row=aw-20260503-002]',
        '- 2026-05-04 velocity 72250 mi [row=aw-20260504-003]',
        '- 2026-05-05 aeroplan 73000 mi [row=aw-20260505-004]',
        'The full list is in the panel; cite rows by [row=...].',
      ].join('\n'),
    )
  })

  test('gives the panel all of them', async () => {
    const { ui } = await search()
    expect(ui).toMatchObject({ panel: 'awards', data: { query: { limit: 25 }, results: { length: 25 } } })
  })

  test('reads as many pages as it needs, and no more', async () => {
    const outcome = await search({ limit: 40 })
    const ids = outcome.status === 'ok' ? outcome.value.results.map(({ id }) => id) : []
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
  })

  test('waits as asked and tries again', async () => {
    expect(await search({ destination: 'LIS' })).toBeOk()
  })
})

test('a search that finds nothing is no error', async () => {
  const outcome = await search({ destination: 'OSL' })
  expect(outcome).toBeEmpty()
  expect(outcome).toShowModel('No award seats on those dates.')
})

describe('a service that', () => {
  test.each([
    ['wants to be left alone for longer than the deadline', 'LIM', 'rate_limited', true],
    ['is broken', 'DUB', 'upstream_unavailable', true],
    ['refuses the key', 'KEF', 'upstream_error', false],
    ['answers half a JSON', 'CUT', 'upstream_error', false],
    ['answers in another form', 'ODD', 'upstream_error', false],
  ])('%s', async (_, destination, code, retryable) => {
    const outcome = await search({ destination })
    expect(outcome).toFailWith(code)
    expect(outcome).toMatchObject({ error: { retryable } })
    expect(outcome).toShowModel(retryable ? 'It may work when tried again.' : 'Do not repeat it as it is.')
  })

  test('tells of its inside tells the log, and neither model nor panel', async () => {
    const outcome = await search({ destination: 'DUB' })
    expect(outcome).toHideFromModel('10.3.0.7')
    expect(JSON.stringify(outcome.ui)).not.toContain('10.3.0.7')
    expect(logged).toContainEqual(
      expect.objectContaining({
        err: expect.objectContaining({ message: expect.stringContaining('10.3.0.7') }),
      }),
    )
  })
})

test('arguments that are wrong never reach the service', async () => {
  const outcome = await search({ destination: 'Tokyo', cabins: 'first' })
  expect(outcome).toFailWith('invalid_arguments')
  expect(outcome).toShowModel('cabins: unknown key; did you mean cabin?')
})

test('the guide shows the tool as it is here', () => {
  const declared = (path: string) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    return /export const searchAwards = tool\(\{\n[\s\S]*?\n\}\)\n/.exec(text)?.[0]
  }
  const here = declared('../../examples/providers/award-search/tool.ts')
  expect(here).toBeDefined()
  expect(declared('../../docs/writing-a-tool.md')).toBe(here)
})
