import { DefinitionError, empty, failure, kind, memoryStore, tool } from 'sallyport'
import { callTool, recordReplay } from 'sallyport/testing'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { folder, noNetwork } from './service.js'

const double = tool({
  name: 'double',
  description: 'Doubles a number.',
  useWhen: 'asked',
  input: z.object({ n: z.number() }),
  effect: 'derive',
  run: ({ n }, ctx) => ({ twice: n * 2, user: ctx.user ?? 'nobody', tenant: ctx.tenant }),
})

test('an outcome is typed by the tool', async () => {
  const outcome = await callTool(double, { n: 2 })
  expect(outcome).toMatchObject({ status: 'ok', value: { twice: 4, user: 'tester', tenant: 'test' } })
  if (outcome.status === 'ok') {
    expectTypeOf(outcome.value).toExtend<{ twice: number; user: string; tenant: string }>()
  }
})

const options = {
  name: 'probe',
  description: 'Probes.',
  useWhen: 'asked',
  input: z.object({ n: z.number().optional() }),
  effect: 'read' as const,
}

test('the call crosses the whole gate: faulty arguments never reach the tool', async () => {
  const run = vi.fn((): number => 1)
  const outcome = await callTool(tool({ ...options, run }), '{"n":"one","m":1}')
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'invalid_arguments' } })
  expect(outcome.model).toContain('m: unknown key')
  expect(run).not.toHaveBeenCalled()
})

test.each<[string, () => unknown]>([
  ['empty', () => empty('Nothing there.')],
  ['error', () => failure({ code: 'conflict', userMessage: 'Taken.' })],
  ['error', () => Promise.reject(new Error('inside'))],
])('a tool may end as %s', async (status, run) => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  expect((await callTool(tool({ ...options, run }), {}, { log })).status).toBe(status)
})

test('who calls is for the test to say', async () => {
  const outcome = await callTool(double, { n: 1 }, { user: 'ada', tenant: 'acme' })
  expect(outcome).toMatchObject({ value: { user: 'ada', tenant: 'acme' } })
  expect(await callTool(double, { n: 1 }, { anonymous: true })).toMatchObject({ value: { user: 'nobody' } })
})

test('what the gate takes is passed on', async () => {
  const guarded = tool({ ...options, permission: 'admin', run: () => 1 })
  const can = vi.fn((_: string, { groups }: { groups: readonly string[] }) => groups.includes('admins'))
  expect(await callTool(guarded, {}, { can })).toMatchObject({ status: 'denied' })
  expect(await callTool(guarded, {}, { can, groups: ['admins'] })).toMatchObject({ status: 'ok' })
  await expect(callTool(guarded, {}, { cann: can } as never)).rejects.toThrow(DefinitionError)
})

test('an app-only tool is called by the program or the user', async () => {
  const app = tool({ ...options, callable: 'app', run: () => 1 })
  expect(await callTool(app, {})).toMatchObject({ error: { code: 'unknown_tool' } })
  expect(await callTool(app, {}, { by: 'user' })).toMatchObject({ status: 'ok' })
  expect(await callTool(app, {}, { by: 'program' })).toMatchObject({ status: 'ok' })
})

test('an aborted call ends as aborted', async () => {
  const hanging = tool({ ...options, run: () => new Promise<number>(() => {}) })
  const abort = new AbortController()
  const calling = callTool(hanging, {}, { signal: abort.signal })
  abort.abort()
  expect(await calling).toMatchObject({ error: { code: 'aborted' } })
})

test('the gate is closed afterwards, and a store of the test stays open', async () => {
  const store = memoryStore()
  const close = vi.spyOn(store, 'close')
  const putMany = vi.spyOn(store, 'putMany')
  await callTool(double, { n: 1 }, { store })
  // What the gate had to write was written before the test goes on.
  expect(putMany).toHaveBeenCalled()
  expect(close).not.toHaveBeenCalled()
})

describe('a request that was never recorded', () => {
  const fetch = () => recordReplay({ dir: folder(), fetch: noNetwork })

  test('rejects with the whole text', async () => {
    const asking = tool({
      ...options,
      run: async (_, ctx) => (await ctx.fetch('https://a.example/x')).status,
    })
    await expect(callTool(asking, {}, { fetch: fetch() })).rejects.toThrow(
      /^No recording of GET https:\/\/a\.example\/x in [^\n]+\nThe folder holds no cassette\.\nRecord it/,
    )
  })

  test('rejects, though the tool swallows it', async () => {
    const swallowing = tool({
      ...options,
      run: async (_, ctx) => {
        const response = await ctx.fetch('https://a.example/x').catch(() => undefined)
        return response?.status ?? empty('Nothing.')
      },
    })
    await expect(callTool(swallowing, {}, { fetch: fetch() })).rejects.toThrow('No recording')
  })
})

describe('a tool that takes handles', () => {
  class Invoice {
    constructor(readonly number: string) {}
  }
  const kinds = [
    kind('invoice', {
      is: (value): value is Invoice => value instanceof Invoice,
      live: true,
      card: ({ number }) => ({ label: number }),
      authorize: ({ number }) => number !== 'secret',
    }),
  ] as const
  const Handle = kinds[0].handle()
  const add = tool({
    name: 'add',
    description: 'Adds.',
    useWhen: 'asked',
    input: z.object({ first: Handle, rest: z.array(Handle) }),
    effect: 'read',
    run: ({ first, rest }) => ({
      numbers: [first, ...rest].map(({ number }) => number),
      same: rest.includes(first),
    }),
  })

  test('is given entities, which reach it as themselves', async () => {
    const one = new Invoice('A-1')
    const args = { first: one, rest: [new Invoice('A-2'), one] }
    const outcome = await callTool(add, args, { kinds, by: 'program' })
    expect(outcome).toMatchObject({ status: 'ok', value: { numbers: ['A-1', 'A-2', 'A-1'], same: true } })
    expect(args.first).toBe(one)
  })

  test('asks `authorize` about them', async () => {
    const outcome = await callTool(add, { first: new Invoice('secret'), rest: [] }, { kinds, by: 'program' })
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'handle_not_permitted' } })
  })

  test('says which handle it wants where another object stands', async () => {
    const outcome = await callTool(add, { first: new Date(0), rest: [] }, { kinds, by: 'program' })
    expect(outcome).toMatchObject({ status: 'error' })
    expect(outcome.model).toContain('first: wants a handle of kind invoice, not the value itself')
  })
})
