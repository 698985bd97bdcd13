// The gateway before a server that does everything wrong.

import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolRule } from '../../src/mcp/tools/policy.js'
import { QUICK, type Running, runGateway, until } from './fixtures/running.js'
import { freshFolder, hostileServer, isAlive, realServer } from './fixtures/servers.js'

interface Answer {
  readonly content: readonly { readonly text?: string }[]
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}, options = {}) =>
  (await client.callTool({ name, arguments: args }, options)) as unknown as Answer
const failureOf = ({ _meta }: Answer) => _meta?.['sallyport/failure']
const textOf = ({ content }: Answer) => content[0]?.text ?? ''

/** A gateway before one hostile server, closed by `close`. */
async function withHostile(flags: string[] = [], rules: ToolRule[] = []) {
  const hostile = hostileServer(flags, rules)
  const running = await runGateway([hostile.config])
  return { ...hostile, ...running, client: await running.connect() }
}

describe('one call that goes wrong', () => {
  let at: Awaited<ReturnType<typeof withHostile>>
  beforeAll(async () => {
    at = await withHostile(
      [],
      [
        { pattern: 'deny_me', deny: true },
        { pattern: 'late', limits: { timeoutMs: 100 } },
      ],
    )
  })
  afterAll(() => at.close())

  test('an error of the upstream is data, its words cleaned and fenced', async () => {
    const answer = await call(at.client, 'bad_rpc_error')
    expect(answer.isError).toBe(true)
    expect(failureOf(answer)).toMatchObject({ code: 'upstream_error', retryable: false })
    expect(failureOf(answer)?.userMessage).not.toContain('\u0007')
    expect(textOf(answer)).toMatch(/<<<third-party text from bad #\w+>>>\nIgnore/)
  })

  test('a result that says it is an error is a failure with the server’s words', async () => {
    const answer = await call(at.client, 'bad_fails')
    expect(answer.isError).toBe(true)
    expect(failureOf(answer)).toMatchObject({
      code: 'upstream_error',
      userMessage: `'bad' says: "No such thing."`,
    })
  })

  test('a result that is no object is an error of the upstream', async () => {
    expect(failureOf(await call(at.client, 'bad_nonsense'))).toMatchObject({ code: 'upstream_error' })
  })

  test('arguments go up exactly as they were sent', async () => {
    const args = { nested: { null: null, list: [1, 'two'] }, empty: {} }
    await call(at.client, 'bad_echo', args)
    expect(at.events('call').at(-1)).toMatchObject({
      tool: 'echo',
      params: { name: 'echo', arguments: args },
    })
  })

  test('a misspelt argument is answered here and never reaches the server', async () => {
    const before = at.events('call').length
    const answer = await call(at.client, 'bad_progress', { step: 1 })
    expect(failureOf(answer)).toMatchObject({ code: 'invalid_arguments' })
    expect(textOf(answer)).toContain('steps')
    expect(at.events('call')).toHaveLength(before)
  })

  test('a withheld tool is not listed, and unknown when it is called by name', async () => {
    const { tools } = await at.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('bad_deny_me')
    const withheld = await call(at.client, 'bad_deny_me')
    const missing = await call(at.client, 'bad_deny_mi')
    expect(failureOf(withheld)).toMatchObject({ status: 'denied', code: 'unknown_tool' })
    expect(textOf(withheld).replace('deny_me', 'deny_mi')).toBe(textOf(missing))
    expect(at.events('call').filter(({ tool }) => tool === 'deny_me')).toEqual([])
  })

  test('progress arrives in order, the last before the result, under the caller’s token', async () => {
    const seen: unknown[] = []
    const answer = await call(
      at.client,
      'bad_progress',
      { steps: 3 },
      { onprogress: (p: unknown) => seen.push(p) },
    )
    // At most 20 a second: what comes in one burst is the first and the last.
    expect(seen).toEqual([
      { progress: 1, total: 3, message: 'step 1' },
      { progress: 3, total: 3, message: 'step 3' },
    ])
    expect(textOf(answer)).toContain('token string')
  })

  test('progress is asked for upstream also when the caller did not ask', async () => {
    expect(textOf(await call(at.client, 'bad_progress', { steps: 1 }))).toContain('token string')
  })

  test('a cancelled call is cancelled upstream at once', async () => {
    const controller = new AbortController()
    const pending = call(at.client, 'bad_hang', {}, { signal: controller.signal })
    await until(() => at.events('call').some(({ tool }) => tool === 'hang'), 'the call')
    controller.abort('enough')
    await expect(pending).rejects.toThrow()
    const id = at.events('call').find(({ tool }) => tool === 'hang')?.id
    await until(() => at.events('cancelled').some(({ requestId }) => requestId === id), 'the cancellation')
  })

  test('a call past its deadline is a time-out, is cancelled upstream, and its late result is dropped', async () => {
    const answer = await call(at.client, 'bad_late')
    expect(failureOf(answer)).toMatchObject({ code: 'timeout' })
    await until(() => at.events('cancelled').length > 0, 'the cancellation')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(textOf(await call(at.client, 'bad_echo', {}))).not.toContain('too late')
  })

  test('a changed list is passed on', async () => {
    await call(at.client, 'bad_change')
    await until(() => at.events('list').length >= 2, 'the new list')
    let names: string[] = []
    for (let tries = 0; tries < 100 && !names.includes('bad_fresh'); tries++) {
      names = (await at.client.listTools()).tools.map(({ name }) => name)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(names).toContain('bad_fresh')
    expect(textOf(await call(at.client, 'bad_fresh'))).toContain('fresh')
  })

  test('a storm of notices about a list that stays the same is one new list', async () => {
    const before = at.events('list').length
    await call(at.client, 'bad_storm')
    await until(() => at.events('list').length > before, 'the list')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(at.events('list').length).toBeLessThanOrEqual(before + 2)
  })
})

describe('a server that ends in mid-call', () => {
  test('fails that call as unavailable, comes back, and was not called twice', async () => {
    const at = await withHostile()
    const answer = await call(at.client, 'bad_crash_once')
    expect(failureOf(answer)).toMatchObject({ code: 'upstream_unavailable', retryable: false })
    expect(textOf(answer)).toContain('may have been done')
    expect(textOf(await call(at.client, 'bad_crash_once'))).toContain('second time')
    expect(at.events('call').map(({ tool }) => tool)).toEqual(['crash_once', 'crash_once'])
    expect(at.lines()).toContain('bad: ended with code 9; next try in')
    await at.close()
  })

  test('is called again when the operator says that the tool only reads', async () => {
    const at = await withHostile([], [{ pattern: '*_read', effect: 'read' }])
    const answer = await call(at.client, 'bad_crash_once_read')
    expect(answer.isError).toBeUndefined()
    expect(textOf(answer)).toContain('second time')
    expect(at.events('started')).toHaveLength(2)
    await at.close()
  })

  test('and does not come back is unavailable, which is something else than unknown', async () => {
    const at = await withHostile(['--lives-once'])
    await call(at.client, 'bad_crash')
    const gone = await call(at.client, 'bad_echo', {})
    expect(failureOf(gone)).toMatchObject({ status: 'error', code: 'upstream_unavailable', retryable: true })
    expect(failureOf(await call(at.client, 'bad_nope'))).toMatchObject({ code: 'unknown_tool' })
    expect((await at.client.listTools()).tools.map(({ name }) => name)).toContain('bad_echo')
    await at.close()
  })

  test('is called again only once', async () => {
    const at = await withHostile([], [{ pattern: 'crash', effect: 'read' }])
    expect(failureOf(await call(at.client, 'bad_crash'))).toMatchObject({ code: 'upstream_unavailable' })
    expect(at.events('call')).toHaveLength(2)
    await at.close()
  })
})

describe('a server that is broken from the start', () => {
  test('junk on its output is shown, cleaned, and everything works', async () => {
    const at = await withHostile(['--junk', '--noisy'])
    expect(textOf(await call(at.client, 'bad_echo', {}))).toContain('said')
    expect(at.lines()).toContain('bad │ Welcome to the server!\nbad │ {"half":\n')
    expect(at.lines()).toContain('bad │ a warning from the server')
    expect(at.lines()).not.toContain('\u001b')
    await at.close()
  })

  test('a list whose cursor repeats ends, and its tools work', async () => {
    const at = await withHostile(['--loop-cursor'])
    const { tools } = await at.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['bad_echo', 'bad_result', 'inspect_handle'])
    expect(at.lines()).toContain('repeats a cursor')
    await at.close()
  })

  test('bad definitions are set aside and shown, and the others work', async () => {
    const at = await withHostile(['--bad-tools'])
    await until(() => at.lines().includes("schema of tool 'bad_schema'"), 'the broken schema')
    const { tools } = await at.client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('bad_echo')
    expect(names).toContainEqual(expect.stringMatching(/^bad_read_file__[0-9a-f]{6}$/))
    expect(names.filter((name) => /schema/.test(name))).toEqual([])
    expect(tools.find(({ name }) => name === 'bad_echo')?.description).toBe('Gives back.')
    for (const reason of [
      "'no_schema' has no input schema",
      "'echo' is listed twice",
      'no object',
      'no usable name',
      'bad_schema',
    ]) {
      expect(at.lines()).toContain(reason)
    }
    await at.close()
  })

  test('a server that ends at the question for its era is asked again in its own words', async () => {
    const at = await withHostile(['--dies-at-probe'])
    expect(textOf(await call(at.client, 'bad_echo', {}))).toContain('said')
    expect(at.events('probed')).toHaveLength(1)
    await at.close()
  })

  test('one dead server takes only its own tools with it', async () => {
    const dead = hostileServer(['--dies'])
    const folder = freshFolder()
    const running = await runGateway([dead.config, realServer('filesystem', folder)])
    const client = await running.connect()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !name.startsWith('filesystem_'))).toEqual(['inspect_handle'])
    expect((await call(client, 'filesystem_list_directory', { path: folder })).isError).toBeUndefined()
    expect(running.lines()).toMatch(/bad: ended with code 7; next try in/)
    await running.close()
  })

  test('a server that never answers holds up nobody for long', async () => {
    const silent = hostileServer(['--silent'])
    const running = await runGateway([silent.config, realServer('memory')], {
      ...QUICK,
      probeMs: 200,
      handshakeMs: 4_000,
    })
    const client = await running.connect()
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('memory_read_graph')
    expect(running.lines()).toContain('bad: did not answer in time; next try in')
    await running.close()
  })

  test('a command that is not there is said so', async () => {
    const { config } = hostileServer()
    const running = await runGateway([{ ...config, command: 'no-such-program' }])
    expect(running.lines()).toContain("bad: 'no-such-program' was not found")
    expect((await (await running.connect()).listTools()).tools).toEqual([])
    await running.close()
  })
})

describe('the end of the gateway', () => {
  test.each<[string, string[]]>([
    ['a server that ends with its input', []],
    ['a server that ignores the end of its input and TERM', ['--stubborn']],
    ['what a server started, which ignores TERM', ['--helper']],
  ])('ends %s', async (_, flags) => {
    const at: Running & ReturnType<typeof hostileServer> = await withHostile(flags)
    const pids = [
      at.events('started')[0]?.pid,
      ...at.events('helper').map(({ helper }) => helper),
    ] as number[]
    expect(pids.every(isAlive)).toBe(true)
    await at.close()
    // Killed is not reaped yet: whose parent is gone is reaped by the system, in its own time.
    await until(() => !pids.some(isAlive), 'the end of all processes')
  })

  test('ends calls that are open as aborted, and starts nothing any more', async () => {
    const at = await withHostile()
    const pending = call(at.client, 'bad_hang').catch((error: unknown) => error)
    await until(() => at.events('call').length > 0, 'the call')
    await at.close()
    await pending
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(at.events('started')).toHaveLength(1)
  })
})

test('an answer that can not be taken fails its call at once, and says that it may have been done', async () => {
  const at = await withHostile(['--unreadable'], [{ pattern: '*', limits: { timeoutMs: 600_000 } }])
  const huge = await call(at.client, 'bad_huge')
  expect(failureOf(huge)).toMatchObject({
    status: 'error',
    code: 'result_too_large',
    retryable: false,
    userMessage: expect.stringContaining('may have been done'),
  })
  expect(failureOf(await call(at.client, 'bad_half'))).toMatchObject({ code: 'upstream_error' })
  expect((await call(at.client, 'bad_deep')).isError).toBe(true)
  // Our words, so not in a fence.
  expect(textOf(huge)).not.toContain('third-party')
  await at.close()
})
