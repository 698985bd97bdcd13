// Two visits of a call never have the same place: neither for the judge, nor for rules, nor for a person who is asked.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordedArguments } from '../../src/flow/judge/recorded.js'
import { compilePolicy } from '../../src/flow/judge/rules.js'
import { askAbout } from '../../src/flow/person/approval.js'
import type { JsonObject } from '../../src/json/json.js'
import { keyTo, placeName, placeOf } from '../../src/json/place.js'
import { flowTool, Scene, text } from './scene.js'

const anything: JsonObject = { type: 'object', additionalProperties: true }
const act = flowTool('act', 'write', { at: anything }, { egress: false })
const HANDLE = { kind: 'doc', label: 'first-party', readers: ['u-17'], name: 'Report' } as const

/** Keys that are written like ways to other keys, and keys that differ only where a person would not look. */
const key = fc.oneof(
  fc.constantFrom('a', 'b', '0', '1', '', '*', 'a.b', 'a/b', '/a/b', 'a~1b', '~0', '~1', 'key:', 'key:/a'),
  fc.constantFrom('"a"', '"a".b', 'a (key)', ' (key)', '\\u{202e}', '\u202e', '…', '#', 'constructor'),
  fc.constantFrom('x'.repeat(400), `${'x'.repeat(400)}y`, `${'x'.repeat(399)}.`, 'x.'.repeat(200)),
  fc.string({ maxLength: 4 }).filter((each) => each !== '__proto__'),
)
const scalar = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean())
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}))
const args = fc
  .array(fc.tuple(key, tree), { minLength: 1, maxLength: 5 })
  .map((pairs) => ({ at: Object.fromEntries(pairs) }) as JsonObject)

const named = (decision: ReturnType<Scene['judge']>) =>
  askAbout({ id: 'q', tool: act, callId: 'c', args: {}, decision, expiresAt: 0 }).approval.items

describe('two different visits', () => {
  test('never have the same place, nor the same name', () => {
    fc.assert(
      fc.property(args, (given) => {
        const decision = new Scene().judge(act, given)
        const all = decision.arguments
        expect(new Set(all.map(({ at }) => at)).size).toBe(all.length)
        expect(new Set(recordedArguments(decision).map(({ argument }) => argument)).size).toBe(all.length)
        expect(new Set(named(decision).map(({ argument }) => argument)).size).toBe(decision.items.length)
      }),
    )
  })

  test('a handle at one place never vouches for another', () => {
    fc.assert(
      fc.property(args, fc.nat(), (given, pick) => {
        const bare = new Scene().judge(act, given)
        const values = bare.arguments.filter(({ at, listed }) => !at.startsWith('key:') && !listed)
        const chosen = values[pick % values.length]
        fc.pre(chosen !== undefined)
        const handled = new Scene().judge(act, given, { handles: new Map([[chosen.at, HANDLE]]) })
        expect(handled.arguments.filter(({ by }) => by === 'handle').map(({ at }) => at)).toEqual([chosen.at])
        const others = (decision: typeof bare) => decision.arguments.filter(({ at }) => at !== chosen.at)
        expect(others(handled)).toEqual(others(bare))
      }),
    )
  })
})

describe('a key and the value below it', () => {
  const secret = flowTool('read_doc', 'read', {}, { readers: ['u-17'], origin: 'first-party' })
  const send = flowTool('send', 'trigger', { docs: anything, to: text }, { egress: 'send' })

  test('do not share their readers', () => {
    const scene = new Scene().said('Send the report to lena@x.example')
    const handles = new Map([[placeOf(['docs', 'lena@x.example']), HANDLE]])
    const { items } = scene.judge(
      send,
      { docs: { 'lena@x.example': 'doc_x' }, to: 'lena@x.example' },
      { handles },
    )
    expect(items).toMatchObject([{ at: placeOf(['docs', 'lena@x.example']), reason: 'value_readers' }])
  })

  test('a key that its readers forbid is stopped, though the handle below it may be read', () => {
    const scene = new Scene().said('Send the report about project-bluebird-9 to lena@x.example')
    scene.shows(secret, { name: 'project-bluebird-9' })
    const handles = new Map([
      [placeOf(['docs', 'project-bluebird-9']), { ...HANDLE, readers: ['lena@x.example'] }],
    ])
    const { items } = scene.judge(
      send,
      { docs: { 'project-bluebird-9': 'doc_x' }, to: 'lena@x.example' },
      { handles },
    )
    expect(items).toContainEqual(
      expect.objectContaining({
        at: keyTo(placeOf(['docs', 'project-bluebird-9'])),
        reason: 'value_readers',
      }),
    )
  })

  test('each have their facts for a rule, and their line in a record', () => {
    const policy = compilePolicy([
      { id: 'key', deny: { when: "roles['at.\"a.b\" (key)'].label == 'user'" } },
      { id: 'flat', deny: { when: "roles['at.\"a.b\"'].label == 'unknown'" } },
      { id: 'nested', deny: { when: "roles['at.a.b'].label == 'first-party'" } },
    ])
    const scene = new Scene({ policy }).said("Set 'a.b', please")
    const handles = new Map([[placeOf(['at', 'a', 'b']), HANDLE]])
    const decision = scene.judge(act, { at: { a: { b: 'doc_x' }, 'a.b': 'evil' } }, { handles })
    expect(decision.rules.map(({ id, failed }) => [id, failed])).toEqual([
      ['key', undefined],
      ['flat', undefined],
      ['nested', undefined],
    ])
    expect(recordedArguments(decision).map(({ argument, reason }) => [argument, reason])).toEqual([
      ['at.a (key)', 'no_evidence'],
      ['at.a.b (key)', 'no_evidence'],
      ['at.a.b', undefined],
      ['at."a.b" (key)', undefined],
      ['at."a.b"', 'no_evidence'],
    ])
  })
})

test('a record with a flat key does not pass for one with the nested', () => {
  const find = flowTool('find', 'read', {}, { origin: 'third-party-structured' })
  const pay = flowTool('pay', 'trigger', { to: text }, { egress: 'pay' })
  const rows = (key: JsonObject) => ({ rows: [{ name: 'Lena Meyer', a: { b: 'lena@x.example' } }, key] })
  const judged = (other: JsonObject) =>
    new Scene()
      .said('Pay Lena Meyer')
      .shows(find, rows({ name: 'Lena Meyer', ...other }))
      .verdict(pay, { to: 'lena@x.example' })
  expect(judged({ a: { b: 'mallory@x.example' } })).toBe('hold: several_records')
  // An address is one, in whatever field: two records that answer to the name must agree on it.
  expect(judged({ 'a.b': 'mallory@x.example' })).toBe('hold: several_records')
  expect(judged({ 'a.b': 'no address' })).toBe('allow')
  expect(placeName(placeOf(['a.b']))).not.toBe(placeName(placeOf(['a', 'b'])))
})
