import { empty, failure, tool } from 'sallyport'
import { callTool } from 'sallyport/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import './matchers-setup.js'

const log = { debug() {}, info() {}, warn() {}, error() {} }

const cross = (run: () => unknown, more: { readonly permission?: () => boolean } = {}) =>
  callTool(
    tool({
      name: 'probe',
      description: 'Probes.',
      useWhen: 'asked',
      input: z.object({}),
      effect: 'read',
      run,
      ...more,
    }),
    {},
    { log },
  )

const ok = () => cross(() => ({ word: 'a "quoted" word', n: 42 }))
const nothing = () => cross(() => empty('Nothing there.'))
const failed = () => cross(() => failure({ code: 'conflict', userMessage: 'Taken.' }))
const denied = () => cross(() => 1, { permission: () => false })
const held = async () => ({
  ...(await denied()),
  status: 'held',
  error: { code: 'held', retryable: false, userMessage: 'A person decides.' },
})

describe.each([
  ['toBeOk', ok],
  ['toBeEmpty', nothing],
  ['toFailWith', failed],
  ['toBeDenied', denied],
  ['toBeHeld', held],
] as const)('%s', (matcher, outcome) => {
  test('takes its own end and no other', async () => {
    for (const other of [ok, nothing, failed, denied, held]) {
      const matching = expect(await other())
      if (other === outcome) matching[matcher]()
      else matching.not[matcher]()
    }
  })
})

test.each([
  [failed, 'toFailWith', 'conflict', 'not_found'],
  [denied, 'toBeDenied', 'not_permitted', 'held'],
] as const)('the code counts where one is given', async (outcome, matcher, right, wrong) => {
  const came = await outcome()
  expect(came)[matcher](right)
  expect(came).not[matcher](wrong)
})

test('a mismatch tells what came, and what the model reads', async () => {
  const outcome = await failed()
  expect(() => expect(outcome).toBeOk()).toThrow(
    'The outcome of probe: wanted ok, got error (conflict): Taken.\n\nThe model reads:\nprobe failed (conflict).',
  )
  expect(() => expect(outcome).toFailWith('timeout')).toThrow('wanted error (timeout), got error (conflict)')
})

test.each(['n: 42', /n: \d+/, /word/g])('toShowModel(%j) finds what the model reads', async (what) => {
  const outcome = await ok()
  expect(outcome).toShowModel(what)
  expect(outcome).not.toHideFromModel(what)
})

test('toShowModel misses what is not there', async () => {
  const outcome = await ok()
  expect(outcome).not.toShowModel('miles')
  expect(() => expect(outcome).toShowModel('miles')).toThrow('was expected to show the model "miles"')
})

test('toHideFromModel finds a text inside a quotation, where it stands escaped', async () => {
  const outcome = await ok()
  expect(outcome).toHideFromModel('secret')
  expect(outcome.model).not.toContain('a "quoted" word')
  expect(() => expect(outcome).toHideFromModel('a "quoted" word')).toThrow('to hide from the model')
})

test.each([[Promise.resolve()], [undefined], [{ status: 'ok' }]])(
  'what is no outcome is a mistake',
  (received) => {
    expect(() => expect(received).toBeOk()).toThrow('takes an outcome of a call')
    expect(() => expect(received).not.toBeOk()).toThrow('takes an outcome of a call')
  },
)
