import { describe, expect, test } from 'vitest'
import type { HandleFacts } from '../../../src/flow/judge/known.js'
import { placeOf } from '../../../src/json/place.js'
import { flowTool, number, Scene, text } from '../scene.js'

const act = flowTool(
  'act',
  'write',
  { to: text, which: text, amount: number, secret: text, sql: text, body: text },
  {
    egress: 'send',
    roles: {
      to: 'target',
      which: { role: 'selector', of: 'order' },
      amount: 'amount',
      secret: 'credential',
      sql: 'command',
      body: 'content',
    },
  },
)
const remove = flowTool(
  'remove',
  'destroy',
  { which: text },
  { egress: false, roles: { which: { role: 'selector', of: 'order' } } },
)
const keep = flowTool('keep', 'write', { to: text }, { egress: false, roles: { to: 'target' } })

const handle = (more: Partial<HandleFacts> = {}): HandleFacts => ({
  kind: 'order',
  label: 'first-party',
  readers: ['session'],
  name: 'Order 4711',
  ...more,
})

function verdict(argument: string, facts: HandleFacts, words = 'Send it', tool = act): string {
  const decision = new Scene()
    .said(words)
    .judge(tool, { [argument]: 'order_x' }, { handles: new Map([[placeOf([argument]), facts]]) })
  return decision.verdict === 'allow' ? 'allow' : `${decision.verdict}: ${decision.reason}`
}

describe('handles as evidence', () => {
  test.each<[string, string, Partial<HandleFacts>, string, string]>([
    ['a selector by its owner', 'which', {}, 'Send it', 'allow'],
    ['a target by a first-party handle, with egress', 'to', {}, 'Send it', 'hold: no_evidence'],
    ['a target whose card the user named', 'to', {}, 'Send it to order 4711', 'allow'],
    [
      'a target that is text of a third party',
      'to',
      { label: 'third-party-text' },
      'Send it to order 4711',
      'hold: no_evidence',
    ],
    ['a target that the user put in', 'to', { label: 'user' }, 'Send it', 'allow'],
    [
      'a credential that fills the role',
      'secret',
      { fills: ['credential'], label: 'third-party-text' },
      'Send it',
      'allow',
    ],
    ['a credential that does not', 'secret', {}, 'Send it', 'hold: no_evidence'],
    ['a command that does not', 'sql', { fills: ['credential'] }, 'Send it', 'hold: no_evidence'],
    ['a first-party amount', 'amount', {}, 'Send it', 'allow'],
    [
      'an amount that outsiders can write',
      'amount',
      { label: 'third-party-structured' },
      'Send it',
      'hold: no_evidence',
    ],
    ['content', 'body', { label: 'third-party-text' }, 'Send it', 'allow'],
  ])('%s', (_, argument, facts, words, expected) => {
    expect(verdict(argument, handle(facts), words)).toBe(expected)
  })

  test('a first-party handle is a target where nothing goes out', () => {
    expect(verdict('to', handle(), 'Keep it', keep)).toBe('allow')
  })

  test('destroying needs the word and the name on the card', () => {
    expect(verdict('which', handle(), 'Delete order 4711', remove)).toBe('allow')
    expect(verdict('which', handle(), 'Delete the oldest', remove)).toBe('hold: object_not_named')
    expect(verdict('which', handle(), 'Look at order 4711', remove)).toBe('hold: not_asked_for')
  })

  test('readers are exact', () => {
    const send = flowTool(
      'send',
      'trigger',
      { to: text, body: text },
      { egress: 'send', roles: { to: 'target', body: 'content' } },
    )
    const body = handle({ readers: ['lena@acme.example'] })
    const at = (to: string) =>
      new Scene()
        .said('Send it to lena@acme.example or tom@acme.example')
        .judge(send, { to, body: 'order_x' }, { handles: new Map([[placeOf(['body']), body]]) })
    expect(at('lena@acme.example').verdict).toBe('allow')
    expect(at('tom@acme.example').reason).toBe('readers')
  })
})
