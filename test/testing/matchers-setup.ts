// The matchers in this project's tests, as docs/testing.md has it.

import { type OutcomeMatchers, outcomeMatchers } from 'sallyport/testing'
import { expect } from 'vitest'

declare module 'vitest' {
  interface Matchers<T> extends OutcomeMatchers<T> {}
}

expect.extend(outcomeMatchers)
