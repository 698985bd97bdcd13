import { expect, test } from 'vitest'
import { type Abort, CallAbort } from '../../src/base/abort.js'
import type { Shaped } from '../../src/session/ended.js'
import { Flights } from '../../src/session/flight.js'
import { aTool } from '../fixtures/open-gate.js'

const look = aTool({ name: 'look' })

test('who is gone before it can wait leaves at once, and with nobody else waiting the run is stopped', async () => {
  const flights = new Flights()
  let own: Abort | undefined
  const flight = flights.start(look, '', '{}', (signal) => {
    own = signal
    return new Promise<Shaped>(() => {})
  })
  const gone = new CallAbort()
  gone.abort()
  expect(await flight.join(gone)).toBe('aborted')
  expect(own?.aborted).toBe(true)
  expect(flights.find(look, '', '{}')).toBeUndefined()
})
