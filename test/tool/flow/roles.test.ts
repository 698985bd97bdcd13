import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../src/json/json.js'
import type { Effect } from '../../../src/tool/effects.js'
import { compileFlow } from '../../../src/tool/flow/declare.js'
import { listRoles } from '../../../src/tool/flow/role-review.js'
import { compileRoles, type RoleAt } from '../../../src/tool/flow/roles.js'
import { workOf } from '../../fixtures/work.js'

const input = z.toJSONSchema(
  z.object({
    flag: z.boolean(),
    kind: z.enum(['a', 'b']),
    fixed: z.literal('x'),
    day: z.iso.date(),
    at: z.iso.datetime(),
    link: z.url(),
    email: z.email(),
    name: z.string(),
    count: z.number(),
    whole: z.int(),
    either: z.union([z.enum(['all']), z.string()]),
    maybe: z.string().nullable().optional(),
    many: z.array(z.string()),
    deep: z.object({ to: z.string(), more: z.record(z.string(), z.string()) }),
    any: z.any(),
  }),
) as unknown as JsonObject

function use(effect: Effect, path: string, value: string | number | boolean, schema = input) {
  let at: RoleAt = compileRoles(schema, undefined, effect, "tool 't'")
  for (const key of path.split('.')) at = /^\d+$/.test(key) ? at.item(Number(key)) : at.property(key)
  return at.use(value).role
}

describe('default roles', () => {
  test.each<[string, string | number | boolean, string, string]>([
    ['flag', true, 'control', 'control'],
    ['kind', 'a', 'control', 'control'],
    ['fixed', 'x', 'control', 'control'],
    ['day', '2025-01-01', 'when', 'when'],
    ['at', '2025-01-01T10:00:00Z', 'when', 'when'],
    ['link', 'https://a.example', 'target', 'target'],
    ['email', 'a@b.example', 'content', 'target'],
    ['name', 'x', 'content', 'target'],
    ['count', 1, 'control', 'amount'],
    ['whole', 1, 'control', 'amount'],
    ['either', 'all', 'control', 'control'],
    ['either', 'free', 'content', 'target'],
    ['maybe', 'x', 'content', 'target'],
    ['many.3', 'x', 'content', 'target'],
    ['deep.to', 'x', 'content', 'target'],
    ['deep.more.key', 'x', 'content', 'target'],
    ['any', 'x', 'content', 'target'],
    ['any', 1, 'control', 'amount'],
    ['any.deep.3', 'x', 'content', 'target'],
  ])('%s (%j) is %s when read and %s when written', (path, value, read, write) => {
    expect(use('read', path, value)).toBe(read)
    expect(use('derive', path, value)).toBe(read)
    for (const effect of ['trigger', 'write', 'destroy'] as const)
      expect(use(effect, path, value)).toBe(write)
  })

  test('references, unions and handles are followed', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        next: { $ref: '#' },
        to: { $ref: '#/$defs/address' },
        order: { type: 'string', 'x-sallyport-handle': 'order' },
        strict: { allOf: [{ type: 'string' }, { format: 'uri' }] },
      },
      $defs: { address: { anyOf: [{ type: 'null' }, { type: 'string', format: 'hostname' }] } },
    }
    expect(use('read', 'to', 'a.example', schema)).toBe('target')
    expect(use('read', 'next.next.next.to', 'a.example', schema)).toBe('target')
    expect(use('read', 'order', 'order_x', schema)).toBe('selector')
    expect(use('read', 'strict', 'https://a.example', schema)).toBe('target')
  })

  test.each<[string, JsonObject, string]>([
    [
      'named in one branch, an address in the other',
      { anyOf: [{ properties: { a: { type: 'string' } } }, { additionalProperties: { format: 'uri' } }] },
      'a',
    ],
    [
      'named, and an address by pattern',
      { properties: { a: { type: 'string' } }, patternProperties: { '^a$': { format: 'uri' } } },
      'a',
    ],
    ['an address by question', { properties: { a: {} }, if: { properties: { a: { format: 'uri' } } } }, 'a'],
    ['an address that a list must contain', { properties: { l: { contains: { format: 'uri' } } } }, 'l.0'],
    [
      'an address by a slow pattern',
      { patternProperties: { '^(a+)+$': { format: 'uri' } } },
      `${'a'.repeat(24)}!`,
    ],
  ])('the strictest reading counts: %s', (_, schema, path) => {
    expect(use('read', path, 'https://a.example', schema)).toBe('target')
  })

  test('free keys list nothing for a key that a pattern has', () => {
    const schema = {
      patternProperties: { '^a': { type: 'string' } },
      additionalProperties: { enum: ['x'] },
    }
    expect(use('write', 'a1', 'x', schema)).toBe('target')
    expect(use('write', 'b', 'x', schema)).toBe('control')
  })

  test('the name of a property that no schema gives is judged like a value', () => {
    const shares: JsonObject = {
      type: 'object',
      properties: { with: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    const at = compileRoles(shares, undefined, 'write', "tool 't'")
    expect(at.nameUse('with')).toBeUndefined()
    expect(at.property('with').nameUse('evil@x.example')?.role).toBe('target')
  })
})

describe('declared roles', () => {
  const mail: JsonObject = {
    type: 'object',
    properties: {
      to: { type: 'array', items: { type: 'string' } },
      body: { type: 'string' },
      files: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } } },
      },
    },
  }

  test('a role counts for all below it, unless a longer path says otherwise', () => {
    const roles = { files: 'content', 'files.*.id': { role: 'selector', of: 'file' } } as const
    const at = compileRoles(mail, roles, 'trigger', "tool 't'")
    const file = at.property('files').item(4)
    expect(file.property('id').use('7')).toMatchObject({ role: 'selector', of: 'file' })
    expect(file.property('note').use('x')).toMatchObject({ role: 'content' })
    expect(at.property('to').item(0).use('x')).toMatchObject({ role: 'target', declared: false })
  })

  test('a path that the input lacks is refused with the near one', () => {
    const compile = (roles: object) => () =>
      compileFlow({ name: 'send', identity: '1', effect: 'trigger', input: mail, roles: roles as never })
    expect(compile({ bodi: 'content' })).toThrow(
      "tool 'send': roles: the input has no 'bodi'; did you mean 'body'?",
    )
    expect(compile({ 'body.x': 'content' })).toThrow("the input has no 'body.x'")
    expect(compile({ 'files.*.ident': 'content' })).toThrow(/known keys there: id, note|did you mean/)
    expect(compile({ 'to.*': 'target', 'files.0.id': 'selector' })).not.toThrow()
    expect(compile({ to: { role: 'target', of: 'mail' } })).toThrow("of: 'mail' is no argument of it")
  })

  test('a review lists every place once, also of a schema that holds itself', () => {
    const tree: JsonObject = {
      type: 'object',
      properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#' } } },
    }
    expect(listRoles(tree, undefined, 'write').map(({ path }) => path)).toEqual(['name'])
    expect(listRoles(mail, { body: 'content' }, 'trigger')).toEqual([
      { path: 'to.*', role: 'target', declared: false },
      { path: 'body', role: 'content', declared: true },
      { path: 'files.*.id', role: 'target', declared: false },
      { path: 'files.*.note', role: 'target', declared: false },
    ])
  })

  test('a text or number of which every value is listed decides nothing', () => {
    const listed: JsonObject = {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['a', 'b'] },
        size: { type: 'integer', const: 3 },
        either: { anyOf: [{ type: 'string', enum: ['all'] }, { type: 'string' }] },
      },
    }
    expect(listRoles(listed, undefined, 'write').map(({ role }) => role)).toEqual([
      'control',
      'control',
      'target',
    ])
  })

  test('a schema whose definitions double with every level is listed in part, and what is left out is strict', () => {
    const level = (at: number): JsonObject => ({
      type: 'object',
      properties: { a: { $ref: `#/$defs/d${at}` }, b: { $ref: `#/$defs/d${at}` } },
    })
    const $defs: JsonObject = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`d${at}`, at === 39 ? { type: 'boolean' } : level(at + 1)]),
    )
    const schema: JsonObject = { ...level(0), $defs }
    let lines: ReturnType<typeof listRoles> = []
    const work = workOf(() => {
      lines = listRoles(schema, undefined, 'write')
    })
    expect(work).toBeLessThan(2_000)
    expect(lines.at(-1)).toMatchObject({ role: 'target', declared: false })
    expect(compileFlow({ name: 't', identity: '1', effect: 'write', input: schema }).egress).toBe('send')
  })
})

describe('egress', () => {
  const of = (effect: Effect, properties: Record<string, JsonObject>, egress?: 'publish' | false) =>
    compileFlow({
      name: 't',
      identity: '1',
      effect,
      input: { type: 'object', properties },
      ...(egress !== undefined && { egress }),
    })
  test.each<[Effect, Record<string, JsonObject>, string | false]>([
    ['write', { to: { type: 'string' } }, 'send'],
    ['trigger', { to: { type: 'string' } }, 'send'],
    ['destroy', { to: { type: 'string' } }, 'send'],
    ['write', { count: { type: 'number' } }, false],
    ['read', { to: { type: 'string' } }, false],
    ['read', { link: { type: 'string', format: 'uri' } }, false],
    ['write', { data: { type: 'object' } }, 'send'],
    ['write', {}, false],
  ])('%s with %j has egress %j by default', (effect, properties, egress) => {
    expect(of(effect, properties).egress).toBe(egress)
  })

  test('what is declared counts', () => {
    expect(of('write', { to: { type: 'string' } }, false).egress).toBe(false)
    expect(of('write', {}, 'publish')).toMatchObject({ egress: 'publish', acts: ['publish'] })
  })
})
