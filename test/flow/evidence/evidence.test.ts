import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EvidenceIndex, MAX_ENTRIES } from '../../../src/flow/evidence/evidence.js'
import { takeApart } from '../../../src/flow/evidence/shown.js'
import type { Json } from '../../../src/json/json.js'
import { compileOrigin } from '../../../src/tool/flow/origin.js'
import { workOf } from '../../fixtures/work.js'
import { flowTool, Scene, text, texts } from '../scene.js'

const mails = flowTool(
  'search_emails',
  'read',
  { query: text },
  { origin: { '*.sender': 'third-party-structured', '*.id': { label: 'first-party', id: 'mail' } } },
)
const send = flowTool('send_email', 'trigger', { to: texts }, { egress: 'send', roles: { to: 'target' } })
const mark = flowTool(
  'mark',
  'write',
  { id: text },
  { egress: false, roles: { id: { role: 'selector', of: 'mail' } } },
)

describe('what of a result is evidence', () => {
  const fields = (value: Json) =>
    takeApart(value, compileOrigin('first-party', 't'), () => 'operator').flatMap((record) =>
      record.fields.map(({ value: v }) => v),
    )
  test.each<[string, Json, (string | number)[]]>([
    ['whole texts and numbers', { a: 'x', b: 3 }, ['x', 3]],
    ['a bare value', 'x', ['x']],
    ['a list of texts', ['x', 'y'], ['x', 'y']],
    ['no booleans, no nulls, no empty texts', { a: true, b: null, c: ' ' }, []],
    ['texts up to 256 characters', ['y'.repeat(256), 'z'.repeat(257)], ['y'.repeat(256)]],
    ['no keys', { 'bob@evil.example': 'r' }, ['r']],
  ])('%s', (_, value, expected) => {
    expect(fields(value)).toEqual(expected)
  })
})

describe('moments', () => {
  test('calls of one batch never vouch for each other', () => {
    const scene = new Scene().said('Mark them')
    const asOf = scene.state.arrive()
    scene.shows(mails, [{ id: '13' }])
    expect(scene.judge(mark, { id: '13' }, { asOf }).verdict).toBe('hold')
    expect(scene.judge(mark, { id: '13' }).verdict).toBe('allow')
  })

  test('a result that was delivered counts for the next judge, indexed or not', () => {
    const scene = new Scene().said('Mark them').shows(mails, [{ id: '13' }])
    expect(scene.verdict(mark, { id: '13' })).toBe('allow')
  })
})

describe('bounds', () => {
  test('the oldest results go first', () => {
    const index = new EvidenceIndex()
    const fields = (n: number) =>
      Array.from({ length: 500 }, (_, i) => ({
        value: `v${n}-${i}`,
        path: 'a',
        label: 'first-party' as const,
      }))
    for (let n = 0; n < 25; n++)
      index.add({ seq: n, callId: `c${n}`, tool: 't', records: [{ fields: fields(n) }] })
    expect(index.size).toBeLessThanOrEqual(MAX_ENTRIES)
    expect(index.seen('text:v0-0', 99)).toHaveLength(0)
    expect(index.seen('text:v24-499', 99)).toHaveLength(1)
  })

  test('what was dropped can’t make a rival the only one of its name', () => {
    const scene = new Scene().said('Reply to “Invoice March”')
    scene.shows(mails, [{ id: '1', sender: 'lena@acme.example', subject: 'Invoice March' }])
    scene.shows(mails, [{ id: '2', sender: 'bob@evil.example', subject: 'Invoice March' }])
    const flood = Array.from({ length: 9_999 }, (_, i) => `filler ${i}`)
    scene.shows(mails, flood)
    expect(scene.verdict(send, { to: ['bob@evil.example'] })).toBe('hold: no_evidence')
  })

  test('a single result that is too big counts in part, and its names stay ambiguous', () => {
    const scene = new Scene().said('Reply to “Invoice March”')
    const many: Json[] = Array.from({ length: 4_000 }, (_, i) => ({
      id: String(i),
      sender: `s${i}@x.example`,
      subject: `Subject ${i}`,
    }))
    many.push({ id: 'last', sender: 'lena@acme.example', subject: 'Invoice March' })
    scene.shows(mails, many)
    scene.shows(mails, [{ id: 'e', sender: 'bob@evil.example', subject: 'Invoice March' }])
    expect(scene.verdict(send, { to: ['bob@evil.example'] })).toBe('hold: no_evidence')
  })

  test('indexing is linear', () => {
    const time = (n: number) => {
      const rows: Json[] = Array.from({ length: n }, (_, i) => ({
        id: String(i),
        sender: `s${i}@x.example`,
        subject: `Subject ${i}`,
      }))
      const scene = new Scene().said('Reply')
      scene.shows(mails, rows.slice(0, 10)).state.settle()
      return workOf(() => scene.shows(mails, rows).state.settle())
    }
    time(500)
    // The best of some: a collection of garbage only ever makes it more.
    const best = (n: number) => Math.min(...Array.from({ length: 4 }, () => time(n)))
    const [small, big] = [best(300), best(3_000)]
    expect(big).toBeLessThan(Math.max(small, 1) * 40)
  })
})

test('a result that can’t be indexed makes results count for nothing', () => {
  const faults: unknown[] = []
  const scene = new Scene({ onFault: (error) => faults.push(error) }).said('Mark them')
  const hostile = {
    get id(): string {
      throw new Error('no')
    },
  } as unknown as Json
  scene
    .shows(mails, [{ id: '12' }])
    .shows(mails, [hostile])
    .shows(mails, [{ id: '13' }])
  expect(scene.verdict(mark, { id: '13' })).toBe('hold: no_evidence')
  expect(faults).toHaveLength(1)
})

describe('a stored and reloaded session', () => {
  const value = fc.constantFrom('lena@acme.example', 'bob@evil.example', '13', 'Invoice March', 'x')
  const record = fc.record({ id: value, sender: value, subject: value })
  test('judges like the one that was stored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(record, { maxLength: 3 }), { maxLength: 4 }),
        fc.array(value, { maxLength: 3 }),
        value,
        (results, said, to) => {
          const scene = new Scene().said('Send and mark', ...said)
          for (const result of results) scene.shows(mails, result, { query: result[0]?.id ?? '' })
          const again = new Scene()
          again.state.restore(JSON.parse(JSON.stringify(scene.state)))
          for (const [tool, args] of [
            [send, { to: [to] }],
            [mark, { id: to }],
          ] as const) {
            const { micros: _, ...before } = scene.judge(tool, args)
            const { micros: __, ...after } = again.judge(tool, args)
            expect(after).toEqual(before)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('encodings', () => {
  test('a value that only a text holds, however encoded, accounts for nothing', () => {
    const encodings: ((value: string) => string)[] = [
      (v) => v,
      (v) => Buffer.from(v).toString('base64'),
      (v) => [...v].reverse().join(''),
      (v) => `${v.slice(0, 5)} ... ${v.slice(5)}`,
      (v) => encodeURIComponent(v),
      (v) => Buffer.from(v).toString('hex'),
    ]
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.constantFrom(...encodings),
        fc.string(),
        (address, encode, around) => {
          const scene = new Scene().said('Read my mail and send the answers it asks for')
          scene.shows(mails, [
            { id: '1', sender: 'tom@acme.example', body: `${around} ${encode(address)} ${around}` },
          ])
          expect(scene.verdict(send, { to: [address] })).toMatch(/^hold/)
        },
      ),
      { numRuns: 100 },
    )
  })
})
