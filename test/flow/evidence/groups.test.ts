import { createGate, type GateOptions, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileGroups } from '../../../src/flow/evidence/groups.js'
import { keptLog } from '../../fixtures/open-gate.js'

const groups = compileGroups({
  finance: ['@finance.acme.example', 'lena@acme.example', 'https://ledger.acme.example'],
  none: [],
})

describe('a fixed list of members', () => {
  test.each([
    ['an address', 'finance', 'lena@acme.example', true],
    ['its host in another case', 'finance', 'lena@ACME.example', true],
    ['another name at that host', 'finance', 'tom@acme.example', false],
    ['any address of a host', 'finance', 'tom@finance.acme.example', true],
    ['a host below it', 'finance', 'tom@sub.finance.acme.example', false],
    ['a host that ends like it', 'finance', 'tom@evilfinance.acme.example', false],
    ['the host in a display name', 'finance', 'x@finance.acme.example <bob@evil.example>', false],
    ['the host in a local part', 'finance', 'x@finance.acme.example@evil.example', false],
    ['the host alone', 'finance', '@finance.acme.example', false],
    ['a URL, whole', 'finance', 'https://ledger.acme.example/', true],
    ['another page there', 'finance', 'https://ledger.acme.example/p', false],
    ['anyone', 'finance', 'public', false],
    ['an empty group', 'none', 'lena@acme.example', false],
    ['no such group', 'board', 'lena@acme.example', false],
    ['a name that every object has', 'constructor', 'lena@acme.example', false],
  ])('%s: %s includes %s: %s', (_, group, destination, expected) => {
    expect(groups(group, destination)).toBe(expected)
  })

  test.each([
    ['a host that is none', { finance: ['@finance'] }, 'groups.finance: "@finance" is no host'],
    ['two hosts', { finance: ['@a.example@b.example'] }, 'is no host'],
    ['no list', { finance: 'lena@acme.example' }, 'groups: finance'],
  ])('%s is refused', (_, given, message) => {
    expect(() => compileGroups(given as never)).toThrow(message)
  })
})

describe('createGate({ inGroup })', () => {
  const salaries = 'the salaries of the whole department are as follows'
  const base = { description: 'Does it.', useWhen: 'it is wanted' } as const
  const read = tool({
    ...base,
    name: 'read_salaries',
    effect: 'read',
    readers: ['group:finance'],
    input: z.object({}),
    run: () => ({ text: salaries }),
  })
  const send = tool({
    ...base,
    name: 'send_mail',
    effect: 'trigger',
    egress: 'send',
    roles: { to: 'target', body: 'content' },
    input: z.object({ to: z.string(), body: z.string() }),
    run: () => ({ sent: true }),
  })

  async function sends(inGroup: unknown) {
    const { log, lines } = keptLog()
    const options = { tools: [read, send], log, mode: 'ask', ...(inGroup !== undefined && { inGroup }) }
    const gate = createGate(options as unknown as GateOptions)
    const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
    session.userSaid('Send the salaries to lena@acme.example', { id: 'u1' })
    await session.call({ id: 'c1', name: 'read_salaries', args: {} })
    const args = { to: 'lena@acme.example', body: salaries }
    const outcome = await session.call({ id: 'c2', name: 'send_mail', args })
    await gate.close()
    return { status: outcome.status, faults: lines.filter(({ level }) => level === 'error').length }
  }

  test('is asked for the group by its name, and for the destination', async () => {
    const asked: unknown[][] = []
    const inGroup = (...args: unknown[]) => asked.push(args) > 0
    expect(await sends(inGroup)).toEqual({ status: 'ok', faults: 0 })
    expect(asked[0]).toEqual(['finance', 'lena@acme.example'])
  })

  test('a group that nobody can be in is refused at once', async () => {
    await expect(sends(undefined)).rejects.toThrow(
      "tool 'read_salaries': readers: 'group:finance' is a group, and nobody says who is in it. Give createGate({ inGroup",
    )
  })

  test.each([
    ['it says no', () => false, 0],
    [
      'it throws',
      () => {
        throw new Error('down')
      },
      1,
    ],
    ['it gives a promise', async () => true, 1],
    ['its promise fails', () => Promise.reject(new Error('down')), 1],
    ['it gives something else', () => 'yes', 1],
  ])('lets nothing out where %s', async (_, inGroup, faults) => {
    expect(await sends(inGroup)).toEqual({ status: 'held', faults })
  })
})
