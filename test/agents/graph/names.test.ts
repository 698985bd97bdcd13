// Names of transfer tools.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agent } from '../../../src/agents/graph/agent.js'
import { agentName, transferName } from '../../../src/agents/graph/names.js'

describe('a transfer tool is named after its agent', () => {
  test.each([
    ['Automation', 'transfer_to_Automation'],
    ['Report Finder', 'transfer_to_Report_Finder'],
    ['a'.repeat(52), `transfer_to_${'a'.repeat(52)}`],
    ['a'.repeat(53), /^transfer_to_a{43}_[0-9a-f]{8}$/],
    ['b'.repeat(64), /^transfer_to_b{43}_[0-9a-f]{8}$/],
    ['Über-Prüfer', /^transfer_to_Uber-Prufer_[0-9a-f]{8}$/],
    ['検索', /^transfer_to_[0-9a-f]{8}$/],
    ['R&D', /^transfer_to_R_D_[0-9a-f]{8}$/],
    ['🤖', /^transfer_to_[0-9a-f]{8}$/],
  ])('%s', (name, expected) => {
    expect(transferName(name)).toMatch(expected instanceof RegExp ? expected : new RegExp(`^${expected}$`))
  })
})

test('whatever the name, every provider takes it, and it is the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }), (name) => {
      expect(transferName(name)).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
      expect(transferName(name)).toBe(transferName(name))
    }),
  )
})

test('long names that differ at their end, and names of one letter each, are kept apart', () => {
  const names = ['a'.repeat(63), 'a'.repeat(64), '検', '索', 'R&D', 'R/D']
  expect(new Set(names.map(transferName)).size).toBe(names.length)
})

test('names that look alike are one name', () => {
  expect(agentName('Pru\u0308fer')).toBe('Pr\u00fcfer')
  expect(agent({ name: 'Pru\u0308fer', instructions: '' }).name).toBe('Pr\u00fcfer')
})
