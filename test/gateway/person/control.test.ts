// The person's door of a running gateway: approvals, answers, words, and who is kept out.

import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { GatewayConfig } from '../../../src/gateway/config/config.js'
import { type ControlState, controlsIn } from '../../../src/gateway/config/control-state.js'
import { STATE_FOLDER } from '../../../src/gateway/config/state.js'
import { FAILURE_META } from '../../../src/mcp/tools/results.js'
import { QUICK, type Running, runGateway } from '../fixtures/running.js'
import { freshFolder, realServer } from '../fixtures/servers.js'

const running: Running[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})

/** A gateway that asks, before a folder of files. */
async function askingGateway(config: Partial<GatewayConfig> = {}, files = freshFolder()) {
  const rules = [
    {
      pattern: 'write_*',
      effect: 'write',
      egress: false,
      roles: { path: 'target', content: 'content' },
    } as const,
  ]
  const server = { ...realServer('filesystem', files), rules }
  const dir = config.dir ?? freshFolder()
  const gateway = await runGateway([server], QUICK, { operator: { mode: 'ask' }, dir, ...config })
  running.push(gateway)
  const state = join(dir, STATE_FOLDER)
  const [control] = controlsIn(state)
  return { gateway, dir, files, state, control: control as ControlState }
}

async function write(client: Client, path: string): Promise<string> {
  const { isError, _meta } = await client.callTool({
    name: 'filesystem_write_file',
    arguments: { path, content: 'x' },
  })
  return isError ? (_meta as { [FAILURE_META]: { code: string } })[FAILURE_META].code : 'ok'
}

interface Reply {
  readonly status: number
  readonly body: {
    error?: string
    approvals?: { id: string; waits: boolean; conversation: string }[]
  } & Record<string, unknown>
}

async function ask(
  { port, token }: Pick<ControlState, 'port' | 'token'>,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

const approvals = async (control: ControlState) =>
  (await ask(control, '/control/approvals')).body.approvals ?? []
const approve = (control: ControlState, id: string | undefined, options: object) =>
  ask(control, '/control/approve', { id, ...options })
const deny = (control: ControlState, id: string | undefined) => ask(control, '/control/deny', { id })
const say = (control: ControlState, text: string, more: object = {}) =>
  ask(control, '/control/said', { text, id: text, ...more })

describe('a held call', () => {
  test('is listed, and passes once after its answer', async () => {
    const { gateway, control, files } = await askingGateway()
    const client = await gateway.connect()
    const path = join(files, 'b.txt')
    expect(await write(client, path)).toBe('held')
    const [approval, ...others] = await approvals(control)
    expect(others).toEqual([])
    expect(approval).toMatchObject({
      tool: 'filesystem_write_file',
      items: [{ argument: 'path', value: path, role: 'target', from: 'not found in what was shown' }],
      offers: ['once', 'value', 'never'],
      calls: [
        {
          arguments: [
            { argument: 'path', value: path },
            { argument: 'content', value: 'x' },
          ],
        },
      ],
      waits: true,
    })
    expect((await approve(control, approval?.id, { for: 'once' })).status).toBe(200)
    expect(await approvals(control)).toEqual([])
    expect(await write(client, path)).toBe('ok')
    expect(existsSync(path)).toBe(true)
    expect(await write(client, path)).toBe('held')
    expect(gateway.lines()).toContain("filesystem_write_file: a person approved it for 'once'")
  })

  test('that is refused for good is listed, and can be taken back', async () => {
    const { gateway, control, files } = await askingGateway()
    const client = await gateway.connect()
    const path = join(files, 'b.txt')
    expect(await write(client, path)).toBe('held')
    const [approval] = await approvals(control)
    expect((await ask(control, '/control/deny', { id: approval?.id, for: 'value' })).status).toBe(200)
    expect(await write(client, path)).toBe('not_permitted')
    const { standing } = (await ask(control, '/control/standing')).body as unknown as {
      standing: { id: string }[]
    }
    expect(standing).toMatchObject([{ verdict: 'deny', value: path, tools: ['filesystem_write_file'] }])
    expect((await ask(control, '/control/revoke', { id: standing[0]?.id })).status).toBe(200)
    expect((await ask(control, '/control/revoke', { id: standing[0]?.id })).status).toBe(404)
    expect(await write(client, path)).toBe('held')
  })

  test('that was joined since it was shown is shown again, and not answered', async () => {
    const { gateway, control, files } = await askingGateway()
    const client = await gateway.connect()
    const path = join(files, 'b.txt')
    const put = (content: string) =>
      client.callTool({ name: 'filesystem_write_file', arguments: { path, content } })
    await put('x')
    const [shown] = (await approvals(control)) as unknown as { id: string; revision: string }[]
    await put('y')
    const refused = await approve(control, shown?.id, { for: 'once', seen: shown?.revision })
    expect(refused).toMatchObject({ status: 409, body: { approval: { calls: [{}, {}] } } })
    const { revision } = refused.body.approval as { revision: string }
    expect((await approve(control, shown?.id, { for: 'once', seen: revision })).status).toBe(200)
    expect((await put('y')).isError).toBeFalsy()
  })

  test('that is refused stays refused', async () => {
    const { gateway, control, files } = await askingGateway()
    const client = await gateway.connect()
    expect(await write(client, join(files, 'b.txt'))).toBe('held')
    const [approval] = await approvals(control)
    expect((await deny(control, approval?.id)).status).toBe(200)
    expect(await write(client, join(files, 'b.txt'))).toBe('not_permitted')
  })

  test('tells the model how the user answers it, where there is a way', async () => {
    const { gateway, files } = await askingGateway()
    const client = await gateway.connect()
    const { content } = await client.callTool({
      name: 'filesystem_write_file',
      arguments: { path: join(files, 'b.txt'), content: 'x' },
    })
    const [{ text }] = content as unknown as [{ text: string }]
    expect(text).toMatch(
      /was not run: it waits for a person's answer.*\n.*command: sallyport approvals --state \S+$/s,
    )
  })

  test('is not answered with what makes no sense, and waits on', async () => {
    const { gateway, control, files } = await askingGateway()
    expect(await write(await gateway.connect(), join(files, 'b.txt'))).toBe('held')
    const [approval] = await approvals(control)
    for (const [what, given, status, words] of [
      ['an id that is none', { id: 'ap_none', for: 'once' }, 404, /No such approval waits/],
      ['an end for once', { for: 'once', uses: 2 }, 409, /'until' and 'uses' are for an answer about values/],
      ['an end in the past', { for: 'value', until: '2020-01-01' }, 409, /in the past/],
      ['an unknown field', { for: 'once', by: 'operator' }, 400, /unknown key 'by'/],
      ['an unknown scope', { for: 'always' }, 400, /for: /],
      ['no scope', {}, 400, /for: /],
    ] as const) {
      const reply = await approve(control, approval?.id, given)
      expect(reply.status, what).toBe(status)
      expect(reply.body.error, what).toMatch(words)
    }
    expect(await approvals(control)).toHaveLength(1)
  })
})

describe('without a prompt hook', () => {
  test('an approved value counts in another conversation, and after a restart', async () => {
    const { gateway, control, files, dir } = await askingGateway()
    const path = join(files, 'b.txt')
    const [one, two] = [await gateway.connect(), await gateway.connect()]
    expect(await write(one, path)).toBe('held')
    const [approval] = await approvals(control)
    expect((await approve(control, approval?.id, { for: 'value' })).status).toBe(200)
    expect(await write(two, path)).toBe('ok')
    expect(await write(two, join(files, 'c.txt'))).toBe('held')
    expect(gateway.lines()).toContain("nobody tells the user's words")
    await gateway.close()
    const later = await askingGateway({ dir }, files)
    expect(await write(await later.gateway.connect(), path)).toBe('ok')
  })

  test('words are refused', async () => {
    const { control } = await askingGateway()
    const { status, body } = await say(control, 'Do it')
    expect(status).toBe(409)
    expect(body.error).toContain('"promptHook": true')
  })
})

describe('with a prompt hook', () => {
  test("a call passes by the user's words that was held without", async () => {
    const { gateway, control, files } = await askingGateway({ promptHook: true })
    const client = await gateway.connect()
    const path = join(files, 'b.txt')
    expect(await write(client, path)).toBe('held')
    expect((await say(control, `Write it to ${path}, please`)).body).toEqual({ conversations: 1 })
    expect(await write(client, path)).toBe('ok')
    expect(gateway.lines()).toContain('words come from the client')
    expect(gateway.lines()).toMatch(/^sallyport the user spoke \(\d+ characters\)$/m)
    expect(gateway.lines()).not.toContain('please')
  })

  test('an approved value ends with its conversation', async () => {
    const { gateway, control, files } = await askingGateway({ promptHook: true })
    const path = join(files, 'b.txt')
    const [one, two] = [await gateway.connect(), await gateway.connect()]
    expect(await write(one, path)).toBe('held')
    const [approval] = await approvals(control)
    await approve(control, approval?.id, { for: 'value' })
    expect(await write(one, path)).toBe('ok')
    expect(await write(two, path)).toBe('held')
  })

  test('words count in all conversations, or in the one that they name', async () => {
    const { gateway, control, files } = await askingGateway({ promptHook: true })
    const [one, two] = [await gateway.connect(), await gateway.connect()]
    const [b, c] = [join(files, 'b.txt'), join(files, 'c.txt')]
    expect(await write(one, b)).toBe('held')
    const [approval] = await approvals(control)
    const { conversation } = approval as { conversation: string }
    expect((await say(control, `Write ${b}`, { conversation })).body).toEqual({ conversations: 1 })
    expect(await write(one, b)).toBe('ok')
    expect(await write(two, b)).toBe('held')
    expect((await say(control, `Write ${c}`)).body).toEqual({ conversations: 2 })
    expect([await write(one, c), await write(two, c)]).toEqual(['ok', 'ok'])
  })

  test('words of a moment before count in a conversation that is opened by the call', async () => {
    const { gateway, control, files } = await askingGateway({ promptHook: true })
    expect((await say(control, `Write ${join(files, 'b.txt')}`)).body).toEqual({ conversations: 0 })
    expect(await write(await gateway.connect('auto'), join(files, 'b.txt'))).toBe('ok')
    expect(await write(await gateway.connect(), join(files, 'b.txt'))).toBe('ok')
  })
})

describe('an approval of before a restart', () => {
  test('is listed and answered after it, where the client goes on with its conversation', async () => {
    const { gateway, files, dir } = await askingGateway()
    const path = join(files, 'b.txt')
    expect(await write(await gateway.connect('auto'), path)).toBe('held')
    await gateway.close()
    const later = await askingGateway({ dir }, files)
    const [approval] = await approvals(later.control)
    expect(approval).toMatchObject({ conversation: 'client-test', waits: true })
    expect((await approve(later.control, approval?.id, { for: 'once' })).status).toBe(200)
    expect(await write(await later.gateway.connect('auto'), path)).toBe('ok')
  })

  test('says that its conversation has ended, where it has: then only what lasts can be answered', async () => {
    const { gateway, files, dir } = await askingGateway()
    const path = join(files, 'b.txt')
    expect(await write(await gateway.connect(), path)).toBe('held')
    await gateway.close()
    const later = await askingGateway({ dir }, files)
    const [approval] = await approvals(later.control)
    expect(approval).toMatchObject({ waits: false })
    const once = await approve(later.control, approval?.id, { for: 'once' })
    expect(once.status).toBe(409)
    expect(once.body.error).toContain('has ended')
    expect((await approve(later.control, approval?.id, { for: 'value' })).status).toBe(200)
    expect(await write(await later.gateway.connect(), path)).toBe('ok')
  })
})

describe('who is kept out', () => {
  test('a client of /mcp: its token opens nothing here, and nothing of this stands on its port', async () => {
    const { gateway, control } = await askingGateway({ promptHook: true })
    const token = gateway.gateway.token as string
    const front = { port: Number(gateway.url.port), token }
    expect(control.token).not.toBe(token)
    for (const path of ['/control/said', '/control/approve', '/control/deny']) {
      expect((await ask({ ...control, token }, path, { text: 'Do it', id: '1' })).status).toBe(401)
      expect((await ask(front, path, { text: 'Do it', id: '1' })).status).toBe(404)
    }
    expect((await ask({ ...control, token }, '/control/approvals')).status).toBe(401)
    expect((await ask({ port: front.port, token: control.token }, '/mcp', {})).status).toBe(401)
  })

  test('a foreign page and a foreign name', async () => {
    const { control } = await askingGateway({ promptHook: true })
    const foreign = await ask(control, '/control/approvals', undefined, { Origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(await statusWithHost(control, 'evil.example')).toBe(403)
  })

  test('words in a wrong form', async () => {
    const { control } = await askingGateway({ promptHook: true })
    const wrong: [what: string, body: unknown, headers: Record<string, string>, status: number][] = [
      ['an unknown field', { text: 'Do it', id: '1', user: 'root' }, {}, 400],
      ['no id', { text: 'Do it' }, {}, 400],
      ['no words', { text: '', id: '1' }, {}, 400],
      ['words that are too long', { text: 'x'.repeat(20_001), id: '1' }, {}, 400],
      ['a list', [], {}, 400],
      ['no JSON', '{', {}, 400],
      ['another type', '{}', { 'Content-Type': 'text/plain' }, 415],
      ['a body that is too large', { text: 'x'.repeat(300_000), id: '1' }, {}, 413],
    ]
    for (const [what, body, headers, status] of wrong) {
      const reply = await ask(control, '/control/said', body, headers)
      expect(reply.status, what).toBe(status)
      expect(reply.body.error, what).toMatch(/\S/)
    }
  })
})

describe('the file with port and token', () => {
  test('is for this user alone, and goes with the gateway', async () => {
    const { gateway, state, control } = await askingGateway()
    const file = join(state, `control-${process.pid}.json`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(control).toMatchObject({ pid: process.pid })
    await gateway.close()
    expect(existsSync(file)).toBe(false)
  })

  test('one that others can read, one of a process that is gone, and one under a wrong name are not believed', () => {
    const folder = freshFolder()
    const state = (pid: number) => JSON.stringify({ port: 4, token: 'a-token-of-this-test', pid })
    writeFileSync(join(folder, `control-${process.pid}.json`), state(process.pid), { mode: 0o644 })
    writeFileSync(join(folder, 'control-4194303.json'), state(4_194_303), { mode: 0o600 })
    writeFileSync(join(folder, `control-${process.ppid}.json`), state(process.pid), { mode: 0o600 })
    expect(controlsIn(folder)).toEqual([])
    expect(controlsIn(join(folder, 'none'))).toEqual([])
  })

  test('one in a folder that is a link, or that others may write to, is not believed', () => {
    const folder = freshFolder()
    const state = { port: 4, token: 'a-token-of-this-test', pid: process.pid }
    writeFileSync(join(folder, `control-${process.pid}.json`), JSON.stringify(state), { mode: 0o600 })
    expect(controlsIn(folder)).toEqual([state])
    const link = join(freshFolder(), '.sallyport')
    symlinkSync(folder, link)
    expect(controlsIn(link)).toEqual([])
    chmodSync(folder, 0o777)
    expect(controlsIn(folder)).toEqual([])
  })

  test('there is none in mode observe', async () => {
    const { state } = await askingGateway({ operator: { mode: 'observe' } })
    expect(readdirSync(state).filter((name) => name.startsWith('control'))).toEqual([])
  })
})

/** `fetch` writes the Host header itself. */
function statusWithHost({ port, token }: ControlState, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, Authorization: `Bearer ${token}` }
    request({ port, host: '127.0.0.1', path: '/control/approvals', headers }, ({ statusCode }) =>
      resolve(statusCode),
    )
      .once('error', reject)
      .end()
  })
}
