import { expect, test } from 'vitest'
import { type Decision, labelOfResult } from '../../../src/flow/judge/decision.js'
import { LaterDecision } from '../../../src/flow/kept/later-decision.js'
import { flowTool, text } from '../scene.js'

function later() {
  const made = { count: 0 }
  const decision = new LaterDecision(0, () => {
    made.count++
    return { arguments: [], destinations: [], asked: false, micros: 1 } as Partial<Decision> as Decision
  })
  return { made, decision }
}

test('the label of what a tool read is given without judging its call', () => {
  const { made, decision } = later()
  labelOfResult(flowTool('find', 'read', { query: text }), decision)
  expect(decision).toMatchObject({ verdict: 'allow', judged: 'allow', micros: 0 })
  expect(made.count).toBe(0)
})

test('a call is judged once, when something of it is asked for', () => {
  const { made, decision } = later()
  labelOfResult(flowTool('sum', 'derive', { query: text }), decision)
  expect(decision.asked).toBe(false)
  expect(made.count).toBe(1)
})
