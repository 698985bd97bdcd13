import { createGate, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { questionCards } from '../../src/cli/question-cards.js'
import { formOf } from '../../src/gateway/question-form.js'

const drop = tool({
  name: 'drop_tables',
  description: 'Drops tables.',
  useWhen: 'tables are to go',
  effect: 'destroy',
  roles: { tables: 'control', 'tables.*': 'control' },
  input: z.object({ tables: z.array(z.string()) }),
  run: () => ({ done: true }),
})

async function questionAbout(tables: readonly string[]) {
  const session = createGate({ tools: [drop] }).session({ tenant: 'a', user: 'u', conversation: 'c' })
  const held = await session.call({ id: '1', name: 'drop_tables', args: { tables: [...tables] } })
  if (held.status !== 'held') throw new Error(held.status)
  return held.question
}

describe('a question about the act itself', () => {
  test('shows what the call would do it to, with nothing invisible in it', async () => {
    const question = await questionAbout(['orders', 'cust\u202Eomers'])
    expect(question.items).toEqual([])
    expect(question.arguments).toEqual([
      { argument: 'tables.0', value: 'orders' },
      { argument: 'tables.1', value: 'cust\\u{202e}omers' },
    ])
    expect(formOf(question)?.message).toContain('- "tables.0": "orders"')
    expect(questionCards([{ ...question, conversation: 'c', waits: true }], process.stdout)).toContain(
      'orders',
    )
  })

  test('says how many arguments it leaves out', async () => {
    const question = await questionAbout(Array.from({ length: 25 }, (_, i) => `t${i}`))
    expect(question.arguments).toHaveLength(21)
    expect(question.arguments?.at(-1)).toEqual({ argument: '…', value: '5 more' })
  })
})
