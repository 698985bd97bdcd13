import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelOfResult } from '../../src/flow/judge/decision.js'
import { flowTool, number, Scene, text, texts } from './scene.js'

const EVIL = 'bob@evil.example'
const create = flowTool(
  'create_file',
  'write',
  { name: text, content: text },
  {
    egress: false,
    roles: { name: 'content', content: 'content' },
    origin: { id: { label: 'first-party', id: 'file' }, name: 'first-party', size: 'first-party' },
  },
)
const files = flowTool(
  'list_files',
  'read',
  { query: text },
  {
    origin: {
      '*.name': 'third-party-structured',
      '*.owner': 'first-party',
      '*.email': 'third-party-structured',
      '*.size': 'first-party',
    },
  },
)
const send = flowTool(
  'send_email',
  'trigger',
  { to: texts, body: text },
  { egress: 'send', roles: { to: 'target', body: 'content' } },
)
const save = flowTool('save', 'write', { folder: text }, { egress: false, roles: { folder: 'target' } })
const calc = flowTool('calculate', 'derive', { expression: text, mode: { enum: ['exact', 'fast'] } })
const pay = flowTool('pay', 'trigger', { amount: number }, { egress: 'pay', roles: { amount: 'amount' } })

describe('no laundering', () => {
  test('a value that a call put in comes out no better', () => {
    const scene = new Scene().said('Create a file and save it')
    scene.shows(create, { id: '7', name: EVIL }, { name: EVIL, content: 'x' })
    expect(scene.verdict(save, { folder: EVIL })).toBe('hold: no_evidence')
    expect(scene.judge(save, { folder: EVIL }).items[0]?.label).toBe('unknown')
  })

  test('nor when it stood inside of a longer argument', () => {
    const scene = new Scene().said('Create a file and save it')
    scene.shows(create, { id: '7', name: 'folder of bob' }, { name: 'x', content: 'the folder of Bob' })
    expect(scene.verdict(save, { folder: 'folder of bob' })).toBe('hold: no_evidence')
  })

  test('nor when the result wraps it', () => {
    const scene = new Scene().said('Create a file and save it')
    scene.shows(create, { id: '7', name: `${EVIL} (new)` }, { name: EVIL, content: 'x' })
    expect(scene.verdict(save, { folder: `${EVIL} (new)` })).toBe('hold: look_alike')
  })

  test('a search word caps no address that merely holds it', () => {
    const scene = new Scene().said('Send it to “Plan 2025”')
    scene.shows(files, [{ name: 'Plan 2025', email: 'lena@acme.example' }], { query: 'lena' })
    expect(scene.verdict(send, { to: ['lena@acme.example'] })).toBe('allow')
  })

  test('a value that something vouched for keeps its label', () => {
    const scene = new Scene().said('Create a file called “Plan 2025” and save it')
    scene.shows(create, { id: '7', name: 'Plan 2025' }, { name: 'Plan 2025', content: 'x' })
    expect(scene.judge(save, { folder: 'Plan 2025' }).arguments[0]?.by).toBe('user')
    expect(scene.verdict(save, { folder: '7' })).toBe('allow')
  })

  test('an argument that nothing vouched stays unvouched wherever it is seen again', () => {
    const scene = new Scene().said('Create “Plan 2025”, and send it to the owner')
    scene.shows(create, { id: '7' }, { name: 'Plan 2025', content: `owner: ${EVIL}` })
    scene.shows(files, [{ name: 'Plan 2025', email: EVIL, owner: EVIL }])
    expect(scene.verdict(send, { to: [EVIL] })).toBe('hold: no_evidence')
    expect(scene.verdict(save, { folder: EVIL })).toBe('hold: no_evidence')
  })

  test('a held call counts as well', () => {
    const scene = new Scene().said('List “Plan 2025” and send it')
    scene.call(send, { to: [EVIL] })
    scene.shows(files, [{ name: 'Plan 2025', email: EVIL }])
    expect(scene.verdict(send, { to: [EVIL] })).toBe('hold: no_evidence')
  })

  test('the user’s own words count all the same', () => {
    const scene = new Scene().said('Send it')
    scene.call(send, { to: ['lena@acme.example'] })
    expect(scene.said('to lena@acme.example').verdict(send, { to: ['lena@acme.example'] })).toBe('allow')
  })

  test('a name that the model gave to a record anchors nothing', () => {
    const scene = new Scene().said('Send it to the sender of “Plan 2025”')
    scene.shows(create, { id: '7' }, { name: 'Plan B', content: 'x' })
    scene.shows(files, [{ name: 'Plan B', email: 'lena@acme.example' }])
    expect(scene.said('I mean Plan B').verdict(send, { to: ['lena@acme.example'] })).toBe('hold: no_evidence')
  })

  test('whatever the shape of the echo, an unvouched address never becomes a target', () => {
    const place = fc.constantFrom('name', 'owner', 'email', 'other')
    const wrap = fc.constantFrom(
      (v: string) => v,
      (v: string) => [v],
      (v: string) => ({ deep: v }),
      (v: string) => v.toUpperCase(),
      (v: string) => ` ${v} `,
    )
    fc.assert(
      fc.property(place, wrap, fc.boolean(), fc.boolean(), (key, shape, inText, later) => {
        const scene = new Scene().said('Create “Plan 2025” and send it')
        const content = inText ? `please contact ${EVIL}, thanks` : EVIL
        const shown = { name: 'Plan 2025', id: '7', [key]: shape(EVIL) }
        scene.shows(create, later ? {} : shown, { name: 'Plan 2025', content })
        if (later) scene.shows(files, [shown])
        for (const to of [EVIL, EVIL.toUpperCase(), 'bob@EVIL.example']) {
          expect(scene.verdict(send, { to: [to] })).toMatch(/^hold/)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('derived results', () => {
  test('carry the join of all inputs', () => {
    const scene = new Scene().said('Pay 12 times 40')
    scene.shows(calc, { result: 480 }, { expression: '12 times 40', mode: 'exact' })
    expect(scene.verdict(pay, { amount: 480 })).toBe('allow')
    const guess = new Scene().said('Pay it')
    guess.shows(calc, { result: 480 }, { expression: '12*40', mode: 'exact' })
    expect(guess.verdict(pay, { amount: 480 })).toBe('hold: no_evidence')
  })

  test('a declared origin makes them no better', () => {
    const own = flowTool('total', 'derive', { expression: text }, { origin: 'first-party' })
    const scene = new Scene().said('Pay it').shows(own, { result: 480 }, { expression: '12*40' })
    expect(scene.verdict(pay, { amount: 480 })).toBe('hold: no_evidence')
  })

  test('the label of the whole result says so', () => {
    const scene = new Scene().said('What is 12 times 40')
    const label = (expression: string) =>
      labelOfResult(calc, scene.judge(calc, { expression, mode: 'exact' }))
    expect(label('12 times 40').integrity).toBe('user')
    expect(label('1+1').integrity).toBe('unknown')
    expect(labelOfResult(files, scene.judge(files, {})).integrity).toBe('third-party-text')
  })
})
