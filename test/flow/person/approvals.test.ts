import { describe, expect, test } from 'vitest'
import { MAX_REFUSALS, Refusals } from '../../../src/flow/judge/refusals.js'
import { askAbout, callDigest } from '../../../src/flow/person/approval.js'
import { ApprovalError } from '../../../src/flow/person/approval-error.js'
import { MAX_OPEN } from '../../../src/flow/person/approvals.js'
import type { PendingApproval } from '../../../src/flow/person/pending.js'
import { shownText } from '../../../src/flow/person/shown-text.js'
import type { JsonObject } from '../../../src/json/json.js'
import { flowTool, PRINCIPAL, Scene, text, texts } from '../scene.js'

const send = flowTool(
  'send_email',
  'trigger',
  { to: texts, body: text },
  { egress: 'send', roles: { to: 'target', body: 'content' } },
)
const ARGS = { to: ['boss@acme.example'], body: 'hello' }
const DAY = 24 * 60 * 60_000

function asked(scene: Scene, args: JsonObject = ARGS, id = 'ap1'): PendingApproval {
  const decision = scene.judge(send, args)
  const approval = askAbout({ id, tool: send, callId: 'call_1', args, decision, expiresAt: scene.now + DAY })
  return scene.state.approvals.ask(approval) ?? approval
}
const digestOf = ({ calls }: PendingApproval) => calls[0]?.digest as string
const answer = (scene: Scene, reply: object, id = 'ap1') =>
  scene.state.approvals.answer(id, reply as never, PRINCIPAL.user, () => 'e1')

describe('an approval', () => {
  test('says what is asked, and nothing that an attacker wrote as a reason', () => {
    const scene = new Scene().said('Send it to the boss')
    expect(asked(scene).approval).toEqual({
      id: 'ap1',
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      tool: 'send_email',
      calls: [
        {
          callId: 'call_1',
          arguments: [
            { argument: 'to.0', value: 'boss@acme.example' },
            { argument: 'body', value: 'hello' },
          ],
          digest: callDigest('send_email@1', ARGS),
        },
      ],
      items: [
        { argument: 'to.0', value: 'boss@acme.example', role: 'target', from: 'not found in what was shown' },
      ],
      reason: expect.stringMatching(/^Nothing that you or the operator said/),
      offers: ['once', 'value', 'never'],
      expiresAt: new Date(scene.now + DAY).toISOString(),
    })
  })

  test('about a missing word has no items, and can be answered for once only', () => {
    const scene = new Scene().said('boss@acme.example')
    expect(asked(scene).approval).toMatchObject({ items: [], offers: ['once', 'never'] })
  })

  test('about a value and a missing word can be answered for once only', () => {
    expect(asked(new Scene().said('Who is the boss?')).approval).toMatchObject({ offers: ['once', 'never'] })
  })

  test.each<[string, string]>([
    ['a\u200bb', 'a\\u{200b}b'],
    ['a\u202eb\u2066', 'a\\u{202e}b\\u{2066}'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['line\nbreak', 'line\\u{a}break'],
    ['https://аpple.com/x', 'https://xn--pple-43d.com/x'],
    ['bob@ａcme.example', 'bob@acme.example'],
    ['x'.repeat(400), `${'x'.repeat(299)}…`],
  ])('shows %j as %j', (value, shown) => {
    expect(shownText(value)).toBe(shown)
  })
})

describe('an answer', () => {
  test('“once” passes the same call, until it runs', () => {
    const scene = new Scene().said('Send it to the boss')
    const digest = digestOf(asked(scene))
    expect(scene.state.approvals.standing(digest)?.standing).toBe('open')
    answer(scene, { verdict: 'allow', for: 'once', by: 'u-17' })
    expect(scene.state.approvals.standing(digest)?.standing).toBe('approved')
    scene.state.approvals.spend(digest, [], send)
    expect(scene.state.approvals.standing(digest)).toBeUndefined()
  })

  test('is bound to every byte of the arguments and to the declaration', () => {
    expect(callDigest('t@1', { a: 1, b: 2 })).toBe(callDigest('t@1', { b: 2, a: 1 }))
    expect(callDigest('t@1', { a: 'x' })).not.toBe(callDigest('t@1', { a: 'X' }))
    expect(callDigest('t@1', { a: 1 })).not.toBe(callDigest('t@2', { a: 1 }))
  })

  test('“value” passes the value in any call of that tool', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    answer(scene, { verdict: 'allow', for: 'value', by: 'u-17' })
    expect(scene.verdict(send, { to: ['boss@acme.example'], body: 'else' })).toBe('allow')
    expect(scene.verdict(send, { to: ['boss2@acme.example'], body: 'else' })).toBe('hold: no_evidence')
    expect(scene.judge(send, ARGS).arguments[0]).toMatchObject({ by: 'endorsement' })
  })

  test('a changed tool asks again', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    answer(scene, { verdict: 'allow', for: 'value', by: 'u-17' })
    expect(scene.verdict({ ...send, identity: 'send_email@2' }, ARGS)).toBe('hold: no_evidence')
  })

  test('approves in its role alone', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    answer(scene, { verdict: 'allow', for: 'value', by: 'u-17' })
    const run = flowTool(
      'send_email',
      'trigger',
      { to: texts, body: text },
      { egress: 'send', roles: { to: 'command', body: 'content' } },
    )
    expect(scene.verdict(run, ARGS)).toBe('hold: no_evidence')
  })

  test('ends when it was said to, and after so many uses', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    answer(scene, {
      verdict: 'allow',
      for: 'value',
      by: 'operator:night',
      until: new Date(scene.now + 1000),
      uses: 1,
    })
    const decision = scene.judge(send, ARGS)
    expect(decision.verdict).toBe('allow')
    expect(scene.state.approvals.spend(undefined, decision.arguments, send).endorsements).toMatchObject([
      { uses: 0 },
    ])
    expect(scene.verdict(send, ARGS)).toBe('hold: no_evidence')

    const other = new Scene().said('Send it to the boss')
    asked(other)
    answer(other, { verdict: 'allow', for: 'value', by: 'u-17', until: new Date(other.now + 1000) })
    expect(other.verdict(send, ARGS)).toBe('allow')
    other.now += 1000
    expect(other.verdict(send, ARGS)).toBe('hold: no_evidence')
  })

  test('of a look-alike approves its very bytes', () => {
    const scene = new Scene().said('Send it to bob@acme.example')
    const args = { to: ['bob@ａcme.example'], body: '' }
    expect(scene.verdict(send, args)).toBe('hold: look_alike')
    asked(scene, args)
    answer(scene, { verdict: 'allow', for: 'value', by: 'u-17' })
    expect(scene.verdict(send, args)).toBe('allow')
    expect(scene.verdict(send, { to: ['bob@ａcme.exａmple'], body: '' })).toBe('hold: look_alike')
  })

  test('“no” refuses the same call from then on', () => {
    const scene = new Scene().said('Send it to the boss')
    const digest = digestOf(asked(scene))
    answer(scene, { verdict: 'deny', by: 'u-17' })
    expect(scene.state.approvals.standing(digest)?.standing).toBe('refused')
  })

  test.each<[string, object]>([
    ['by another user', { verdict: 'allow', for: 'once', by: 'u-18' }],
    ['by nobody', { verdict: 'allow', for: 'once', by: '' }],
    ['by an operator without a name', { verdict: 'allow', for: 'once', by: 'operator:' }],
    ['by an operator whose name is not seen', { verdict: 'allow', for: 'once', by: 'operator: \u200b' }],
    ['by the model', { verdict: 'allow', for: 'once', by: 'model' }],
    ['by an object', { verdict: 'allow', for: 'once', by: { user: 'u-17' } }],
    ['of a kind that was not offered', { verdict: 'allow', for: 'always', by: 'u-17' }],
    ['with uses for once', { verdict: 'allow', for: 'once', by: 'u-17', uses: 3 }],
    ['with an end in the past', { verdict: 'allow', for: 'value', by: 'u-17', until: '2001-01-01' }],
    ['with an end that is none', { verdict: 'allow', for: 'value', by: 'u-17', until: 'soon' }],
  ])('%s is refused', (_, reply) => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    expect(() => answer(scene, reply)).toThrow(ApprovalError)
    expect(scene.verdict(send, ARGS)).toBe('hold: no_evidence')
  })

  test('comes once, in time, to an approval of this session', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    expect(() => answer(scene, { verdict: 'allow', for: 'once', by: 'u-17' }, 'ap9')).toThrow(
      'no such approval',
    )
    answer(scene, { verdict: 'deny', by: 'u-17' })
    expect(() => answer(scene, { verdict: 'allow', for: 'once', by: 'u-17' })).toThrow('answered before')
    const late = new Scene().said('Send it to the boss')
    asked(late)
    late.now += DAY
    expect(() => answer(late, { verdict: 'allow', for: 'once', by: 'u-17' })).toThrow('expired')
  })

  test('nobody but an operator answers for an anonymous session', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    const { approvals } = scene.state
    expect(() =>
      approvals.answer('ap1', { verdict: 'allow', for: 'once', by: 'undefined' }, undefined, () => 'e'),
    ).toThrow(ApprovalError)
    expect(
      approvals.answer('ap1', { verdict: 'allow', for: 'once', by: 'operator' }, undefined, () => 'e').asked
        .answer?.by,
    ).toBe('operator')
  })

  test('approvals and endorsements survive a restart', () => {
    const scene = new Scene().said('Send it to the boss')
    asked(scene)
    answer(scene, { verdict: 'allow', for: 'value', by: 'u-17' })
    const other = asked(scene, { to: ['tom@acme.example', 'x@acme.example'], body: '' }, 'ap2')
    const again = new Scene().said('Send it to the boss')
    again.state.approvals.restore(JSON.parse(JSON.stringify(scene.state.approvals)))
    expect(again.verdict(send, ARGS)).toBe('allow')
    expect(again.state.approvals.standing(digestOf(other))?.standing).toBe('open')
  })

  test('at most five approvals wait', () => {
    const scene = new Scene().said('Send it to the boss')
    for (let i = 0; i < MAX_OPEN; i++) {
      expect(scene.state.approvals.hasRoom).toBe(true)
      asked(scene, { to: Array(i + 1).fill(`b${i}@acme.example`), body: '' }, `ap${i}`)
    }
    expect(scene.state.approvals.hasRoom).toBe(false)
    answer(scene, { verdict: 'deny', by: 'u-17' }, 'ap0')
    expect(scene.state.approvals.hasRoom).toBe(true)
  })
})

describe('refusals', () => {
  test('five of one tool in a turn are enough', () => {
    let now = 0
    const refusals = new Refusals(() => now)
    for (let i = 0; i < MAX_REFUSALS; i++) {
      expect(refusals.isLimited('a')).toBe(false)
      refusals.note('a')
    }
    expect(refusals.isLimited('a')).toBe(true)
    expect(refusals.isLimited('b')).toBe(false)
    now += 60_001
    expect(refusals.isLimited('a')).toBe(false)
  })

  test('the user’s next words end the turn', () => {
    const scene = new Scene().said('a')
    for (let i = 0; i < MAX_REFUSALS; i++) scene.state.refusals.note('a')
    expect(scene.state.refusals.isLimited('a')).toBe(true)
    scene.now += 3_600_000
    expect(scene.state.refusals.isLimited('a')).toBe(true)
    expect(scene.said('b').state.refusals.isLimited('a')).toBe(false)
  })
})
