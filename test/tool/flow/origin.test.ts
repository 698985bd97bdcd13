import { describe, expect, test } from 'vitest'
import { compileOrigin, type Origin, type OriginAt } from '../../../src/tool/flow/origin.js'

function at(origin: Origin | undefined, path: string): { label: string; id?: string } {
  let place: OriginAt = compileOrigin(origin, "tool 't'")
  for (const key of path === '' ? [] : path.split('.')) place = place.child(key)
  return { label: place.label, ...(place.id !== undefined && { id: place.id }) }
}

const FILES: Origin = {
  'results.*.id': { label: 'first-party', id: 'file' },
  'results.*.participants': 'third-party-structured',
  'results.*.body': 'third-party-text',
  'results.*.meta': 'third-party-structured',
  'results.*.meta.note': 'third-party-text',
}

describe('origin', () => {
  test.each([
    ['results.0.id', { label: 'first-party', id: 'file' }],
    ['results.17.id', { label: 'first-party', id: 'file' }],
    ['results.0.participants', { label: 'third-party-structured' }],
    ['results.0.participants.3', { label: 'third-party-structured' }],
    ['results.0.body', { label: 'third-party-text' }],
    ['results.0.body.id', { label: 'third-party-text' }],
    ['results.0.undeclared', { label: 'third-party-text' }],
    ['results.0.meta.size', { label: 'third-party-structured' }],
    ['results.0.meta.note', { label: 'third-party-text' }],
    ['results.0.meta.note.deep', { label: 'third-party-text' }],
    ['results.id', { label: 'third-party-text' }],
    ['results.0.1.id', { label: 'third-party-text' }],
    ['other.0.id', { label: 'third-party-text' }],
    ['', { label: 'third-party-text' }],
  ])('%s is %j', (path, expected) => {
    expect(at(FILES, path)).toEqual(expected)
  })

  test('without a declaration all is text of a third party', () => {
    expect(at(undefined, 'anything.0')).toEqual({ label: 'third-party-text' })
  })

  test('one label counts for all of the result', () => {
    expect(at('first-party', 'a.0.b')).toEqual({ label: 'first-party' })
  })

  test('the result itself is the empty path: a scalar has an id space too', () => {
    const own: Origin = { '': { label: 'first-party', id: 'account' } }
    expect(at(own, '')).toEqual({ label: 'first-party', id: 'account' })
    const some: Origin = { '': 'third-party-structured', 'a.id': 'first-party' }
    expect(at(some, 'a.id').label).toBe('first-party')
    expect(at(some, 'b').label).toBe('third-party-structured')
    expect(() => compileOrigin({ '': 'third-party-text', a: 'first-party' }, "tool 't'")).toThrow(
      /below 'third-party-text'/,
    )
  })

  test('a named key keeps what the star says below it', () => {
    const origin: Origin = { '*.id': 'first-party', 'first.name': 'third-party-structured' }
    expect(at(origin, 'first.id').label).toBe('first-party')
    expect(at(origin, 'first.name').label).toBe('third-party-structured')
    expect(at(origin, 'second.name').label).toBe('third-party-text')
  })

  test.each<[Origin, RegExp]>([
    [{ 'a..b': 'first-party' }, /empty segment/],
    [{ 'a.**.b': 'first-party' }, /wildcard/],
    [{ 'a.b*': 'first-party' }, /wildcard/],
    [{ a: 'third-party-text', 'a.id': 'first-party' }, /below 'third-party-text'/],
  ])('%j is refused', (origin, message) => {
    expect(() => compileOrigin(origin, "tool 't'")).toThrow(message)
  })
})
