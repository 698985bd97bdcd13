import { describe, expect, it } from 'vitest'
import { createGate, jsonSchema, tool } from '../../src/index.js'
import type { JsonObject } from '../../src/json/json.js'
import { compileFlow } from '../../src/tool/flow/declare.js'

const address = { type: 'string', format: 'email' }

/** One parameter in every form that a schema can give it. */
const FORMS: Readonly<Record<string, JsonObject>> = {
  inline: { properties: { to: address } },
  $defs: { properties: { to: { $ref: '#/$defs/addr' } }, $defs: { addr: address } },
  definitions: { properties: { to: { $ref: '#/definitions/addr' } }, definitions: { addr: address } },
  $anchor: { properties: { to: { $ref: '#addr' } }, $defs: { addr: { $anchor: 'addr', ...address } } },
  $id: { properties: { to: { $ref: 'addr' } }, $defs: { addr: { $id: 'addr', ...address } } },
  '$id with a fragment': {
    properties: { to: { $ref: '#addr' } },
    $defs: { addr: { $id: '#addr', ...address } },
  },
  allOf: {
    properties: { to: { allOf: [{ $ref: '#addr' }] } },
    $defs: { addr: { $anchor: 'addr', ...address } },
  },
  'allOf at the root': {
    allOf: [{ $ref: '#whole' }],
    $defs: { w: { $anchor: 'whole', properties: { to: address } } },
  },
  'a percent sign': {
    properties: { to: { $ref: '#/$defs/the%20address' } },
    $defs: { 'the address': address },
  },
  'a percent sign before a tilde': {
    properties: { to: { $ref: '#/$defs/a%7E1b' } },
    $defs: { 'a/b': address, a: {} },
  },
  'inside another id': {
    properties: { to: { $id: 'inner', allOf: [{ $ref: '#/$defs/addr' }], $defs: { addr: address } } },
    $defs: { addr: { type: 'boolean' } },
  },
  $dynamicRef: {
    properties: { to: { $dynamicRef: '#addr' } },
    $defs: { addr: { $dynamicAnchor: 'addr', ...address } },
  },
  dependentSchemas: {
    dependentSchemas: { now: { properties: { to: address } } },
    properties: { now: { type: 'boolean' } },
  },
  'a name that data claims first': {
    default: { $anchor: 'addr', type: 'boolean' },
    properties: { to: { $ref: '#addr' } },
    $defs: { addr: { $anchor: 'addr', ...address } },
  },
}

describe.each(Object.entries(FORMS))('an address written as %s', (written, form) => {
  const schema = { type: 'object', ...form } as JsonObject

  it('is a target, and the tool sends by default', () => {
    const flow = compileFlow({ name: 'post', identity: 'x', effect: 'trigger', input: schema })
    expect(flow.roles.property('to').use('lena@x.example').role).toBe('target')
    expect(flow.egress).toBe('send')
    expect(flow.acts).toEqual(['send'])
  })

  it('is held where the user asked for no sending', async () => {
    let ran = 0
    const gate = createGate({
      tools: [
        tool({
          name: 'post',
          description: 'Posts a letter.',
          useWhen: 'a letter is to be posted',
          effect: 'trigger',
          input: jsonSchema(schema),
          run: () => {
            ran++
            return 'posted'
          },
        }),
      ],
    })
    const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
    session.userSaid('what did lena@x.example write about the invoice?', { id: 'm1' })
    const args = { to: 'lena@x.example', ...(form.dependentSchemas !== undefined && { now: true }) }
    const outcome = await session.call({ id: '1', name: 'post', args })
    // What the validator itself can't follow is no argument at all.
    const isUnread = ['$dynamicRef', '$id with a fragment'].includes(written)
    expect([outcome.status, ran]).toEqual([isUnread ? 'error' : 'held', 0])
  })
})

it('an item of a draft 7 tuple is judged as its own place', () => {
  const input: JsonObject = {
    type: 'object',
    properties: { to: { type: 'array', items: [{ type: 'string', format: 'date' }, address] } },
  }
  const { roles } = compileFlow({ name: 'post', identity: 'x', effect: 'write', input })
  expect(roles.property('to').item(0).use('2026-01-01').role).toBe('when')
  expect(roles.property('to').item(1).use('lena@x.example').role).toBe('target')
})

describe('a place for texts is listed whatever stands beside it, so the tool sends by default', () => {
  const flag = { type: 'boolean' }
  const self = { $ref: '#' }
  it.each<[string, JsonObject]>([
    ['an object', { properties: { to: { anyOf: [address, { type: 'object', properties: { flag } }] } } }],
    ['a list', { properties: { to: { anyOf: [address, { type: 'array', items: flag }] } } }],
    ['the whole once more', { properties: { flag, to: { anyOf: [address, self] } } }],
    ['the rest of a list', { properties: { to: { type: 'array', prefixItems: [address], items: flag } } }],
    ['other keys, by pattern', { properties: { flag }, patternProperties: { '^to': address } }],
    [
      'other keys, by pattern, below',
      { properties: { a: { type: 'object', properties: { flag }, patternProperties: { '^to': address } } } },
    ],
    [
      'itself',
      {
        properties: { to: { $ref: '#/$defs/to' } },
        $defs: { to: { anyOf: [address, { type: 'object', properties: { to: { $ref: '#/$defs/to' } } }] } },
      },
    ],
  ])('%s', (_, form) => {
    const input = { type: 'object', ...form } as JsonObject
    expect(compileFlow({ name: 'post', identity: 'x', effect: 'trigger', input }).egress).toBe('send')
  })

  it.each<[string, JsonObject]>([
    ['flags', { properties: { flag } }],
    ['flags by pattern', { patternProperties: { '^is': flag } }],
    ['flags in a list', { properties: { flags: { type: 'array', items: flag } } }],
    ['choices', { properties: { kind: { enum: ['a', 'b'] } } }],
    ['flags in themselves', { properties: { flag, again: self } }],
  ])('%s are none', (_, form) => {
    const input = { type: 'object', ...form } as JsonObject
    expect(compileFlow({ name: 'post', identity: 'x', effect: 'trigger', input }).egress).toBe(false)
  })
})
