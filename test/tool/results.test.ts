import { describe, expect, test } from 'vitest'
import { empty, failure } from '../../src/tool/results.js'

describe('empty', () => {
  test.each([[undefined], [null], [7], [{}], [''], [' \n'], ['\u200b']])(
    'refuses %j as its message',
    (message) => {
      expect(() => empty(message as string)).toThrow(TypeError)
    },
  )

  test('holds a text', () => {
    expect(empty('No seats.').message).toBe('No seats.')
  })
})

describe('failure', () => {
  const good = { code: 'conflict', userMessage: 'The seat was just taken.' }

  test.each<[string, object]>([
    ['retryable', { retryable: 'yes' }],
    ['retryable', { retryable: null }],
    ['retryAfterMs', { retryAfterMs: '5' }],
    ['retryAfterMs', { retryAfterMs: Number.NaN }],
    ['retryAfterMs', { retryAfterMs: -1 }],
    ['userMessage', { userMessage: ' ' }],
  ])('names %s when it is %j', (name, wrong) => {
    expect(() => failure({ ...good, ...wrong })).toThrow(new RegExp(`^failure\\(\\): ${name} must`))
  })

  test('takes each option, and none but the needed', () => {
    expect(failure(good)).toMatchObject({ ...good, retryable: false, retryAfterMs: undefined })
    expect(failure({ ...good, retryable: true, retryAfterMs: 0 })).toMatchObject({
      retryable: true,
      retryAfterMs: 0,
    })
    expect(failure({ ...good, retryable: undefined } as never)).toMatchObject({ retryable: false })
  })
})
