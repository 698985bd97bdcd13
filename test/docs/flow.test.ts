// docs/flow.md says what the code does: its program runs, its tables are the lists of the code.

import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { MODES } from '../../src/flow/judge/decision.js'
import { FACT_VARIABLES } from '../../src/flow/judge/facts.js'
import { ROLES } from '../../src/tool/flow/roles.js'

const guide = readFileSync(new URL('../../docs/flow.md', import.meta.url), 'utf8')

test('the program of the guide runs, and says what the guide says', async () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []
  expect(program).toBe(readFileSync(new URL('./fixtures/flow-guide.ts', import.meta.url), 'utf8'))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('./fixtures/flow-guide.js')
  expect(log.mock.calls.map(([said]) => said)).toEqual([
    'ok',
    [
      {
        argument: 'to',
        value: 'bob@evil.example',
        role: 'target',
        from: 'not found in what was shown',
        candidates: [{ value: 'lena@acme.example', from: 'read_mail' }],
      },
    ],
    'ok',
  ])
  log.mockRestore()
})

describe('the tables of the guide are the lists of the code', () => {
  test.each<[head: string, names: readonly string[]]>([
    ['role', ROLES],
    ['mode', MODES],
    ['variable', FACT_VARIABLES],
  ])('%s', (head, names) => {
    const table = guide.slice(guide.search(new RegExp(`^\\| ${head} `, 'm'))).split('\n\n')[0] as string
    expect([...table.matchAll(/^\| `([a-z]+)` /gm)].map(([, name]) => name)).toEqual([...names])
  })
})
