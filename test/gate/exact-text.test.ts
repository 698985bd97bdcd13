// A file that is read and then edited with what was seen: that is what stands in the file, or the model was told where
// the exact text is.

import { createGate, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'

const flag = `🏴${[...'gbeng'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}\u{e007f}`
const FILES: [string, string, isExact: boolean][] = [
  ['Persian', 'می\u200cخواهم بروم\nو می\u200cروم', true],
  ['Hindi', 'क्\u200dष और\nर्\u200cक', true],
  ['emoji', `👩\u200d👩\u200d👧\u200d👦 1\ufe0f\u20e3 ${flag} ❤\ufe0f`, true],
  ['tabs and no-break spaces', 'a\tb\u00a0c', true],
  ['conflict markers', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other', false],
  ['CRLF', 'first\r\nsecond\r\n', false],
  ['a byte order mark', '\ufefffirst\nsecond', false],
  ['a form feed', 'first page\fsecond page', false],
  ['a line separator', 'first line\u2028second line', false],
  ['an escape', '\u001b[31mred words\u001b[0m here', false],
  ['a joiner between Latin letters', 'two\u200dwords in one', false],
]

/** A session whose `read` gives a value. */
function reading(value: unknown, more: { readonly handles?: false } = {}) {
  const read = tool({
    name: 'read',
    description: 'Reads what is there.',
    useWhen: 'it is wanted',
    input: z.object({}),
    effect: 'read',
    run: () => value,
  })
  const gate = createGate({ tools: [read] })
  return { gate, session: gate.session({ tenant: 't', user: 'u', conversation: 'c', ...more }) }
}

test.each(FILES)('%s', async (_, file, isExact) => {
  const { gate, session } = reading(file)
  const { model, handles } = await session.call({ id: '1', name: 'read', args: {} })
  const seen = /^<<<third-party text from read #\w+>>>\n([\s\S]*)\n<<<end of read/.exec(model)?.[1]
  expect(seen).toBeDefined()
  if (isExact) {
    expect(file).toBe(seen)
    expect(handles).toEqual([])
  } else {
    expect(file).not.toBe(seen)
    expect(handles).toHaveLength(1)
    expect(model.split('\n').at(-1)).toMatch(/^\[\d+ .*\]$/)
    expect(model).toMatch(new RegExp(`: the exact text is in ${handles[0]!.handle}\\]$`))
  }
  await gate.close()
})

test('in a session without handles it is said that it is not exact, and nothing of a handle', async () => {
  const { gate, session } = reading('one\u200btwo three', { handles: false })
  const { model } = await session.call({ id: '1', name: 'read', args: {} })
  expect(model.split('\n').at(-1)).toBe('[1 hidden character left out.]')
  await gate.close()
})

test('a number of many digits is its digits for all readers', async () => {
  const { gate, session } = reading({ id: 1234567890123456789n, json: '{"id":1234567890123456789}' })
  const outcome = await session.call({ id: '1', name: 'read', args: {} })
  expect(outcome.status === 'ok' && outcome.value).toMatchObject({ id: '1234567890123456789' })
  expect(outcome.ui.data).toMatchObject({ id: '1234567890123456789' })
  expect(outcome.model).toContain('id: 1234567890123456789')
  await gate.close()
})
