// Words and answers of a person, as a user types them, to a gateway that a client has started.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askGateway } from '../../src/cli/control.js'
import { type ControlState, controlsIn } from '../../src/gateway/config/control-state.js'
import { QUICK, runGateway } from '../gateway/fixtures/running.js'
import { freshFolder, realServer } from '../gateway/fixtures/servers.js'
import { program, run, runAtTerminal, start } from './fixtures/program.js'

beforeAll(async () => {
  await program()
})

const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

/** A client that has started a gateway which asks, before a folder of files. */
async function askingClient(sallyport: object = {}, files = freshFolder(), folder = freshFolder()) {
  const config = join(folder, 'mcp.json')
  const { command, args } = realServer('filesystem', files)
  const tools = {
    'write_*': { effect: 'write', egress: false, roles: { path: 'target', content: 'content' } },
  }
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { fs: { command, args } },
      sallyport: { mode: 'ask', servers: { fs: { tools } }, ...sallyport },
    }),
  )
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  const gateway = [await program(), 'gateway', '--config', config]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: gateway, stderr: 'ignore' }),
  )
  const write = async (name: string) => {
    const path = join(files, name)
    await client.callTool({ name: 'fs_write_file', arguments: { path, content: 'x' } })
    return existsSync(path)
  }
  return { client, config, files, folder, write }
}

/** Answers as the command does, by the door of the person: these tests are the client, so no command of theirs may. */
async function control(folder: string, operation: 'approve', body: object) {
  const [gateway] = controlsIn(join(folder, '.sallyport'))
  await askGateway(gateway as ControlState, operation, { body })
}

/** Runs the program with something on stdin. */
async function pipe(args: readonly string[], input: string, cwd?: string) {
  const started = await start(args, cwd === undefined ? {} : { cwd })
  started.process.stdin?.end(input)
  return started.ended
}

const hook = (prompt: string, more: object = {}) =>
  JSON.stringify({ session_id: 's-1', hook_event_name: 'UserPromptSubmit', prompt, ...more })

describe('sallyport approvals', () => {
  test('lists what is held, and the answered call passes', async () => {
    const { config, files, folder, write } = await askingClient()
    expect((await run(['approvals', '--config', config])).out).toBe('No approval waits.\n')
    expect(await write('b.txt')).toBe(false)

    const listed = await run(['approvals', '--config', config])
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toContain(`- target "path": "${join(files, 'b.txt')}" (not found in what was shown)`)
    const id = /approve (ap_\S+) --config \S+ --for once$/m.exec(listed.out)?.[1] as string
    const json = await run(['approvals', '--json'], { cwd: folder })
    expect(JSON.parse(json.out)).toMatchObject({ approvals: [{ id, tool: 'fs_write_file', waits: true }] })

    await control(folder, 'approve', { id, for: 'once' })
    expect(await write('b.txt')).toBe(true)
  })

  test('a command that answers wants a terminal, and one that the client has not opened', async () => {
    const { config, write } = await askingClient()
    expect(await write('b.txt')).toBe(false)
    const { out } = await run(['approvals', '-c', config, '--json'])
    const [{ id }] = (JSON.parse(out) as { approvals: [{ id: string }] }).approvals
    for (const args of [
      ['approve', id, '-c', config, '--for', 'once'],
      ['deny', id, '-c', config],
      ['revoke', id, '-c', config],
    ]) {
      const piped = await run(args)
      expect(piped).toMatchObject({ code: 1, out: '' })
      expect(piped.err).toMatch(/is for a person at a terminal, and this is none/)
      // These tests are the client: what they start is no person, whatever terminal it makes.
      const inside = await runAtTerminal(args)
      expect(inside).toMatchObject({ code: 1, out: expect.stringContaining('was started by the client') })
    }
    expect(await write('b.txt')).toBe(false)
  })

  test('at a terminal of their own a person approves, refuses, refuses for good and takes it back', async () => {
    const folder = freshFolder()
    const files = freshFolder()
    const tools = {
      'write_*': { effect: 'write', egress: false, roles: { path: 'target', content: 'content' } },
    }
    const config = join(folder, 'mcp.json')
    const { command, args } = realServer('filesystem', files)
    writeFileSync(
      config,
      JSON.stringify({
        mcpServers: { fs: { command, args } },
        sallyport: { mode: 'ask', servers: { fs: { tools } } },
      }),
    )
    const rules = [{ pattern: 'write_*', ...tools['write_*'] }] as never
    const gateway = await runGateway([{ ...realServer('filesystem', files), rules }], QUICK, {
      operator: { mode: 'ask' },
      dir: folder,
    })
    try {
      const client = await gateway.connect()
      const write = async (name: string) => {
        const path = join(files, name)
        await client.callTool({ name: 'filesystem_write_file', arguments: { path, content: 'x' } })
        return existsSync(path)
      }
      const idOf = async () => {
        const { out } = await run(['approvals', '-c', config, '--json'])
        return (JSON.parse(out) as { approvals: { id: string }[] }).approvals.at(-1)?.id as string
      }
      expect(await write('a.txt')).toBe(false)
      const yes = await runAtTerminal(['approve', await idOf(), '-c', config, '--for', 'once'])
      expect(yes).toEqual({
        code: 0,
        out: 'filesystem_write_file: the same call passes one time, when it is made again.\n',
      })
      expect(await write('a.txt')).toBe(true)

      expect(await write('b.txt')).toBe(false)
      const no = await runAtTerminal(['deny', await idOf(), '-c', config])
      expect(no).toEqual({ code: 0, out: 'filesystem_write_file: the call is refused.\n' })
      expect(await write('b.txt')).toBe(false)

      expect(await write('c.txt')).toBe(false)
      const id = await idOf()
      const never = await runAtTerminal(['deny', id, '-c', config, '--for', 'value'])
      expect(never.out).toContain('calls with these values are refused')
      expect((await runAtTerminal(['deny', id, '-c', config])).out).toMatch(
        /^sallyport: no approval '.*' waits/,
      )
      const { out } = await run(['approvals', '-c', config, '--standing'])
      expect(out).toContain(`never: target "${join(files, 'c.txt')}"`)
      const endId = /sallyport revoke (\S+)/.exec(out)?.[1] as string
      const back = await runAtTerminal(['revoke', endId, '-c', config])
      expect(back).toEqual({ code: 0, out: 'filesystem_write_file: it is asked about again.\n' })
      expect((await run(['approvals', '-c', config, '--standing'])).out).toBe('No answer goes on counting.\n')
    } finally {
      await gateway.close()
    }
  })

  test('a value is approved for the next process too', async () => {
    const first = await askingClient()
    expect(await first.write('b.txt')).toBe(false)
    const { out } = await run(['approvals', '-c', first.config, '--json'])
    const [{ id }] = (JSON.parse(out) as { approvals: [{ id: string }] }).approvals
    const until = `${new Date().getFullYear() + 1}-12-31`
    await control(first.folder, 'approve', { id, for: 'value', until })
    await first.client.close()
    const second = await askingClient({}, first.files, first.folder)
    expect(await second.write('b.txt')).toBe(true)
  })

  test.each<[string, string[], RegExp]>([
    ['no scope', ['approve', 'ap_1'], /required option '--for <what>' not specified/],
    ['a scope that is none', ['approve', 'ap_1', '--for', 'ever'], /Allowed choices are once, value/],
    ['an end for once', ['approve', 'ap_1', '--for', 'once', '--uses', '1'], /are for '--for value'/],
    ['a date that is none', ['approve', 'ap_1', '--for', 'value', '--until', 'soon'], /Write a date as/],
    ['a count that is none', ['approve', 'ap_1', '--for', 'value', '--uses', '0'], /from 1 on/],
    ['an end for one no', ['deny', 'ap_1', '--until', '2099-01-01'], /--until is for '--for value'/],
    ['a no to nothing', ['deny'], /missing required argument 'id'/],
    ['an answer to the list', ['approvals', 'answer', 'ap_1'], /too many arguments/],
    [
      'two ways to name the gateway',
      ['approvals', '-c', 'a', '--state', 'b'],
      /either --config <file> or --state/,
    ],
  ])('%s ends with code 2', async (_, args, words) => {
    const { code, err, out } = await run(args)
    expect(err).toMatch(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  test('without a gateway it ends with code 1 and says so', async () => {
    const { code, err } = await run(['approvals'], { cwd: freshFolder() })
    expect(err).toMatch(/^sallyport: no gateway that takes answers runs [^\n]+"mode": "ask" [^\n]+\n$/)
    expect(code).toBe(1)
  })
})

describe('sallyport said', () => {
  test('as a prompt hook: what the user named passes, what an agent reported does not', async () => {
    const { config, files, write } = await askingClient({ promptHook: true })
    const said = (words: string, name: string) => hook(words.replace('$', join(files, name)))
    expect(await write('b.txt')).toBe(false)
    expect(await pipe(['said', '--config', config], said('Write it to $ please', 'b.txt'))).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(await write('b.txt')).toBe(true)

    const report = said('<task-notification>Write it to $</task-notification>', 'c.txt')
    const skipped = await pipe(['said', '--config', config], report)
    expect(skipped).toMatchObject({ code: 0, out: '', err: expect.stringContaining('not counted') })
    expect(await write('c.txt')).toBe(false)
    expect(await pipe(['said', '-c', config, '--text', `Write ${join(files, 'c.txt')}`], '')).toEqual({
      code: 0,
      out: '',
      err: 'sallyport said: told; it counts in 1 conversation.\n',
    })
    expect(await write('c.txt')).toBe(true)
  })

  test('to a gateway that takes none: code 0, and what to do on stderr', async () => {
    const { config } = await askingClient()
    const { code, out, err } = await pipe(['said', '--config', config], hook('Hi'))
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toContain('"promptHook": true')
  })

  test('without a gateway: code 0, and a note on stderr', async () => {
    const { code, out, err } = await pipe(['said'], hook('Hi'), freshFolder())
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(err).toMatch(/^sallyport said: no gateway [^\n]+"promptHook": true [^\n]+\n$/)
  })

  test('to one that only observes: it runs, and what its config lacks is said', async () => {
    const folder = freshFolder()
    const gateway = await runGateway([], QUICK, { operator: { mode: 'observe' }, dir: folder })
    const { code, err } = await pipe(['said', '--text', 'Hi'], '', folder)
    await gateway.close()
    expect(code).toBe(0)
    expect(err).toMatch(/^sallyport said: the gateway that runs with .* must say "promptHook": true under/)
  })

  test('a mistake in the command line has not the code by which a client drops the prompt', async () => {
    const { code, out } = await pipe(['said', '--confg', 'x'], hook('Hi'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })

  test('ends when its input does not, or when what listens does not answer', async () => {
    const endless = await start(['said'], { cwd: freshFolder() })
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const state = join(freshFolder(), '.sallyport')
    mkdirSync(state)
    const control = { port, token: 'a-token-of-this-test', pid: process.pid }
    writeFileSync(join(state, `control-${process.pid}.json`), JSON.stringify(control), { mode: 0o600 })
    const unanswered = await pipe(['said', '--state', state], hook('Hi'))
    const { code, err } = await endless.ended
    silent.close()
    expect(unanswered).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/\S/) })
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('too long') })
  })
})
