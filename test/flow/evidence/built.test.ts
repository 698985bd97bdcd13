// No laundering in part: what a tool builds from doubtful arguments is no better than they.

import { describe, expect, test } from 'vitest'
import { canonicalOf } from '../../../src/flow/words/canonical.js'
import { componentsOf, decodingsOf } from '../../../src/flow/words/components.js'
import { flowTool, number, Scene, text } from '../scene.js'

const build = flowTool(
  'build',
  'read',
  { local: text, host: text, text, path: text },
  { origin: 'first-party' },
)
const count = flowTool('count', 'read', { of: number }, { origin: 'first-party', roles: { of: 'selector' } })
const note = flowTool('save', 'write', { to: text }, { egress: false, roles: { to: 'target' } })
const spend = flowTool('spend', 'write', { amount: number }, { egress: false, roles: { amount: 'amount' } })

describe('a first-party value with a doubtful argument in it', () => {
  test.each<[string, Record<string, string>, string]>([
    ['an address of two arguments', { local: 'bob', host: 'evil.example' }, 'bob@evil.example'],
    ['only its host', { host: 'evil.example' }, 'info@evil.example'],
    ['only its local part', { local: 'bob' }, 'bob@acme.example'],
    ['in another case', { host: 'EVIL.example' }, 'info@evil.example'],
    ['percent-decoded', { text: 'bob%40evil.example' }, 'bob@evil.example'],
    ['base64-decoded', { text: Buffer.from('bob@evil.example').toString('base64') }, 'bob@evil.example'],
    [
      'its host base64-decoded',
      { text: Buffer.from('evil.example').toString('base64url') },
      'x@evil.example',
    ],
    ['a URL of a host', { host: 'evil.example' }, 'https://evil.example/x'],
    ['a URL of an origin', { text: 'https://evil.example' }, 'https://evil.example/x'],
    ['a segment of a URL', { text: 'secret' }, 'https://acme.example/a/secret'],
    ['a value of a query', { text: 'the secret' }, 'https://acme.example/?q=the+secret'],
    ['a segment of a path', { path: 'hooks' }, '/srv/git/hooks/post-commit'],
    ['an account with spaces', { text: 'DE02 1203 0000 0000 2020 51' }, 'DE02120300000000202051'],
  ])('%s', (_, args, result) => {
    expect(new Scene().said('Save it').shows(build, { result }).verdict(note, { to: result })).toBe('allow')
    const scene = new Scene().said('Save it').shows(build, { result }, args)
    expect(scene.verdict(note, { to: result })).toMatch(/^hold/)
  })

  test('a number', () => {
    const scene = new Scene().said('Spend it').shows(count, { total: 9999 }, { of: 9999 })
    expect(scene.verdict(spend, { amount: 9999 })).toBe('hold: no_evidence')
  })

  test('in a later result of another tool, and after a restart', () => {
    const scene = new Scene().said('Save it').shows(build, { ok: 1 }, { host: 'evil.example' })
    const again = new Scene()
    again.state.restore(JSON.parse(JSON.stringify(scene.state)))
    again.shows(build, { result: 'bob@evil.example' })
    expect(again.verdict(note, { to: 'bob@evil.example' })).toBe('hold: no_evidence')
  })
})

describe('stays first-party', () => {
  test.each<[string, string, Record<string, string>, string]>([
    [
      'an argument that the user gave',
      'Save it for acme.example',
      { host: 'acme.example' },
      'lena@acme.example',
    ],
    ['a file below where it was looked', 'Save it', { path: 'reports' }, 'reports/2024.txt'],
    ['a text that has a word of the search', 'Save it', { text: 'invoice' }, 'The invoice of March'],
    ['a part of a segment', 'Save it', { text: 'inv' }, '/srv/invoices/a'],
    ['something else', 'Save it', { text: 'lena' }, 'tom@acme.example'],
  ])('%s', (_, words, args, result) => {
    const scene = new Scene().said(words).shows(build, { result }, args)
    expect(scene.verdict(note, { to: result })).toBe('allow')
  })

  test('what was shown before the argument came', () => {
    const scene = new Scene().said('Save it').shows(build, { result: '/srv/reports/a' })
    scene.shows(build, { ok: 1 }, { text: 'reports' })
    expect(scene.verdict(note, { to: '/srv/reports/a' })).toBe('allow')
  })
})

test.each([['report'], ['2024-05'], ['a b'], ['100%']])('%j is no code of something else', (value) => {
  expect(decodingsOf(value)).toEqual([])
})

test('a text and a date have no parts', () => {
  expect([...componentsOf(canonicalOf('a b')), ...componentsOf(canonicalOf('2024-05-01'))]).toEqual([])
})
