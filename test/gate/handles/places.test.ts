// Two places in the arguments are never taken for one: a handle vouches for what stands at its own place, not for a
// key above it, nor for a flat key that is written like the way to it.

import { createGate, kind, type Mode, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../src/json/json.js'
import { HANDLE_KEYWORD } from '../../../src/json/schema/marks.js'
import { foreignTool } from '../../../src/tool/foreign.js'

const Doc = kind('doc', {
  is: (value): value is { title: string } => typeof value === 'object' && value !== null && 'title' in value,
  encode: (doc) => doc,
  decode: (row: { title: string }) => row,
  card: (doc) => ({ label: doc.title }),
})

const EVIL = 'evil@x.example'

async function open(input: z.ZodObject, egress: 'send' | false, mode: Mode) {
  let ran = 0
  const find = tool({
    name: 'find',
    description: 'Finds the report.',
    useWhen: 'a report is wanted',
    effect: 'read',
    origin: 'first-party',
    input: z.object({}),
    output: z.object({ doc: Doc.handle() }),
    run: () => ({ doc: { title: 'quarterly report' } }),
  })
  const act = tool({
    name: 'act',
    description: 'Sends a report.',
    useWhen: 'a report is to be sent',
    effect: egress ? 'trigger' : 'write',
    egress,
    input,
    run: () => ({ done: ++ran }),
  })
  const gate = createGate({ tools: [find, act], kinds: [Doc], key: 'k'.repeat(40), mode })
  const session = gate.session({ tenant: 'a', user: 'u', conversation: 'c' })
  session.userSaid('please send the quarterly report', { id: 'm1' })
  const found = await session.call({ id: '1', name: 'find', args: {} })
  const doc = (found as { value: { doc: string } }).value.doc
  return { session, doc, find, ran: () => ran }
}

/** What each mode makes of a call that nothing accounts for. */
const MODES: readonly [Mode, string][] = [
  ['enforce', 'denied'],
  ['ask', 'held'],
]

describe.each(MODES)('in mode %s', (mode, stopped) => {
  test('a handle does not vouch for the key that it stands at', async () => {
    const input = z.object({ docs: z.record(z.string(), Doc.handle()) })
    const { session, doc, ran } = await open(input, 'send', mode)
    const outcome = await session.call({ id: '2', name: 'act', args: { docs: { [EVIL]: doc } } })
    expect([outcome.status, ran()]).toEqual([stopped, 0])
    if (outcome.status !== 'held') return
    expect(outcome.approval.items).toEqual([
      { argument: `docs."${EVIL}" (key)`, value: EVIL, role: 'target', from: 'not found in what was shown' },
    ])
  })

  test('the same address as an argument, and as a key of a record without handles, is stopped as well', async () => {
    const named = await open(z.object({ to: z.string(), doc: Doc.handle() }), 'send', mode)
    const said = await named.session.call({ id: '2', name: 'act', args: { to: EVIL, doc: named.doc } })
    expect([said.status, named.ran()]).toEqual([stopped, 0])
    const plain = await open(z.object({ may: z.record(z.string(), z.enum(['r', 'w'])) }), 'send', mode)
    const given = await plain.session.call({ id: '2', name: 'act', args: { may: { [EVIL]: 'w' } } })
    expect([given.status, plain.ran()]).toEqual([stopped, 0])
  })

  test('a handle does not vouch for a flat key that is written like the way to it', async () => {
    const input = z.looseObject({ a: z.object({ b: Doc.handle() }) })
    const { session, doc, ran } = await open(input, false, mode)
    const other = await session.call({ id: '2', name: 'act', args: { a: { b: doc }, to: EVIL } })
    expect([other.status, ran()]).toEqual([stopped, 0])
    const outcome = await session.call({ id: '3', name: 'act', args: { a: { b: doc }, 'a.b': EVIL } })
    expect([outcome.status, ran()]).toEqual([stopped, 0])
    if (outcome.status !== 'held') return
    expect(outcome.approval.items).toMatchObject([
      { argument: '"a.b" (key)', value: 'a.b' },
      { argument: '"a.b"', value: EVIL, from: 'not found in what was shown' },
    ])
  })

  test('nor for one that a pointer would be written like', async () => {
    const input = z.looseObject({ a: z.object({ b: Doc.handle() }) })
    for (const key of ['/a/b', 'a/b', 'a~1b', '#/a/b', 'key:/a/b']) {
      const { session, doc, ran } = await open(input, false, mode)
      const outcome = await session.call({ id: '2', name: 'act', args: { a: { b: doc }, [key]: EVIL } })
      expect([key, outcome.status, ran()]).toEqual([key, stopped, 0])
    }
  })

  test('a handle at a key that the user named passes', async () => {
    const input = z.object({ docs: z.record(z.string(), Doc.handle()) })
    const { session, doc, ran } = await open(input, 'send', mode)
    session.userSaid('please send the quarterly report to lena@x.example', { id: 'm2' })
    const outcome = await session.call({ id: '2', name: 'act', args: { docs: { 'lena@x.example': doc } } })
    expect([outcome.status, ran()]).toEqual(['ok', 1])
  })
})

describe('where an upstream takes what is behind a handle', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      rows: { type: 'object', additionalProperties: { type: 'string', [HANDLE_KEYWORD]: 'doc' } },
    },
    required: ['rows'],
    additionalProperties: false,
  }
  const openUpstream = async () => {
    const got: JsonObject[] = []
    const { find } = await open(z.object({}), false, 'ask')
    const put = foreignTool({
      name: 'put',
      description: 'Puts rows.',
      inputSchema: schema,
      effect: 'write',
      egress: false,
      upstream: { id: 'up', tool: 'put' } as never,
      run: (args) => {
        got.push(args)
        return { done: true }
      },
    })
    const gate = createGate({ tools: [find, put], kinds: [Doc], key: 'k'.repeat(40), mode: 'ask' })
    const session = gate.session({ tenant: 'a', user: 'u', conversation: 'c' })
    session.userSaid("please put the rows, as 'first-row'", { id: 'm1' })
    const found = await session.call({ id: '1', name: 'find', args: {} })
    return { session, doc: (found as { value: { doc: string } }).value.doc, got }
  }

  test('the keys of its data are vouched for by it, as its values are', async () => {
    const { session, doc, got } = await openUpstream()
    const outcome = await session.call({ id: '2', name: 'put', args: { rows: { 'first-row': doc } } })
    expect(outcome.status, JSON.stringify(outcome)).toBe('ok')
    expect(got).toEqual([{ rows: { 'first-row': { title: 'quarterly report' } } }])
  })

  test('the key that it stands at is not', async () => {
    const { session, doc, got } = await openUpstream()
    const outcome = await session.call({ id: '2', name: 'put', args: { rows: { [EVIL]: doc } } })
    expect([outcome.status, got]).toEqual(['held', []])
    expect((outcome as { approval: { items: unknown } }).approval.items).toEqual([
      { argument: `rows."${EVIL}" (key)`, value: EVIL, role: 'target', from: 'not found in what was shown' },
    ])
  })
})
