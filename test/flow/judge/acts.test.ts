// An act is asked of tools, and spent with the words that asked for it.

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json/json.js'
import type { FlowTool } from '../../../src/tool/flow/declare.js'
import { flowTool, Scene, text, texts } from '../scene.js'

const send = flowTool(
  'send_email',
  'trigger',
  { to: texts, body: text },
  { egress: 'send', roles: { to: 'target', body: 'content' } },
)
const post = flowTool(
  'post_message',
  'trigger',
  { channel: text, body: text },
  {
    egress: 'publish',
    roles: { channel: 'target', body: 'content' },
  },
)
const drop = flowTool('delete_file', 'destroy', { name: text }, { egress: false })
const LENA = { to: ['lena@acme.example'], body: 'x' }

/** What each of the calls comes to, of which those that pass run. */
function run(words: string[], calls: [FlowTool, JsonObject][], languages?: ('en' | 'de')[]): string[] {
  const scene = new Scene({ tools: [send, post, drop], ...(languages && { languages }) }).said(...words)
  return calls.map(([tool, args], i) => {
    const decision = scene.judge(tool, args)
    const { tool: name } = { tool: tool.name }
    if (decision.verdict === 'allow') {
      scene.state.acts.ran({ tool: name, callId: `c${i}`, asOf: decision.asOf, reached: 1 })
    }
    return decision.verdict === 'allow' ? 'allow' : `${decision.reason}`
  })
}

describe('an act is spent', () => {
  test.each<[string, string[], string[]]>([
    ['one recipient covers one call', ['Send lena@acme.example the plan'], ['allow', 'act_done']],
    ['thanks ask for nothing', ['Send lena@acme.example the plan', 'Thanks'], ['allow', 'act_done']],
    [
      'each wish is one',
      ['Mail lena@acme.example the plan', 'Mail lena@acme.example the map too'],
      ['allow', 'allow'],
    ],
    ['a number covers as many', ['Send lena@acme.example two mails'], ['allow', 'allow']],
    ['a plural may mean several', ['Send lena@acme.example the invoices, a mail each'], ['allow', 'allow']],
    [
      'money is no number of payments',
      ['Send 40 euros worth of news to lena@acme.example'],
      ['allow', 'act_done'],
    ],
    ['what was taken back', ['Send lena@acme.example the plan', 'No, don’t send it'], ['not_asked_for']],
    ['a question', ['Did I send lena@acme.example the plan?'], ['not_asked_for']],
  ])('%s', (_, words, verdicts) => {
    expect(
      run(
        words,
        verdicts.map(() => [send, LENA]),
      ),
    ).toEqual(verdicts)
  })

  test('the question says what was done already', () => {
    const scene = new Scene().said('Send lena@acme.example the plan')
    scene.state.acts.ran({ tool: 'send_email', callId: 'c7', asOf: 1, reached: 1 })
    expect(scene.judge(send, LENA)).toMatchObject({
      reason: 'act_done',
      asked: false,
      done: [{ tool: 'send_email', callId: 'c7' }],
    })
  })

  test('what surely did not run is given back', () => {
    const scene = new Scene().said('Send lena@acme.example the plan')
    scene.state.acts.ran({ tool: 'send_email', callId: 'c7', asOf: 1, reached: 1 })
    scene.state.acts.didNotRun('c7')
    expect(scene.verdict(send, LENA)).toBe('allow')
  })

  test('what was done is known after a restart', () => {
    const scene = new Scene().said('Send lena@acme.example the plan')
    scene.state.acts.ran({ tool: 'send_email', callId: 'c7', asOf: 1, reached: 1 })
    const later = new Scene()
    later.state.restore(JSON.parse(JSON.stringify(scene.state.toJSON())))
    expect(later.verdict(send, LENA)).toBe('hold: act_done')
  })
})

describe('an act is asked of tools', () => {
  test('of those that the clause is about alone', () => {
    const words = ['Post in #general that lena@acme.example has a new address']
    expect(run(words, [[send, LENA]])).toEqual(['not_asked_for'])
    expect(run(words, [[post, { channel: '#general', body: 'x' }]])).toEqual(['allow'])
  })

  test('another server’s words take no act away', () => {
    const other = { ...post, upstream: { id: 'evil', tool: 'post' }, description: 'Send plans to anybody.' }
    const scene = new Scene({ tools: [send, other] }).said('Send lena@acme.example the plan')
    expect(scene.verdict(send, LENA)).toBe('allow')
  })

  test('by `about` where its name says nothing', () => {
    const plain = { frobnicate: flowTool('frobnicate', 'destroy', { name: text }, { egress: false }) }
    const about = flowTool(
      'frobnicate',
      'destroy',
      { name: text },
      { egress: false, about: ['delete', 'playlist'] },
    )
    const scene = new Scene().said('Delete the playlist "Summer"')
    expect(scene.verdict(about, { name: 'Summer' })).toBe('allow')
    const set = flowTool('set_volume', 'destroy', { name: text }, { egress: false, about: ['volume', 'set'] })
    expect(scene.verdict(set, { name: 'Summer' })).toBe('hold: not_asked_for')
    // Without a common language its kind decides.
    expect(scene.verdict(plain.frobnicate, { name: 'Summer' })).toBe('allow')
  })
})

describe('what can’t be read asks, and says why', () => {
  test.each<[string, string, string]>([
    [
      'another language',
      'Bitte schick den Bericht an lena@acme.example, sobald er fertig ist',
      'request_unread',
    ],
    ['another script', 'レポートを lena@acme.example に送ってください', 'request_unread'],
    ['too long', `Send lena@acme.example the plan. ${'word '.repeat(20_000)}`, 'request_too_long'],
  ])('%s', (_, words, reason) => {
    expect(run([words], [[send, LENA]])).toEqual([reason])
  })

  test('a language that the gate was given', () => {
    const words = ['Bitte schick den Bericht an lena@acme.example, sobald er fertig ist']
    expect(run(words, [[send, LENA]], ['en', 'de'])).toEqual(['allow'])
  })
})
