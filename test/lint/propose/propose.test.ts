// What is proposed of tools as real servers name them. Every row was read by a person.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeServerTool } from '../../../src/lint/describe.js'
import { propose } from '../../../src/lint/propose/index.js'
import { workOf } from '../../fixtures/work.js'
import { definition } from '../describe.js'

const text = { type: 'string' }
const whole = { type: 'integer' }

function proposed(name: string, properties: object = {}, more: object = {}) {
  const raw = { ...(definition(name, 'Acts.', properties) as object), ...more }
  const [proposal] = propose([describeServerTool(raw as never)])
  if (!proposal) throw new Error('no proposal')
  return proposal
}

describe('by its name', () => {
  test.each<[name: string, effect: string | undefined, egress?: string]>([
    ['read_file', 'read'],
    ['listIssues', 'read'],
    ['directory_tree', 'read'],
    ['slack_get_users', 'read'],
    ['send_email', 'trigger', 'send'],
    ['slack_post_message', 'trigger', 'publish'],
    ['create_issue', 'write', 'publish'],
    ['create_pull_request', 'write', 'publish'],
    ['add_collaborator', 'write', 'grant'],
    ['share_document', 'trigger', 'grant'],
    ['transfer_funds', 'trigger', 'pay'],
    ['create_payment', 'write', 'pay'],
    ['transfer_ownership', 'trigger', 'send'],
    ['write_note', 'write'],
    ['delete_branch', 'destroy'],
    ['get_and_delete_message', 'destroy'],
    ['messages.delete', 'destroy'],
    ['frobnicate', 'write'],
  ])('%s is %s, egress %s', (name, effect, egress) => {
    expect(proposed(name).policy).toMatchObject({ effect, ...(egress && { egress }) })
    if (!egress) expect(proposed(name).policy.egress).toBeUndefined()
  })
})

describe('hints of a server', () => {
  test.each<[name: string, hints: object, effect: string | undefined]>([
    ['get_page', { readOnlyHint: false }, 'write'],
    ['get_page', { readOnlyHint: false, destructiveHint: true }, 'destroy'],
    ['frobnicate', { destructiveHint: true }, 'destroy'],
    // Never looser than the name.
    ['delete_page', { readOnlyHint: true }, 'destroy'],
    ['send_page', { readOnlyHint: true }, 'trigger'],
    // The gateway reads it as a read by itself; the operator is not made to say so.
    ['frobnicate', { readOnlyHint: true }, undefined],
  ])('%s with %j is %s', (name, annotations, effect) => {
    expect(proposed(name, {}, { annotations }).policy.effect).toBe(effect)
  })

  test('make nothing looser than its name says', () => {
    const strictness = ['read', 'trigger', 'write', 'destroy']
    const hint = fc.option(fc.boolean(), { nil: undefined })
    fc.assert(
      fc.property(
        fc.constantFrom('get_x', 'list_x', 'send_x', 'create_x', 'update_x', 'delete_x', 'get_and_send_x'),
        fc.record({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint }),
        (name, annotations) => {
          const [bare, hinted] = [proposed(name), proposed(name, {}, { annotations })]
          const of = ({ policy }: typeof bare) => strictness.indexOf(policy.effect ?? '')
          expect(of(hinted)).toBeGreaterThanOrEqual(of(bare))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a choice that destroys is said, and makes no read', () => {
    const mode = { enum: ['list', 'delete'] }
    const remark = "'mode' can be 'delete', and what is declared counts for all of it"
    expect(proposed('get_branches', { mode })).toMatchObject({ assumed: 'destroy', review: [remark] })
    expect(proposed('update_branch', { mode })).toMatchObject({ assumed: 'write', review: [remark] })
  })

  test('a contradiction is for a person to look at', () => {
    expect(proposed('send_page', {}, { annotations: { readOnlyHint: true } }).review).toEqual([
      "its server says that it only reads; by its name it does 'trigger'",
    ])
  })
})

describe('the roles', () => {
  test.each<[name: string, properties: object, roles: object]>([
    ['write_file', { path: text, content: text }, { path: 'target', content: 'content' }],
    [
      'send_email',
      {
        to: { type: 'array', items: text },
        subject: text,
        body: text,
        send_at: { ...text, format: 'date-time' },
      },
      { 'to.*': 'target', subject: 'content', body: 'content', send_at: 'when' },
    ],
    [
      'update_issue',
      { owner: text, repo: text, issue_number: whole, title: text, state: { enum: ['open', 'closed'] } },
      { owner: 'target', repo: 'target', issue_number: { role: 'selector', of: 'issue' }, title: 'content' },
    ],
    ['delete_file', { id: text }, { id: { role: 'selector', of: 'file' } }],
    [
      'delete_file',
      { fileIds: { type: 'array', items: text } },
      { 'fileIds.*': { role: 'selector', of: 'file' } },
    ],
    ['post_message', { channel_id: text, text }, { channel_id: 'target', text: 'content' }],
    ['create_payment', { amount: { type: 'number' }, iban: text }, { amount: 'amount', iban: 'target' }],
    ['execute_sql', { query: text }, { query: 'command' }],
    ['run_code', { code: text }, { code: 'command' }],
    [
      'create_event',
      { title: text, start_time: text, attendees: { type: 'array', items: text } },
      { title: 'content', start_time: 'when', 'attendees.*': 'target' },
    ],
    // In doubt the stricter: what picks the thing to destroy, a level of access, the cap of a bid, a file's name.
    ['delete_note', { title: text, reason: text }, { title: 'target', reason: 'content' }],
    ['set_access', { access_level: whole }, { access_level: 'amount' }],
    ['place_bid', { max: whole }, { max: 'amount' }],
    ['create_file', { name: text, type: text }, { name: 'target', type: 'target' }],
    [
      'create_page',
      { name: text, parent_id: text },
      { name: 'content', parent_id: { role: 'selector', of: 'page' } },
    ],
    ['move_page', { source_page_id: text }, { source_page_id: { role: 'selector', of: 'page' } }],
    ['update_rows', { query: { ...text, description: 'Select by words' } }, { query: 'target' }],
    ['sync_things', { source: text }, { source: 'target' }],
    ['rename_user', { new_name: text, userName: text }, { new_name: 'target', userName: 'target' }],
    ['set_user', { password: text }, { password: 'credential' }],
    ['set_address', { country_code: text }, { country_code: 'target' }],
    ['update_note', { note: { type: 'object', properties: { body: text } } }, { 'note.body': 'content' }],
  ])('of %s', (name, properties, roles) => {
    expect(proposed(name, properties).policy.roles).toEqual(roles)
  })

  test('a read is declared only where it carries something out, or runs something', () => {
    expect(proposed('search_notes', { query: text, limit: whole, path: text }).policy.roles).toBeUndefined()
    expect(proposed('fetch_page', { url: text }).policy.roles).toEqual({ url: 'target' })
    expect(proposed('read_rows', { sql: text }).policy.roles).toEqual({ sql: 'command' })
  })

  test('a name that says nothing keeps the strict default, and is for a person to look at', () => {
    expect(proposed('update_thing', { zork: text, blip: whole })).toMatchObject({
      policy: { roles: { zork: 'target', blip: 'amount' } },
      review: [
        "'zork' counts as target: its name doesn't tell",
        "'blip' counts as amount: its name doesn't tell",
      ],
    })
    expect(proposed('update_thing', { zork: text, ploink: text }).review).toEqual([
      "'zork' and 'ploink' count as target: their names don't tell",
    ])
  })

  test('a place that no path can name is left to the defaults, and said', () => {
    const { policy, review } = proposed('write_x', { 'a.b': text, 'c*': text })
    expect(policy).toEqual({ effect: 'write' })
    expect(review.at(-1)).toContain('by path')
  })
})

describe('nothing leaves', () => {
  test.each<[name: string, properties: object, egress: false | undefined]>([
    ['write_file', { path: text, content: text }, false],
    ['delete_file', { path: text }, false],
    ['write_file', { path: text, url: text }, undefined],
    ['write_file', { path: text, zork: text }, undefined],
    ['frobnicate', { path: text }, undefined],
    ['move_file', { source: text, destination: text }, false],
    ['sync_bucket', { source: text, destination: text }, undefined],
    ['write_note', { body: text }, undefined],
  ])('%s of %j: %s', (name, properties, egress) => {
    expect(proposed(name, properties).policy.egress).toBe(egress)
  })
})

describe('the origin of a read', () => {
  const rows = {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: { type: 'object', properties: { id: text, owner_id: text, sender: text, body: text } },
      },
    },
  }
  const search = { ...(definition('search_files', 'Searches.') as object), outputSchema: rows }

  test('is text of third parties', () => {
    expect(propose([describeServerTool(search as never)])[0]?.policy).toEqual({
      effect: 'read',
      origin: 'third-party-text',
      readers: ['session'],
    })
  })

  test('but for ids that a tool of the same server selects by', () => {
    const remove = definition('delete_result', 'Deletes.', { id: text })
    expect(
      propose([describeServerTool(search as never), describeServerTool(remove)])[0]?.policy.origin,
    ).toEqual({
      'results.*.id': { label: 'first-party', id: 'result' },
    })
  })
})

test('a schema whose definitions double with every level is proposed for in time', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      `d${level}`,
      {
        type: 'object',
        properties: { a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } },
      },
    ]),
  )
  const inputSchema = {
    type: 'object',
    properties: { x: { $ref: '#/$defs/d0' } },
    $defs: { ...$defs, d40: text },
  }
  const one = describeServerTool({ name: 'write_x', description: 'W.', inputSchema } as never)
  expect(workOf(() => expect(propose([one])).toHaveLength(1))).toBeLessThan(3_000)
})
