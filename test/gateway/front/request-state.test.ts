import type { ServerContext } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestStates } from '../../../src/gateway/front/request-state.js'

const context = {} as ServerContext
const principal = { tenant: 'local', user: 'ada', conversation: 'c-1', groups: [], claims: {} }
const call = { id: 'call_1', name: 'fs_write', args: { path: '/a', content: 'x' } }
const round = { approval: 'ap_1', revision: 'r1', callId: 'call_1' }

describe('a request state', () => {
  test('opens for its principal, conversation and call, in any order of keys and under any id', async () => {
    const states = requestStates()
    const state = await states.seal(round, principal, call)
    const again = { id: 'call_2', name: 'fs_write', args: { content: 'x', path: '/a' } }
    expect(await states.open(state, { ...principal, groups: ['x'] }, again, context)).toMatchObject(round)
  })

  test.each<[string, object, object]>([
    ['another tenant', { tenant: 'other' }, {}],
    ['another user', { user: 'bob' }, {}],
    ['nobody', { user: undefined }, {}],
    ['another conversation', { conversation: 'c-2' }, {}],
    ['another tool', {}, { name: 'fs_remove' }],
    ['other arguments', {}, { args: { path: '/b', content: 'x' } }],
    ['the same arguments as text', {}, { args: '{"path":"/a","content":"x"}' }],
    ['no arguments', {}, { args: undefined }],
    ['arguments that have no canonical text', {}, { args: { path: 1n } }],
  ])('does not open for %s', async (_, otherPrincipal, otherCall) => {
    const states = requestStates()
    const state = await states.seal(round, principal, call)
    expect(
      await states.open(state, { ...principal, ...otherPrincipal }, { ...call, ...otherCall }, context),
    ).toBeUndefined()
    expect(await states.open(state, principal, call, context)).toMatchObject(round)
  })

  test('opens once, also when it comes twice at a time', async () => {
    const states = requestStates()
    const state = await states.seal(round, principal, call)
    const open = () => states.open(state, principal, call, context)
    const opened = await Promise.all([open(), open()])
    expect(opened.filter(Boolean)).toHaveLength(1)
    expect(await open()).toBeUndefined()
  })

  test('does not open when it is too old, or of another process', async () => {
    const old = requestStates(-2)
    expect(await old.open(await old.seal(round, principal, call), principal, call, context)).toBeUndefined()
    const state = await requestStates().seal(round, principal, call)
    expect(await requestStates().open(state, principal, call, context)).toBeUndefined()
  })

  test('does not open with one character changed', async () => {
    const states = requestStates()
    const state = (await states.seal(round, principal, call)) as string
    const changed = fc.tuple(fc.nat(state.length - 1), fc.constantFrom(...'Aaz09-_.é')).map(([at, char]) => ({
      text: state.slice(0, at) + char + state.slice(at + 1),
    }))
    await fc.assert(
      fc.asyncProperty(changed, async ({ text }) => {
        fc.pre(text !== state && !sameBytes(text, state))
        expect(await states.open(text, principal, call, context)).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })

  test('is not made for a call without a canonical text', async () => {
    expect(await requestStates().seal(round, principal, { ...call, args: { n: 1n } })).toBeUndefined()
  })
})

/** The last character of base64 has bits that say nothing. */
function sameBytes(one: string, other: string): boolean {
  const bytes = (text: string) =>
    text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
  return one.split('.').length === other.split('.').length && bytes(one).join('.') === bytes(other).join('.')
}
