// The rules on roles, origins and egress: what each finds beside its example in docs/lint.md, and what it leaves
// alone.

import { tool } from 'sallyport'
import { lintTools } from 'sallyport/lint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { foreignTool } from '../../src/tool/foreign.js'
import { type Case, declared, definition, findingsOf } from './describe.js'

const text = { type: 'string' }
const whole = { type: 'integer' }
const write = { effect: 'write' }
const read = { effect: 'read' }
const mail = { to: text, subject: text, body: text }

const FOUND: readonly Case[] = [
  ['a list of URLs', 'read-url', declared('crawl', { start_urls: { type: 'array', items: text } }, read)],
  [
    'a host in a deeper object',
    'read-url',
    declared('look', { at: { type: 'object', properties: { hostname: text } } }, read),
  ],
  ['a derived one', 'read-url', declared('render', { webhook: text }, { effect: 'derive' })],
  ['SQL under its own name', 'command-role', declared('change', { sql: text }, write)],
  ['code that is run', 'command-role', declared('run_python', { code: text }, { effect: 'trigger' })],
  [
    'code declared as content',
    'command-role',
    declared('run_x', { script: text }, { ...write, roles: { script: 'content' } }),
  ],
  [
    'a path as content',
    'content-as-target',
    declared('put', { path: text }, { ...write, roles: { path: 'content' } }),
  ],
  [
    'an id as content',
    'content-as-target',
    declared('put', { file_id: text }, { ...write, roles: { file_id: 'content' } }),
  ],
  [
    'all of it as content',
    'content-as-target',
    declared('put', { mail: { type: 'object', properties: mail } }, { ...write, roles: { mail: 'content' } }),
  ],
  [
    'a URL of a read as content',
    'content-as-target',
    declared('get', { url: text }, { ...read, roles: { url: 'content' } }),
  ],
  ['money', 'egress-undeclared', declared('transfer_funds', { iban: text }, { effect: 'trigger' })],
  ['rights', 'egress-undeclared', declared('add_collaborator', { user: text }, write)],
  [
    'anyone with the link',
    'public-choice',
    declared(
      'post',
      {
        items: {
          type: 'array',
          items: { type: 'object', properties: { who: { enum: ['me', 'anyone_with_link'] } } },
        },
      },
      { ...write, egress: 'publish' },
    ),
  ],
  [
    'a message without a target',
    'egress-undeclared',
    declared('send_alert', { text }, { effect: 'trigger', roles: { text: 'content' } }),
  ],
  [
    'all of a result',
    'origin-too-good',
    declared('get_mail', {}, { ...read, origin: 'first-party' }, { sender: text }),
  ],
  [
    'below a node',
    'origin-too-good',
    declared(
      'get_mails',
      {},
      { ...read, origin: { mails: 'first-party' } },
      {
        mails: {
          type: 'array',
          items: { type: 'object', properties: { attendees: { type: 'array', items: text } } },
        },
      },
    ),
  ],
  [
    'with an id space',
    'origin-too-good',
    declared('get_file', {}, { ...read, origin: { file_name: { label: 'first-party', id: 'file' } } }),
  ],
  ['a number that is no amount', 'roles-undeclared', declared('grow', { retries: whole }, write)],
  ['a name that says nothing', 'roles-undeclared', declared('grow', { zork: text }, write)],
  [
    'a selector without a space',
    'selector-space',
    declared('drop', { id: text }, { effect: 'destroy', roles: { id: 'selector' } }),
  ],
  ['an id among many', 'selector-space', declared('close', { issue_number: whole }, write)],
  ['a read', 'origin-undeclared', declared('get', {}, read)],
]

const LEFT_ALONE: readonly Case[] = [
  ['a URL with a format', 'read-url', declared('get', { url: { ...text, format: 'uri' } }, read)],
  [
    'a URL that is declared',
    'read-url',
    declared('get', { url: text }, { ...read, roles: { url: 'target' } }),
  ],
  ['a URL of a list', 'read-url', declared('get', { url: { enum: ['https://a.example'] } }, read)],
  ['a flag', 'read-url', declared('get', { include_urls: { type: 'boolean' } }, read)],
  ['a country', 'command-role', declared('set_address', { country_code: text }, write)],
  [
    'the code of a voucher',
    'command-role',
    declared('redeem', { code: { ...text, description: 'Coupon code' } }, write),
  ],
  ['a query for words', 'command-role', declared('delete_matching', { query: text }, { effect: 'destroy' })],
  ['code that is read', 'command-role', declared('search', { sql: text }, read)],
  [
    'a mail declared well',
    'content-as-target',
    declared('send', mail, { ...write, roles: { to: 'target', subject: 'content', body: 'content' } }),
  ],
  [
    'the address of a contact',
    'content-as-target',
    declared(
      'create_contact',
      { email: text, phone: text },
      { ...write, roles: { email: 'content', phone: 'content' } },
    ),
  ],
  [
    'a path of a read',
    'content-as-target',
    declared('get', { path: text }, { ...read, roles: { path: 'content' } }),
  ],
  [
    'a title that picks',
    'content-as-target',
    declared('drop', { title: text }, { effect: 'destroy', roles: { title: 'target' } }),
  ],
  ['a default', 'content-as-target', declared('send', mail, write)],
  [
    'a public choice of a tool that keeps things',
    'public-choice',
    declared('put', { mode: { enum: ['private', 'public'] } }, { ...write, egress: false }),
  ],
  ['a public choice of a read', 'public-choice', declared('list', { mode: { enum: ['public'] } }, read)],
  [
    'a choice of sizes',
    'public-choice',
    declared('send', { to: text, size: { enum: ['small', 'publication'] } }, { effect: 'trigger' }),
  ],
  ['a message to someone', 'egress-undeclared', declared('send_mail', mail, { effect: 'trigger' })],
  [
    'a local note',
    'egress-undeclared',
    declared('add_note', { body: text }, { ...write, roles: { body: 'content' } }),
  ],
  ['what is declared', 'egress-undeclared', declared('publish', {}, { ...write, egress: false })],
  ['a read by that name', 'egress-undeclared', declared('share_price', {}, read)],
  [
    'an id',
    'origin-too-good',
    declared('get_mail', {}, { ...read, origin: 'first-party' }, { id: text, sent_at: text }),
  ],
  [
    'a sender of less trust',
    'origin-too-good',
    declared(
      'get_mail',
      {},
      { ...read, origin: { '*': 'first-party', sender: 'third-party-structured' } },
      { sender: text },
    ),
  ],
  ['a path', 'roles-undeclared', declared('remove', { path: text }, { effect: 'destroy' })],
  [
    'an amount and an address',
    'roles-undeclared',
    declared('pay', { amount: { type: 'number' }, iban: text }, write),
  ],
  [
    'a choice, a flag, a date, a URL',
    'roles-undeclared',
    declared(
      'grow',
      {
        kind: { enum: ['a'] },
        now: { type: 'boolean' },
        day: { ...text, format: 'date' },
        site: { ...text, format: 'uri' },
      },
      write,
    ),
  ],
  [
    'a handle',
    'roles-undeclared',
    declared('put', { file: { ...text, 'x-sallyport-handle': 'file' } }, write),
  ],
  ['a read', 'roles-undeclared', declared('get', { zork: text }, read)],
  ['a person', 'selector-space', declared('drop', { user_id: text }, { effect: 'destroy' })],
  [
    'an id declared as another role',
    'selector-space',
    declared('put', { event_id: text }, { ...write, roles: { event_id: 'target' } }),
  ],
  [
    'a handle',
    'selector-space',
    declared('put', { file_id: { ...text, 'x-sallyport-handle': true } }, write),
  ],
  ['a trigger', 'selector-space', declared('run', { job_id: text }, { effect: 'trigger' })],
  ['a tool that writes', 'origin-undeclared', declared('put', {}, write)],
]

test.each(FOUND)('found: %s (%s)', (_what, rule, raw) => {
  expect(findingsOf(rule, raw)).not.toEqual([])
})

test.each(LEFT_ALONE)('left alone: %s (%s)', (_what, rule, raw) => {
  expect(findingsOf(rule, raw)).toEqual([])
})

test('the roles that are proposed are printed, ready to be pasted', () => {
  const raw = declared('update_note', { note_id: text, 'a-b': text, body: text }, write)
  expect(findingsOf('roles-undeclared', raw)).toMatchObject([
    {
      message: "no role is declared for 'a-b' and 'body'",
      mend: "Review and declare: roles: { note_id: { role: 'selector', of: 'note' }, 'a-b': 'target', body: 'content' }",
    },
  ])
})

test('of a tool of a server nothing is said: what counts there is the word of an operator', () => {
  const rules = [...new Set(FOUND.map(([, rule]) => rule))]
  expect(rules).toHaveLength(9)
  const raw = definition('delete_it', 'Deletes it.', { id: text, sql: text, url: text, body: text })
  const upstream = foreignTool({
    name: 'delete_it',
    description: 'Deletes it.',
    inputSchema: { type: 'object', properties: { id: text, sql: text, body: text } },
    effect: 'destroy',
    upstream: { id: 'x', tool: 'delete_it' },
    run: () => ({}),
  })
  for (const rule of rules) expect(findingsOf(rule, raw)).toEqual([])
  expect(lintTools([upstream]).findings.filter(({ rule }) => rules.includes(rule))).toEqual([])
})

test('a tool made by tool() is looked at with what it declares', () => {
  const make = (roles?: Record<string, 'target' | 'content'>) =>
    tool({
      name: 'send_mail',
      description: 'Sends a mail.',
      useWhen: 'the user wants one sent',
      input: z.object({ to: z.string(), body: z.string() }),
      effect: 'trigger',
      ...(roles && { roles }),
      run: () => ({}),
    })
  const ids = (roles?: Record<string, 'target' | 'content'>) =>
    lintTools([make(roles)]).findings.map(({ rule }) => rule)
  expect(ids()).toContain('roles-undeclared')
  expect(ids({ to: 'target', body: 'content' })).not.toContain('roles-undeclared')
  expect(ids({ to: 'content', body: 'content' })).toContain('content-as-target')
})
