import { createGate, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalCards } from '../../src/cli/approval-cards.js'
import { formOf } from '../../src/gateway/person/approval-form.js'

const drop = tool({
  name: 'drop_tables',
  description: 'Drops tables.',
  useWhen: 'tables are to go',
  effect: 'destroy',
  roles: { tables: 'control', 'tables.*': 'control' },
  input: z.object({ tables: z.array(z.string()) }),
  run: () => ({ done: true }),
})

async function approvalAbout(tables: readonly string[]) {
  const session = createGate({ tools: [drop] }).session({ tenant: 'a', user: 'u', conversation: 'c' })
  const held = await session.call({ id: '1', name: 'drop_tables', args: { tables: [...tables] } })
  if (held.status !== 'held') throw new Error(held.status)
  return held.approval
}

describe('an approval of the act itself', () => {
  test('shows what the call would do it to, with nothing invisible in it', async () => {
    const approval = await approvalAbout(['orders', 'cust\u202Eomers'])
    expect(approval.items).toEqual([])
    expect(approval.calls[0]?.arguments).toEqual([
      { argument: 'tables.0', value: 'orders' },
      { argument: 'tables.1', value: 'cust\\u{202e}omers' },
    ])
    expect(formOf(approval)?.message).toContain('- "tables.0": "orders"')
    expect(approvalCards([{ ...approval, conversation: 'c', waits: true }], process.stdout)).toContain(
      'orders',
    )
  })

  test('shows what is empty as well: it may mean everything', async () => {
    const approval = await approvalAbout([])
    expect(approval.calls[0]?.arguments).toEqual([{ argument: 'tables', value: '[]' }])
  })

  test('says how many arguments it leaves out where nobody could look through them', async () => {
    const shown = (count: number) => approvalAbout(Array.from({ length: count }, (_, i) => `t${i}`))
    expect((await shown(300)).calls[0]?.arguments).toHaveLength(300)
    const given = (await shown(505)).calls[0]?.arguments
    expect(given).toHaveLength(501)
    expect(given?.at(-1)).toEqual({ argument: '…', value: '5 more' })
  })
})
