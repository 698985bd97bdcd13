// `npm start`, as a newcomer runs it.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { processesOf, runScript, type Script } from './fixtures/processes.js'
import { until } from './gateway/fixtures/running.js'
import { freshFolder } from './gateway/fixtures/servers.js'

/** What is tested of the set-up, which is no TypeScript. */
interface SetUp {
  nodeFault(version: string): string | undefined
}

const started: Script[] = []

/** Runs `npm start -- <args>` with state of its own. */
function npmStart(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Script {
  const script = runScript('npm', ['start', '--', ...args], env)
  started.push(script)
  return script
}

/** Runs the script itself, with state of its own: what npm would say around it is left out. */
function start(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  node: readonly string[] = [],
): Script {
  const script = runScript(process.execPath, [...node, 'scripts/start.mjs', ...args], env)
  started.push(script)
  return script
}

beforeAll(async () => {
  // Whatever has to be built is built here, so that no test waits for it.
  await start(['--help']).ended
}, 180_000)

afterEach(() => {
  for (const { process: child, interrupt } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) interrupt()
  }
})

describe('npm start', () => {
  test('listens, says how to connect, shows each crossing, and leaves nothing at Ctrl-C', async () => {
    const token = 'a-token-of-the-test'
    const script = npmStart(['--port', '0', '--state', freshFolder()], { SALLYPORT_TOKEN: token })
    await until(() => (script.out().match(/: \d+ tools/g) ?? []).length === 3, 'the three servers', 30_000)
    const out = script.out()
    const [, url = ''] = /^Listening on (\S+)$/m.exec(out) ?? []
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(out).toContain(
      `claude mcp add --transport http sallyport ${url} --header "Authorization: Bearer ${token}"`,
    )
    expect(out).toContain('.cursor/mcp.json')
    expect(out).toContain('.vscode/mcp.json')
    expect(out.indexOf('Listening')).toBeLessThan(out.indexOf('tools'))
    expect(script.err()).toBe('')

    const client = new Client({ name: 'newcomer', version: '1' })
    const headers = { Authorization: `Bearer ${token}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['fs_read_text_file', 'memory_read_graph', 'everything_echo']),
    )
    expect(names).not.toContain('everything_get-env')
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
    await call('fs_read_text_file', { path: 'orders.csv' })
    await call('fs_read_text_file', { path: 'shop-api.log', heads: 3 })
    await call('everything_trigger-long-running-operation', { duration: 3, steps: 3 })
    await client.close()
    await until(() => script.out().includes('timeout'), 'the last line')
    const crossings = script.out().trimEnd().split('\n').slice(-3)
    expect(crossings.map(rough)).toEqual(shownInReadme().map(rough))

    expect(processesOf(script.home).length).toBeGreaterThan(3)
    script.interrupt()
    expect([0, 130]).toContain(await script.ended)
    expect(processesOf(script.home)).toEqual([])
  }, 60_000)

  test('leaves nothing when a process manager ends npm with SIGTERM', async () => {
    const script = npmStart(['--port', '0', '--state', freshFolder()])
    await until(() => script.out().includes('Listening'), 'the start', 30_000)
    script.process.kill('SIGTERM')
    await until(() => processesOf(script.home).length === 0, 'the end', 15_000)
  }, 60_000)

  test('takes the port of PORT, and says so when it is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const script = start(['--state', freshFolder()], { PORT: String(port) })
    expect(await script.ended).toBe(1)
    other.close()
    expect(script.err()).toBe(
      `sallyport: port ${port} is taken. Take another with --port or PORT, or stop what uses it.\n`,
    )
    expect(processesOf(script.home)).toEqual([])
  })

  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    [
      'a PORT that is none',
      [],
      { PORT: '80a' },
      "sallyport: PORT='80a' is no port. A port is a number from 0 to 65535.\n",
    ],
    ['an option that is none', ['--prt', '1'], {}, "error: unknown option '--prt'\n(Did you mean --port?)\n"],
  ])('refuses %s in a line, with code 2', async (_, args, env, line) => {
    const script = start([...args, '--state', freshFolder()], env)
    expect(await script.ended).toBe(2)
    expect(script.err()).toBe(line)
  })
})

describe('the version of Node', () => {
  test.each([
    ['18.20.4', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['23.0.0', true],
    ['24.1.0', true],
  ])('%s is new enough: %s', async (version, isEnough) => {
    const setup = (await import(pathToFileURL('scripts/setup.mjs').href)) as SetUp
    expect(setup.nodeFault(version) === undefined).toBe(isEnough)
  })

  test('one that is too old ends the start with a line that says which is wanted', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`
    const script = start([], {}, ['--import', `data:text/javascript,${encodeURIComponent(old)}`])
    expect(await script.ended).toBe(1)
    expect(script.err()).toBe(
      'Sallyport needs Node 20.19, or 22.12 or newer; this is 18.20.4. Get one from https://nodejs.org.\n',
    )
  })
})

test('the set-up never installs through a link, which would empty the packages of another tree', async () => {
  const [here, other] = [freshFolder(), freshFolder()]
  mkdirSync(join(here, 'scripts'))
  copyFileSync('scripts/setup.mjs', join(here, 'scripts', 'setup.mjs'))
  writeFileSync(join(here, 'package-lock.json'), '{}')
  writeFileSync(join(other, 'kept'), '')
  symlinkSync(other, join(here, 'node_modules'))
  const setUp = `import(${JSON.stringify(pathToFileURL(join(here, 'scripts', 'setup.mjs')).href)}).then((it) => it.setUp())`
  const script = runScript(process.execPath, ['-e', setUp])
  expect(await script.ended).toBe(1)
  expect(script.err()).toMatch(/^node_modules is a link .+\n$/)
  expect(readdirSync(other)).toEqual(['kept'])
})

/** The lines of README.md that show crossings. */
function shownInReadme(): string[] {
  const readme = readFileSync('README.md', 'utf8')
  return /```text\n(fs_read_text_file [\s\S]*?)\n```/.exec(readme)?.[1]?.split('\n') ?? []
}

/** A line without what differs from run to run: milliseconds, and tokens by a few. */
function rough(line: string): string {
  return line
    .replace(/ +[\d ]+ ms$/, ' ms')
    .replaceAll(/~\d+ of|~\d+ tokens/g, (part) => part.replace(/\d+/, 'n'))
}
