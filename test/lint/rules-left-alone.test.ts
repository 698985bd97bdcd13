// What each rule leaves alone: definitions that look like a finding and are none.

import { expect, test } from 'vitest'
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

const LEFT_ALONE: readonly Case[] = [
  [
    'a draft-07 schema',
    'schema-valid',
    definition('a', 'Acts.', path, { $schema: 'http://json-schema.org/draft-07/schema#', definitions: {} }),
  ],
  [
    'a dialect that we do not know',
    'schema-valid',
    definition('a', 'Acts.', path, { $schema: 'https://example.com/own' }),
  ],
  ['a pattern that only old expressions take', 'schema-valid', text('A name', { pattern: '^[\\w-.]+$' })],
  [
    'a required key under patternProperties',
    'schema-valid',
    definition('a', 'Acts.', path, { required: ['x-a'], patternProperties: { '^x-': {} } }),
  ],
  ['a reference to the root', 'schema-valid', withParameter({ $ref: '#' })],
  [
    'One of title, body or labels must be given.',
    'enum-in-prose',
    text('One of title, body or labels must be given.'),
  ],
  ['At least one of name, email, phone', 'enum-in-prose', text('At least one of name, email, phone')],
  [
    'A date ("2024-01-01") or a relative expression ("yesterday", "last week").',
    'enum-in-prose',
    text('A date ("2024-01-01") or a relative expression ("yesterday", "last week").'),
  ],
  ['SQL dialect|flavour of the query', 'enum-in-prose', text('SQL dialect|flavour of the query')],
  ['Pattern a|b|c of a regular expression', 'enum-in-prose', text('Pattern a|b|c of a regular expression')],
  [
    'Region code (us-east-1 | eu-west-1 | ...)',
    'enum-in-prose',
    text('Region code (us-east-1 | eu-west-1 | ...)'),
  ],
  [
    'Name of the repository, either "owner/name" or a full URL.',
    'enum-in-prose',
    text('Name of the repository, either "owner/name" or a full URL.'),
  ],
  [
    'The query. Supports operators "from:", "to:" and "subject:" as in Gmail.',
    'enum-in-prose',
    text('The query. Supports operators "from:", "to:" and "subject:" as in Gmail.'),
  ],
  ['One of the ids returned by list_items.', 'enum-in-prose', text('One of the ids returned by list_items.')],
  [
    'Allowed values are those returned by get_statuses.',
    'enum-in-prose',
    text('Allowed values are those returned by get_statuses.'),
  ],
  [
    'Comma-separated list of fields, e.g. id,name,email',
    'enum-in-prose',
    text('Comma-separated list of fields, e.g. id,name,email'),
  ],
  [
    'Time zone name such as "Europe/Berlin" or "UTC".',
    'enum-in-prose',
    text('Time zone name such as "Europe/Berlin" or "UTC".'),
  ],
  [
    'Currency code, must be "USD", "EUR", or another ISO 4217 code',
    'enum-in-prose',
    text('Currency code, must be "USD", "EUR", or another ISO 4217 code'),
  ],
  [
    'If omitted, "main" or "master" is used.',
    'enum-in-prose',
    text('If omitted, "main" or "master" is used.'),
  ],
  [
    'One of: a user id, an email address, or "me".',
    'enum-in-prose',
    text('One of: a user id, an email address, or "me".'),
  ],
  [
    'Supported values include "a", "b" and "c".',
    'enum-in-prose',
    text('Supported values include "a", "b" and "c".'),
  ],
  [
    'names of the parameters beside it',
    'enum-in-prose',
    definition('a', 'Acts.', {
      by: { type: 'string', description: 'Give "day" or "week"' },
      day: {},
      week: {},
    }),
  ],
  [
    'a singular that takes an id',
    'mix-up',
    [definition('get_user', 'One.', path), definition('get_users', 'All.')],
  ],
  [
    'a pair that names one another',
    'mix-up',
    [definition('get_user', 'One. For all use get_users.'), definition('get_users', 'All.')],
  ],
  ['get and set', 'mix-up', [definition('get_page', 'One.', path), definition('set_page', 'All.', path)]],
  ['lock and block', 'mix-up', [definition('lock', 'One.'), definition('block', 'All.')]],
  ['numbers in a row', 'mix-up', [definition('step_2', 'One.'), definition('step_3', 'All.')]],
  ['64 characters', 'name-portable', definition('a'.repeat(64), 'Acts.')],
  ['a nullable type', 'portable-gemini', withParameter({ type: ['string', 'null'] })],
  [
    'a definition that nothing refers to',
    'portable-gemini',
    definition('a', 'Acts.', path, { $defs: { X: { const: 'x' } } }),
  ],
  [
    'a union of objects in a property',
    'portable-openai',
    withParameter({ anyOf: [{ type: 'object' }, { type: 'string' }] }),
  ],
  ['an optional parameter', 'portable-openai-strict', withParameter({ type: 'string' })],
  [
    'a closed object without keys',
    'portable-openai-strict',
    withParameter({ type: 'object', properties: {}, additionalProperties: false }),
  ],
  [
    'a search that creates nothing',
    'annotations-doubtful',
    annotated('search_files', { readOnlyHint: true }),
  ],
  [
    'a creation that only computes',
    'annotations-doubtful',
    annotated('create_chart', { readOnlyHint: true }),
  ],
  ['a confirmation number', 'self-approval', withParameter({ type: 'string' }, 'confirmation')],
  [
    'a page token',
    'secret-parameter',
    withParameter({ type: 'string', description: 'From the page before' }, 'page_token'),
  ],
  [
    'a plain token',
    'secret-parameter',
    withParameter({ type: 'string', description: 'Token to look up in the lexer' }, 'token'),
  ],
  ['a number of tokens', 'secret-parameter', withParameter({ type: 'integer' }, 'max_tokens')],
  [
    'a short description that says something',
    'description-thin',
    definition('git_show', 'Shows the contents of a commit.'),
  ],
  ['1,024 characters', 'description-long', definition('a', 'x'.repeat(1024))],
  [
    'a family that names its own thing',
    'mix-up',
    [
      definition(
        'create_invoice',
        'Creates a new invoice in the account and returns the created invoice object.',
      ),
      definition(
        'create_customer',
        'Creates a new customer in the account and returns the created customer object.',
      ),
    ],
  ],
  [
    'boilerplate of a generator',
    'mix-up',
    ['Retrieve a page', 'Create a page', 'Move a page', 'Update a block'].map((words, i) =>
      definition(`t${i}`, `Notion | ${words}\nError Responses:\n400: Bad request\n404: Not found`),
    ),
  ],
  [
    'tools that take nothing in common',
    'says-when',
    [definition('list_directory', 'Lists.', path), definition('list_allowed_directories', 'Lists.')],
  ],
  [
    'a creation beside a deletion',
    'says-when',
    [definition('create_entities', 'Creates.', path), definition('delete_entities', 'Deletes.', path)],
  ],
  [
    'a text that names the other',
    'says-when',
    [
      definition('read', 'Reads bytes; read_text gives lines.', path),
      definition('read_text', 'Reads lines. Use when it is text.', path),
    ],
  ],
  ['a tool for deprecated things', 'deprecated-tool', definition('a', 'Finds deprecated packages.')],
  [
    'a parameter of another tool',
    'unknown-reference',
    [
      definition('a', 'Sets it. Then others need no repo_path.', path),
      definition('b', 'Acts.', { repo_path: { type: 'string' } }),
    ],
  ],
  [
    'a value and a result field',
    'unknown-reference',
    {
      ...(definition('a', 'Gives next_page and takes by_date.', { sort: { enum: ['by_date'] } }) as object),
      outputSchema: { type: 'object', properties: { next_page: { type: 'string' } } },
    },
  ],
  [
    'a field of the service',
    'unknown-reference',
    [definition('slack_post', 'Posts as slack_user_id.'), definition('slack_list', 'Lists.')],
  ],
  [
    'a path and an address',
    'unknown-reference',
    definition('a', 'Reads my_dir/repo_path and user_name@host.', {
      repoPath: { type: 'string' },
      userName: { type: 'string' },
    }),
  ],
  [
    'a container whose parts are described',
    'parameter-undescribed',
    withParameter({
      type: 'array',
      items: { type: 'object', properties: { q: { type: 'string', description: 'Words' } } },
    }),
  ],
  [
    'a reference to a described definition',
    'parameter-undescribed',
    definition(
      'a',
      'Acts.',
      { p: { $ref: '#/$defs/P' } },
      { $defs: { P: { type: 'string', description: 'A page' } } },
    ),
  ],
  ['examples', 'enum-in-prose', text('A language, e.g. "en" or "de"')],
  ['examples in parentheses', 'enum-in-prose', text('A language (such as "en", "de")')],
  ['an open end', 'enum-in-prose', text('One of: red, green, blue, etc.')],
  [
    'good and bad questions',
    'enum-in-prose',
    text("The question. Good: 'How to set up JWT'. Bad: 'auth' or 'hooks'."),
  ],
  ['forms of a reference', 'enum-in-prose', text('Can be a commit hash, a branch or a tag')],
  [
    'values of the field beside it',
    'enum-in-prose',
    definition('a', 'Acts.', {
      value: { type: 'string', enum: ['page', 'db'] },
      property: { type: 'string', description: 'Its value is "page" or "db".' },
    }),
  ],
  ['a string with a pattern', 'enum-in-prose', text('Either "a" or "b"', { pattern: '^[ab]$' })],
  ['the content of a JSON file', 'json-in-string', text('Content of the file as JSON string')],
  ['a default in words', 'prose-constraint', text('A branch, defaults to the current branch')],
  ['a default that the schema has', 'prose-constraint', number('Defaults to 10', { default: 10 })],
  ['an example with numbers', 'prose-constraint', number('A year between the wars')],
  ['a version', 'prose-constraint', text('Default: 1.2.3 of the API')],
  ['a null default', 'default-valid', withParameter({ type: 'string', default: null })],
  ['a whole default of a number', 'default-valid', withParameter({ type: 'number', default: 1 })],
  ['a price', 'integer-as-number', withParameter({ type: 'number' }, 'price')],
  ['a duration', 'integer-as-number', withParameter({ type: 'number' }, 'duration')],
  [
    'five flags of several kinds',
    'flag-pile',
    definition(
      'a',
      'Acts.',
      Object.fromEntries('abcde'.split('').map((name) => [name, { type: 'boolean' }])),
    ),
  ],
  ['an id', 'uncapped-number', number('An id', {}, 'issue_number')],
  ['a price', 'uncapped-number', withParameter({ type: 'number' }, 'max_price')],
  ['a limit that prose bounds', 'uncapped-number', number('At most 100', {}, 'limit')],
  ['an optional list', 'uncapped-array', withParameter({ type: 'array', items: { type: 'string' } })],
  [
    'a list of named values',
    'uncapped-array',
    definition('a', 'Acts.', { p: { type: 'array', items: { enum: ['a', 'b'] } } }, { required: ['p'] }),
  ],
  [
    'the times of a booking',
    'uncapped-range',
    definition('create_event', 'Creates.', { start_time: { type: 'string' }, end_time: { type: 'string' } }),
  ],
  [
    'from and to of a mail',
    'uncapped-range',
    definition('get_mail', 'Gets.', { from: { type: 'string' }, to: { type: 'string' } }),
  ],
  ['a listing that takes nothing', 'unbounded-result', definition('list_allowed_directories', 'Lists.')],
  [
    'feedback on a search',
    'unbounded-result',
    { ...(definition('search_feedback', 'Sends.', path) as object), annotations: { readOnlyHint: false } },
  ],
  [
    'a branch tool without deletion',
    'mixed-effects',
    withParameter({ type: 'string', enum: ['list', 'create'] }, 'mode'),
  ],
  [
    'a choice that is no action',
    'mixed-effects',
    withParameter({ type: 'string', enum: ['list', 'clear'] }, 'style'),
  ],
  [
    'a definition that a definition uses',
    'unused-definitions',
    definition(
      'a',
      'Acts.',
      { p: { $ref: '#/$defs/A' } },
      { $defs: { A: { type: 'array', items: { $ref: '#/$defs/B' } }, B: { type: 'string' } } },
    ),
  ],
  ['128 tools', 'tool-count', Array.from({ length: 128 }, (_, i) => definition(`t${i}`, `Acts on ${i}.`))],
]

test.each(LEFT_ALONE)('left alone: %s (%s)', (_what, rule, raw) => {
  expect(findingsOf(rule, raw)).toEqual([])
})
