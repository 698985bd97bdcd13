// What each rule finds, beside the one plain example a rule that stands in docs/lint.md.

import { describe, expect, test } from 'vitest'
import {
  annotated,
  type Case,
  definition,
  findingsOf,
  number,
  path,
  text,
  withParameter,
} from './describe.js'

const FOUND: readonly Case[] = [
  ['a missing input schema', 'schema-valid', { name: 'a', description: 'Acts.' }],
  [
    'an input schema of another type',
    'schema-valid',
    { name: 'a', description: 'Acts.', inputSchema: { type: 'string' } },
  ],
  ['a keyword with a wrong value', 'schema-valid', withParameter({ type: 'string', minLength: 'two' })],
  [
    'a required key that is not declared',
    'schema-valid',
    definition('a', 'Acts.', path, { required: ['file'] }),
  ],
  ['a reference to nothing', 'schema-valid', withParameter({ $ref: '#/$defs/Page' })],
  ['a reference to the net', 'schema-valid', withParameter({ $ref: 'https://example.com/page.json' })],
  ['a pattern of another language', 'schema-valid', text('A name', { pattern: '(?i)abc' })],
  [
    'a fault in a draft-07 schema',
    'schema-valid',
    definition('a', 'Acts.', { p: { type: 'text' } }, { $schema: 'http://json-schema.org/draft-07/schema#' }),
  ],
  [
    'a fault in an output schema',
    'schema-valid',
    { ...(definition('a', 'Acts.') as object), outputSchema: { type: 'text' } },
  ],
  [
    'a 1 for an l in a name',
    'mix-up',
    [definition('read_file', 'Reads.'), definition('read_fi1e', 'Writes.', path)],
  ],
  ['rn for m', 'mix-up', [definition('modem', 'Dials.'), definition('modern', 'Renews.')]],
  [
    'singular and plural',
    'mix-up',
    [definition('get_user', 'One.', path), definition('get_users', 'All.', path)],
  ],
  ['words turned around', 'mix-up', [definition('user_list', 'One.'), definition('list_users', 'All.')]],
  ['two verbs for one act', 'mix-up', [definition('delete_page', 'One.'), definition('remove_page', 'All.')]],
  [
    'texts that differ in an article',
    'mix-up',
    [definition('a', 'Gets a page.'), definition('b', 'Gets the page.', path)],
  ],
  ['values alone', 'enum-in-prose', text('"json" or "text"')],
  ['values with bars at the end', 'enum-in-prose', text('The order: asc | desc')],
  ['a missing name', 'name-portable', { description: 'Acts.', inputSchema: { type: 'object' } }],
  ['a dot in a name', 'name-portable', definition('a.b', 'Acts.')],
  ['a digit in front', 'name-portable', definition('21st_magic', 'Acts.')],
  ['65 characters', 'name-portable', definition('a'.repeat(65), 'Acts.')],
  ['a name of every object', 'name-portable', definition('constructor', 'Acts.')],
  ['a tool listed twice', 'name-collision', [definition('a', 'Acts.'), definition('a', 'Acts.')]],
  ['a union at the root', 'portable-openai', definition('a', 'Acts.', {}, { anyOf: [{ required: [] }] })],
  [
    'an array without items, nested',
    'portable-openai',
    withParameter({ type: 'array', items: { type: 'array' } }),
  ],
  ['a union at the root', 'portable-anthropic', definition('a', 'Acts.', {}, { oneOf: [{ required: [] }] })],
  ['a space in a property name', 'portable-anthropic', withParameter({ type: 'string' }, 'account number')],
  ['two types', 'portable-gemini', withParameter({ type: ['string', 'boolean'] })],
  ['a const', 'portable-gemini', withParameter({ type: 'string', const: 'x' })],
  ['a tuple', 'portable-gemini', withParameter({ type: 'array', prefixItems: [{ type: 'string' }] })],
  ['a dash in a property name', 'portable-gemini', withParameter({ type: 'string' }, 'max-count')],
  [
    'recursion',
    'portable-gemini',
    definition(
      'a',
      'Acts.',
      { tree: { $ref: '#/$defs/N' } },
      { $defs: { N: { type: 'object', properties: { next: { $ref: '#/$defs/N' } } } } },
    ),
  ],
  ['allOf in a property', 'portable-openai-strict', withParameter({ allOf: [{ type: 'object' }] })],
  ['an object of any keys', 'portable-openai-strict', withParameter({ type: 'object' })],
  [
    '1,001 enum values',
    'portable-openai-strict',
    withParameter({ enum: Array.from({ length: 1001 }, (_, i) => `v${i}`) }),
  ],
  [
    'read-only and destructive',
    'annotations-doubtful',
    annotated('act', { readOnlyHint: true, destructiveHint: true }),
  ],
  ['a read-only deletion', 'annotations-doubtful', annotated('delete_file', { readOnlyHint: true })],
  [
    'a destructive reading',
    'annotations-doubtful',
    annotated('get_file', { readOnlyHint: false, destructiveHint: true }),
  ],
  ['no annotations', 'annotations-missing', definition('a', 'Acts.')],
  ['a change of unknown weight', 'annotations-missing', annotated('act', { readOnlyHint: false })],
  [
    'a choice of ways to say yes',
    'self-approval',
    withParameter({ type: 'string', enum: ['Y', 'yes'] }, 'acknowledgement'),
  ],
  ['a password', 'secret-parameter', withParameter({ type: 'string' }, 'password')],
  [
    'a token that the text calls an API token',
    'secret-parameter',
    withParameter({ type: 'string', description: 'Your API token' }, 'token'),
  ],
  ['an empty description', 'description-missing', definition('a', ' ')],
  ['1,025 characters', 'description-long', definition('a', 'x'.repeat(1025))],
  ['equal descriptions', 'mix-up', [definition('a', 'Acts now.'), definition('b', 'Acts now.')]],
  [
    'two searches on the same parameter',
    'says-when',
    [definition('search_code', 'Searches code.', path), definition('find_files', 'Finds files.', path)],
  ],
  [
    'staged and unstaged',
    'says-when',
    [
      definition('git_diff_staged', 'Diffs the index.', path),
      definition('git_diff_unstaged', 'Diffs the tree.', path),
    ],
  ],
  [
    'a deprecated title',
    'deprecated-tool',
    { ...(definition('a', 'Acts.') as object), title: 'Act (Deprecated)' },
  ],
  ['a deprecation in front', 'deprecated-tool', definition('a', '[Deprecated] Acts.')],
  [
    'a quoted parameter that is not there',
    'unknown-reference',
    definition('a', "Set the 'file' parameter.", path),
  ],
  [
    'a tool of another spelling',
    'unknown-reference',
    [definition('list_items', 'Lists.'), definition('b', 'Call listItems first.')],
  ],
  [
    'a tool that is not there',
    'unknown-reference',
    [definition('git_log', 'Logs.'), definition('git_show', 'Shows. See git_blame.')],
  ],
  [
    'a nested parameter without words',
    'parameter-undescribed',
    withParameter({ type: 'array', items: { type: 'object', properties: { q: { type: 'string' } } } }),
  ],
  ['values in quotes', 'enum-in-prose', text('Either "asc" or "desc".')],
  ['values in bars', 'enum-in-prose', text('Sort order: asc | desc')],
  ['values in parentheses', 'enum-in-prose', text("Order ('newest', 'oldest')")],
  ['values behind a colon', 'enum-in-prose', text('Allowed values: open, closed, all')],
  [
    'an optional field as generators write it',
    'enum-in-prose',
    withParameter({ anyOf: [{ type: 'string' }, { type: 'null' }], description: 'One of: a, b' }),
  ],
  ['stringified JSON', 'json-in-string', text('Stringified JSON of the filter')],
  ['a default of zero', 'prose-constraint', number('Offset, defaults to 0')],
  ['a text default', 'prose-constraint', text("Language (default: 'en')")],
  ['a boolean default', 'prose-constraint', withParameter({ type: 'boolean', description: 'Default: true' })],
  ['a range in parentheses', 'prose-constraint', number('How many (1-1000)')],
  ['a greatest length', 'prose-constraint', text('A title, max 100 characters')],
  ['a default of another type', 'default-valid', withParameter({ type: 'integer', default: '10' })],
  ['a default that is not listed', 'default-valid', withParameter({ enum: ['a', 'b'], default: 'c' })],
  ['a page as number', 'integer-as-number', withParameter({ type: 'number' }, 'page')],
  [
    'the number of something as number',
    'integer-as-number',
    withParameter({ type: 'number', description: 'Number of replies' }),
  ],
  [
    'six flags',
    'flag-pile',
    definition(
      'a',
      'Acts.',
      Object.fromEntries('abcdef'.split('').map((name) => [name, { type: 'boolean' }])),
    ),
  ],
  [
    'a limit with the bound that zod writes',
    'uncapped-number',
    number('How many', { maximum: Number.MAX_SAFE_INTEGER }, 'maxResults'),
  ],
  [
    'an optional limit',
    'uncapped-number',
    withParameter({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'limit'),
  ],
  ['129 tools', 'tool-count', Array.from({ length: 129 }, (_, i) => definition(`t${i}`, `Acts on ${i}.`))],
]

test.each(FOUND)('found: %s (%s)', (_what, rule, raw) => {
  expect(findingsOf(rule, raw).length).toBeGreaterThan(0)
})

describe('findings say where and what', () => {
  test('a nested parameter is named as people write it', () => {
    const raw = withParameter(
      { type: 'array', items: { type: 'object', properties: { limit: { type: 'integer' } } } },
      'jobs',
    )
    expect(findingsOf('uncapped-number', raw)).toMatchObject([
      {
        tool: 'act',
        path: '/inputSchema/properties/jobs/items/properties/limit',
        message: "'jobs[].limit' has no maximum",
      },
    ])
  })

  test('a constraint in prose is mended by the keywords to write', () => {
    expect(findingsOf('prose-constraint', number('How many (default: 10, max 1,000)'))[0]?.mend).toBe(
      'Write "default": 10, "maximum": 1000 into the schema.',
    )
  })

  test('a pointer escapes the names that it leads through', () => {
    const raw = withParameter({ type: 'object', properties: { 'a/b~c': { type: ['string', 'number'] } } })
    expect(findingsOf('portable-gemini', raw).map((finding) => finding.path)).toContain(
      '/inputSchema/properties/p/properties/a~1b~0c/type',
    )
  })

  test('the heaviest tools are named when the budget is passed', () => {
    const tools = [definition('small', 'Acts.'), definition('heavy', 'x'.repeat(800))]
    expect(findingsOf('definition-budget', tools, { budgetTokens: 100 })[0]?.message).toMatch(
      /heaviest: 'heavy' ~\d+/,
    )
  })
})
