// The command line, as a user types it.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../gateway/fixtures/running.js'
import { freshFolder, hostileServer, isAlive, realServer } from '../gateway/fixtures/servers.js'
import { program, run, start } from './fixtures/program.js'

beforeAll(async () => {
  await program()
})

/** An mcpServers file with these servers. */
function configFile(servers: Record<string, { command: string; args: readonly string[] }>): string {
  const file = join(freshFolder(), 'mcp.json')
  const mcpServers = Object.fromEntries(
    Object.entries(servers).map(([id, { command, args }]) => [id, { command, args }]),
  )
  writeFileSync(file, JSON.stringify({ mcpServers }))
  return file
}

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
})

test('--help names the commands, and gateway --help its options', async () => {
  const { out: help } = await run(['--help'])
  for (const word of ['gateway', 'approvals', 'approve', 'deny', 'said'])
    expect(help).toMatch(new RegExp(`^  ${word} `, 'm'))
  const { out, code } = await run(['gateway', '--help'])
  expect(code).toBe(0)
  for (const word of ['-- <command...>', '--config <file>', '--http', '--port', '--token', '--state']) {
    expect(out).toContain(word)
  }
})

describe('what is mistyped', () => {
  const broken = join(freshFolder(), 'mcp.json')
  writeFileSync(broken, '{ "mcpServers": { "fs": { "command": 1 } } }')
  const good = configFile({ fs: realServer('memory') })

  test.each<[string, string[], RegExp]>([
    [
      'an unknown option',
      ['gateway', '--prt', '1'],
      /^error: unknown option '--prt'\n\(Did you mean --port\?\)\n$/,
    ],
    ['an unknown command', ['gatway'], /^error: unknown command 'gatway'\n\(Did you mean gateway\?\)\n$/],
    [
      'a port that is none',
      ['gateway', '--http', '--port', '0x10'],
      /^error: option '-p, --port <number>' argument '0x10' is invalid\. A port is a number/,
    ],
    [
      'a port that is too large',
      ['gateway', '--http', '--port', '65536'],
      /^error: option '-p, --port <number>' argument '65536' is invalid\. A port is a number from 0 to 65535\.\n$/,
    ],
    [
      'nothing to guard',
      ['gateway'],
      /^sallyport: nothing to put the gate in front of: give --config <file>, or a command after --\.\n$/,
    ],
    [
      'a config and a command',
      ['gateway', '-c', good, '--', 'x'],
      /^sallyport: give either --config <file> or a command after --, not both\.\n$/,
    ],
    [
      'a port without --http',
      ['gateway', '-c', good, '--port', '1'],
      /^sallyport: --port is for --http\. Add --http/,
    ],
    [
      'a short token',
      ['gateway', '-c', good, '--http', '--token', 'abc'],
      /^sallyport: the token is shorter than 16 characters/,
    ],
    [
      'a token that fits no header',
      ['gateway', '-c', good, '--http', '--token', 'a token with spaces in it'],
      /^sallyport: the token may have letters, digits and [^\n]*\n$/,
    ],
    [
      'a token without --http',
      ['gateway', '-c', good, '--token', 'a-token-of-this-test'],
      /^sallyport: --token is for --http\. Add --http/,
    ],
    [
      'a config that is not there',
      ['gateway', '--config', 'no.json'],
      /^sallyport: no\.json: there is no such file\. Give the path of an mcpServers file with --config\.\n$/,
    ],
    [
      'a broken config',
      ['gateway', '--config', broken],
      /^sallyport: .*mcp\.json: mcpServers\.fs\.command: must be a text\.\n$/,
    ],
  ])('%s ends with code 2 and says the mend', async (_, args, expected) => {
    const { code, out, err } = await run(args)
    expect(err).toMatch(expected)
    expect(out).toBe('')
    expect(code).toBe(2)
  })

  test('a port that is taken ends with code 1 and one line', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, err } = await run(['gateway', '-c', good, '--http', '--port', String(port)])
    other.close()
    expect(err).toBe(
      `sallyport: port ${port} is taken. Take another with --port or PORT, or stop what uses it.\n`,
    )
    expect(code).toBe(1)
  })
})

test.each(['gateway.json', 'state.db'])(
  'a %s that can not be written ends it, with code 1 and one line',
  async (name) => {
    const folder = freshFolder()
    mkdirSync(join(folder, name, 'in-the-way'), { recursive: true })
    const config = configFile({ fs: realServer('memory') })
    const run = await start(['gateway', '-c', config, '--http', '--port', '0', '--state', folder])
    const late = setTimeout(() => run.process.kill('SIGKILL'), 10_000)
    const { code, err } = await run.ended
    clearTimeout(late)
    expect(err).toMatch(/^sallyport: [^\n]+\n$/)
    expect(err).toContain(folder)
    expect(code).toBe(1)
  },
)

describe('on stdio', () => {
  test('a client starts it before a real server, calls, and leaves nothing behind', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'note.txt'), 'Buy milk.')
    const { command, args } = realServer('filesystem', folder)
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [await program(), 'gateway', '--', command, ...args],
      stderr: 'pipe',
    })
    let said = ''
    transport.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('filesystem_read_text_file')
    const result = await client.callTool({
      name: 'filesystem_read_text_file',
      arguments: { path: join(folder, 'note.txt') },
    })
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringContaining('\nBuy milk.\n<<<end of') },
    ])
    expect(said).toMatch(/^filesystem_read_text_file +ok +model ~\d+ of ~\d+ tokens/m)
    const pid = transport.pid as number
    await client.close()
    await until(() => !isAlive(pid), 'the end')
  })

  test('it ends when its client closes the input, with what it started', async () => {
    const { config, events } = hostileServer(['--stubborn', '--helper'])
    const gateway = await start(['gateway', '--config', configFile({ bad: config })])
    await until(() => /bad: \d+ tools/.test(gateway.err()), 'the start')
    const pids = [events('started')[0]?.pid, events('helper')[0]?.helper] as number[]
    expect(pids.every(isAlive)).toBe(true)
    gateway.process.stdin?.end()
    expect((await gateway.ended).code).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('killed', () => {
  test.each<[NodeJS.Signals, string[]]>([
    ['SIGKILL', []],
    ['SIGKILL', ['--stubborn', '--helper']],
    ['SIGTERM', ['--stubborn', '--helper']],
  ])('with %s before a server with %j, it leaves no process behind', async (signal, flags) => {
    const { config, events } = hostileServer(flags)
    const gateway = await start(['gateway', '--config', configFile({ bad: config })])
    await until(() => /bad: \d+ tools/.test(gateway.err()), 'the start')
    const pids = [events('started')[0]?.pid, ...events('helper').map(({ helper }) => helper)] as number[]
    expect(pids.every(isAlive)).toBe(true)
    gateway.process.kill(signal)
    await gateway.ended
    await until(() => !pids.some(isAlive), 'the end of the servers')
  })

  test('after its watchdog, it leaves no process behind: there is a new watchdog', async () => {
    const { config, events } = hostileServer(['--stubborn'])
    const gateway = await start(['gateway', '--config', configFile({ bad: config })])
    await until(() => /bad: \d+ tools/.test(gateway.err()), 'the start')
    const server = events('started')[0]?.pid as number
    const [first] = watchdogsOf(gateway.process.pid as number)
    process.kill(first as number, 'SIGKILL')
    await until(() => watchdogsOf(gateway.process.pid as number).some((pid) => pid !== first), 'another')
    expect(gateway.err()).toContain('the watchdog of the servers was ended; another one is started')
    gateway.process.kill('SIGKILL')
    await until(() => !isAlive(server), 'the end of the server')
  })
})

describe('on HTTP', () => {
  test('it says how to connect, serves that, and keeps its token over a restart', async () => {
    const file = configFile({ memory: realServer('memory') })
    const port = await freePort()
    const args = ['gateway', '--config', file, '--http', '--port', String(port)]
    const first = await start(args, { env: { SALLYPORT_TOKEN: '' } })
    await until(() => /memory: 9 tools/.test(first.out()), 'the start')
    const token = /^Token: (\S+)$/m.exec(first.out())?.[1] as string
    expect(first.out()).toMatch(/^sallyport mode observe: /m)
    expect(first.out()).toContain(`Listening on http://127.0.0.1:${port}/mcp`)
    expect(first.out()).toContain(`claude mcp add --transport http sallyport http://127.0.0.1:${port}/mcp`)
    const state = join(file, '..', '.sallyport', 'gateway.json')
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ port, token })
    expect(statSync(state).mode & 0o777).toBe(0o600)

    const client = new Client({ name: 'test', version: '1' })
    const headers = { Authorization: `Bearer ${token}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
        requestInit: { headers },
      }),
    )
    expect((await client.callTool({ name: 'memory_read_graph', arguments: {} })).isError).toBeUndefined()
    await client.close()
    await until(() => /^memory_read_graph +ok/m.test(first.out()), 'the line')
    first.process.kill('SIGINT')
    expect((await first.ended).code).toBe(0)

    const second = await start(args, { env: { SALLYPORT_TOKEN: '' } })
    await until(() => second.out().includes('Token: '), 'the second start')
    expect(second.out()).toContain(`Token: ${token}`)
    second.process.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
  })
})

/** The shells that a gateway has as children. */
function watchdogsOf(gateway: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, state, command]) =>
        parent === `${gateway}` && command === '/bin/sh' && !state?.startsWith('Z'),
    )
    .map(([pid]) => Number(pid))
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
