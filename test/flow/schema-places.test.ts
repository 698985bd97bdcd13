// What an argument decides is read at its own place in the schema, also in a tuple and under a pattern of keys; and a
// rule about an upstream is about no other tool.

import { createGate, type JsonObject, jsonSchema, type Outcome, type Rule, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { foreignTool } from '../../src/tool/foreign.js'
import { keptLog } from '../fixtures/open-gate.js'

const WHO = { tenant: 'acme', user: 'u-17', conversation: 'c-1' }
const link: JsonObject = { type: 'string', format: 'uri' }
const text: JsonObject = { type: 'string' }

/** What becomes of a read with arguments that nobody named. */
function read(properties: JsonObject, args: JsonObject): Promise<Outcome> {
  const fetch = tool({
    name: 'fetch_page',
    description: 'Fetches a page.',
    useWhen: 'a page is wanted',
    effect: 'read',
    input: jsonSchema({ type: 'object', properties, additionalProperties: false }),
    run: () => ({ done: true }),
  })
  const session = createGate({ tools: [fetch], mode: 'ask', log: keptLog().log }).session(WHO)
  session.userSaid('Fetch https://named.example', { id: 'u1' })
  return session.call({ id: 'c1', name: 'fetch_page', args })
}

describe('the place of an argument', () => {
  const EVIL = 'https://evil.example/x'
  const pair = { type: 'array', prefixItems: [text, link], items: text }
  const loose = {
    type: 'object',
    properties: { note: text },
    patternProperties: { '^to_': link },
    additionalProperties: text,
  }
  test.each<[what: string, schema: JsonObject, value: unknown, status: string]>([
    ['a plain text', text, EVIL, 'ok'],
    ['a link', link, EVIL, 'held'],
    ['the item of a tuple that is a link', pair, ['x', EVIL], 'held'],
    ['the item of a tuple that is a text', pair, [EVIL], 'ok'],
    ['an item after the tuple', pair, ['x', 'https://named.example', EVIL], 'ok'],
    ['a link under a pattern of keys', loose, { to_them: EVIL }, 'held'],
    ['a text under another key', loose, { about: EVIL }, 'ok'],
  ])('%s', async (_, schema, value, status) => {
    expect((await read({ at: schema }, { at: value } as JsonObject)).status).toBe(status)
  })
})

describe('a rule about an upstream', () => {
  const rule: Rule = { id: 'no-github', deny: { upstreams: ['git*'] } }
  const local = tool({
    name: 'look',
    description: 'Looks.',
    useWhen: 'it is wanted',
    effect: 'read',
    input: jsonSchema({ type: 'object' }),
    run: () => ({ done: true }),
  })
  const of = (id: string) =>
    foreignTool({
      name: `${id}_look`,
      description: 'Looks.',
      inputSchema: { type: 'object' },
      effect: 'read',
      upstream: { id, tool: 'look' },
      run: () => ({ done: true }),
    })
  test.each([
    ['github_look', 'denied'],
    ['files_look', 'ok'],
    ['look', 'ok'],
  ])('%s is %s', async (name, status) => {
    const tools = [local, of('github'), of('files')]
    const session = createGate({ tools, mode: 'ask', rules: [rule], log: keptLog().log }).session(WHO)
    expect((await session.call({ id: 'c1', name, args: {} })).status).toBe(status)
  })
})
