import { expect, test, vi } from 'vitest'
import { type Abort, CallAbort } from '../../src/base/abort.js'

test.each<[string, () => { source: Abort; abort: (reason?: unknown) => void }]>([
  [
    "the gate's own",
    () => {
      const source = new CallAbort()
      return { source, abort: (reason) => source.abort(reason) }
    },
  ],
  [
    'an AbortSignal',
    () => {
      const controller = new AbortController()
      return { source: controller.signal, abort: (reason) => controller.abort(reason) }
    },
  ],
])('%s tells who listens once, with the first reason, and nobody who left or came late', (_, make) => {
  const { source, abort } = make()
  const [stayed, left, late] = [vi.fn(), vi.fn(), vi.fn()]
  expect(source).toMatchObject({ aborted: false, reason: undefined })
  source.addEventListener('abort', stayed)
  source.addEventListener('abort', stayed)
  source.addEventListener('abort', left)
  source.removeEventListener('abort', left)
  abort('first')
  abort('second')
  source.addEventListener('abort', late)
  expect(source).toMatchObject({ aborted: true, reason: 'first' })
  expect(stayed).toHaveBeenCalledTimes(1)
  expect(left).not.toHaveBeenCalled()
  expect(late).not.toHaveBeenCalled()
})

test('an abort without a reason gives an AbortError', () => {
  const source = new CallAbort()
  source.abort()
  expect(source.reason).toMatchObject({ name: 'AbortError' })
})
