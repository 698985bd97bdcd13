import { describe, expect, test } from 'vitest'
import { grantOf, namesOf, rightsOf } from '../../src/session/grant.js'
import { aTool } from '../fixtures/open-gate.js'

const [read, send] = [aTool({ name: 'read_mail' }), aTool({ name: 'send_mail' })]
const table = new Map([read, send].map((each) => [each.name, each]))

describe('a grant', () => {
  test('that is not given is all tools of the gate; an empty one is none', () => {
    expect([...grantOf(table)]).toEqual([read.declaration, send.declaration])
    expect([...grantOf(table, [])]).toEqual([])
  })

  test('takes a tool by its name or by its declaration', () => {
    expect([...grantOf(table, ['send_mail', read])]).toEqual([send.declaration, read.declaration])
  })

  test.each(['send_mail', { send_mail: true }, null])('that is no list is refused: %j', (wanted) => {
    expect(() => grantOf(table, wanted as never)).toThrow('grant must be a list of tools or of their names')
  })

  test('of a name that is nowhere is refused, with the name that was meant', () => {
    expect(() => grantOf(table, ['send_mial'])).toThrow(
      "grant names 'send_mial', which is no tool of this gate. Did you mean 'send_mail'?",
    )
    expect(() => grantOf(table, ['weather'])).toThrow(/which is no tool of this gate\.$/)
    expect(() => grantOf(table, [undefined as never])).toThrow('no tool of this gate')
  })

  test('of a look-alike is refused: a name proves nothing', () => {
    expect(() => grantOf(table, [aTool({ name: 'send_mail' })])).toThrow('is not this gate')
  })

  test('a task says its names, and is refused as a task', () => {
    expect([...namesOf(table, [send])]).toEqual(['send_mail'])
    expect([...namesOf(table)]).toEqual([])
    expect(() => namesOf(table, ['weather'])).toThrow('task names')
  })
})

describe('the rights of a view', () => {
  const all = grantOf(table)
  const who = { tenant: 'acme', user: 'u', conversation: 'c', groups: ['b', 'a'], claims: { level: 1 } }
  const rights = (over: Partial<typeof who> = {}, grant = all, fallback = 'own') =>
    rightsOf(table, grant, { ...who, ...over }, fallback)

  test('are the same for the same tools, groups and claims, in whatever order the groups come', () => {
    expect(rights({ groups: ['a', 'b'] })).toBe(rights())
    expect(rights({}, all, 'another')).toBe(rights())
  })

  test.each<[what: string, other: string]>([
    ['a tool', rights({}, grantOf(table, [read]))],
    ['a group', rights({ groups: ['a'] })],
    ['a claim', rights({ claims: { level: 2 } })],
  ])('are others with %s less or different', (_, other) => {
    expect(other).not.toBe(rights())
  })

  test('with claims that have no JSON form are like no others', () => {
    expect(rights({ claims: { level: () => 1 } as never }, all, 'only mine')).toBe('only mine')
  })
})
