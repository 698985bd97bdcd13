import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName, TOOL_NAME } from '../../../src/base/names.js'
import { nameTools, type ToolOrigin } from '../../../src/mcp/tools/names.js'

const names = (...origins: [string, string][]) =>
  [...nameTools(origins.map(([server, tool]) => ({ server, tool }))).keys()].sort()

test.each<[string, [string, string][], (string | RegExp)[]]>([
  ['a plain tool keeps its name', [['fs', 'read_file']], ['fs_read_file']],
  ['a hyphen in the tool stays', [['fs', 'read-file']], ['fs_read-file']],
  ['the separator in a server id is mended', [['my_files', 'read']], ['my-files_read']],
  ['an id that begins with a digit gets a letter', [['7zip', 'list']], ['x7zip_list']],
  ['a scoped id is mended', [['@acme/fs', 'read']], ['acme-fs_read']],
  ['an id without letters gets a hash', [['日本', 'read']], [/^x-[0-9a-f]{6}_read$/]],
  ['foreign characters in a tool get a hash', [['fs', 'read file!']], [/^fs_read_file__[0-9a-f]{6}$/]],
  ['a long name is cut and gets a hash', [['fs', 'x'.repeat(90)]], [/^fs_x{54}_[0-9a-f]{6}$/]],
  [
    'names that fold to the same both get a hash',
    [
      ['fs', 'readFile'],
      ['fs', 'read_file'],
    ],
    [/^fs_readFile_[0-9a-f]{6}$/, /^fs_read_file_[0-9a-f]{6}$/],
  ],
  [
    'two servers whose ids look alike both get a hash',
    [
      ['my-files', 'read'],
      ['my_files', 'read'],
    ],
    [/^my-files-[0-9a-f]{6}_read$/, /^my-files-[0-9a-f]{6}_read$/],
  ],
  [
    'server git with hub_search and server github with search are told apart',
    [
      ['git', 'hub_search'],
      ['github', 'search'],
    ],
    [/^git_hub_search_[0-9a-f]{6}$/, /^github_search_[0-9a-f]{6}$/],
  ],
])('%s', (_, origins, expected) => {
  const shown = names(...origins)
  expect(shown).toHaveLength(expected.length)
  for (const [index, name] of shown.entries())
    expect(name).toMatch(new RegExp(`^${source(expected[index])}$`))
})

function source(pattern: string | RegExp | undefined): string {
  return typeof pattern === 'string' ? pattern : (pattern?.source ?? '')
}

const word = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9_.-]{1,12}$/),
  fc.constantFrom('a', 'a_b', 'a-b', 'ab', 'b_c', 'c', '__proto__', 'constructor', 'é', 'x'.repeat(80)),
)
const origins = fc.uniqueArray(fc.record({ server: word, tool: word }), {
  maxLength: 30,
  selector: ({ server, tool }) => JSON.stringify([server, tool]),
})

test('every tool gets one valid name, and no two a model could mix up', () => {
  fc.assert(
    fc.property(origins, (given) => {
      const named = nameTools(given)
      expect([...named.values()].map(key).sort()).toEqual(given.map(key).sort())
      for (const name of named.keys()) expect(name).toMatch(TOOL_NAME)
      expect(new Set([...named.keys()].map(foldName)).size).toBe(given.length)
    }),
  )
})

test('the same tools get the same names in any order', () => {
  fc.assert(
    fc.property(origins, fc.infiniteStream(fc.nat()), (given, order) => {
      const shuffled = given.map((origin) => ({ origin, at: order.next().value as number }))
      const other = shuffled.sort((a, b) => a.at - b.at).map(({ origin }) => origin)
      expect(sorted(nameTools(other))).toEqual(sorted(nameTools(given)))
    }),
  )
})

test('names stay within a shorter limit, for clients that put a prefix before them', () => {
  const shown = [...nameTools([{ server: 'filesystem', tool: 'list_directory_with_sizes' }], 30).keys()]
  expect(shown[0]).toMatch(/^filesystem_list_directo_[0-9a-f]{6}$/)
})

function key({ server, tool }: ToolOrigin): string {
  return JSON.stringify([server, tool])
}

function sorted(named: Map<string, ToolOrigin>): [string, string][] {
  return [...named].map(([name, origin]): [string, string] => [name, key(origin)]).sort()
}

test('a reserved name is given to no tool, in no case and with no other separators', () => {
  const origins = [
    { server: 'inspect', tool: 'handle' },
    { server: 'fs', tool: 'read' },
  ]
  const shown = [...nameTools(origins, 64, ['inspect_handle']).keys()].sort()
  expect(shown).toEqual(['fs_read', expect.stringMatching(/^inspect_handle_[0-9a-f]{6}$/)])
  const other = nameTools([{ server: 'Inspect', tool: 'Handle' }], 64, ['inspect_handle'])
  expect([...other.keys()]).toEqual([expect.stringMatching(/^Inspect_Handle_[0-9a-f]{6}$/)])
})
