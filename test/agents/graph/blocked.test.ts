// Which tools an entry of `blockedTools` hits.

import { expect, test } from 'vitest'
import { type BlockedTools, compileBlocked, isBlocked } from '../../../src/agents/graph/blocked.js'
import { toolset } from '../../../src/index.js'
import { foreign, sample } from '../sample.js'

const search = sample('search')
const execute = sample('execute_code')
const executive = sample('executive_summary')
const run = foreign('shell', 'run')
const shellRunner = sample('shellrun')
const odd = foreign('büro@1+', 'read')
const tools = [search, execute, executive, run, shellRunner, odd]

test.each<[string, BlockedTools | undefined, string[]]>([
  ['nothing', undefined, []],
  ['an empty list', [], []],
  ['a name', ['search'], ['search']],
  ['one name, no list', 'search', ['search']],
  ['one tool, no list', search, ['search']],
  ['another case', ['SEARCH'], ['search']],
  ['other separators', ['Execute-Code'], ['execute_code']],
  ['camel case', ['executeCode'], ['execute_code']],
  ['blanks around it', [' search '], ['search']],
  ['a part of a name', ['exec'], []],
  ['a tool', [execute], ['execute_code']],
  ['a look-alike of a tool', [sample('search')], []],
  ['an upstream', ['shell/*'], ['shell_run']],
  ['an upstream in another case', ['Shell/*'], ['shell_run']],
  ['a tool of an upstream', ['shell/run'], ['shell_run']],
  ['a tool of any upstream', ['*/run'], ['shell_run']],
  ['another upstream', ['shel/*'], []],
  ['a pattern of names', ['exec*'], ['execute_code', 'executive_summary']],
  ['a pattern in which separators count', ['execute-*'], ['execute_code']],
  ['a pattern that ends with a separator', ['shell_*'], ['shell_run']],
  [
    'everything',
    ['*'],
    ['b_ro_1__read', 'execute_code', 'executive_summary', 'search', 'shell_run', 'shellrun'],
  ],
  ['an upstream with an odd name', ['Büro@1+/*'], ['b_ro_1__read']],
  ['characters that mean something in a RegExp', ['s.*(h|x)'], []],
])('%s', (_, given, hit) => {
  const blocked = compileBlocked(given, 'test')
  expect(
    tools
      .filter((tool) => isBlocked(blocked, tool))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(hit)
})

test('a bound tool is blocked by its declaration', () => {
  const [bound] = toolset({ search: () => ({ done: true }) }, [search])
  expect(isBlocked(compileBlocked(search, 'test'), bound as typeof search)).toBe(true)
})
