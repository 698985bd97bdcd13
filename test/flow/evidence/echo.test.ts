import { expect, test } from 'vitest'
import { capOf } from '../../../src/flow/evidence/echo.js'
import { canonicalOf } from '../../../src/flow/words/canonical.js'

const labelOf = (cap: ReturnType<typeof capOf>, value: string) => cap(value, canonicalOf(value).key)

test('more than can be taken apart in time caps every value', () => {
  const small = capOf([{ value: 'a text of a stranger', label: 'third-party-text' }])
  expect(labelOf(small, 'of a stranger')).toBe('third-party-text')
  expect(labelOf(small, 'something else')).toBe('operator')
  const large = capOf([
    { value: 'x'.repeat(600 * 1024), label: 'third-party-text' },
    { value: 7, label: 'unknown' },
  ])
  expect(labelOf(large, 'something else')).toBe('unknown')
})
