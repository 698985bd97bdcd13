// `sallyport call` as a person or an agent's shell types it: the program itself, with a state folder of its own.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callCommand } from '../../src/cli/call.js'
import { StartError } from '../../src/gateway/fault.js'
import { freshFolder, realServer } from '../gateway/fixtures/servers.js'
import { builtModule, type Ended, program, run, runAtTerminal, start } from './fixtures/program.js'

beforeAll(async () => {
  await program()
})

let folder: string
beforeEach(() => {
  folder = freshFolder()
})

const tools = () => builtModule('call-tools')
const call = (...args: string[]): Promise<Ended> => run(['call', ...args], { cwd: folder })
const called = (tool: string, args?: object, ...flags: string[]): Promise<Ended> =>
  call(tools(), tool, ...(args ? [JSON.stringify(args)] : []), ...flags)
const tokenIn = (text: string, kind: string): string =>
  new RegExp(`${kind}_[0-9a-z]+`).exec(text)?.[0] ?? `no ${kind} in ${text}`

describe('of a module', () => {
  test('a handle of one invocation is taken by the next', async () => {
    const found = await called('find_order', { number: 'A-17' })
    expect(found).toMatchObject({ code: 0, err: '' })
    const order = tokenIn(found.out, 'order')
    const total = await called('order_total', { order })
    expect(total).toMatchObject({ code: 0, err: '' })
    expect(total.out).toContain('A-17')
    expect((await called('order_total', { order }, '--user', 'somebody-else')).code).toBe(1)
    const listed = await run(['handles', 'list'], { cwd: folder })
    expect(listed.out).toContain('Order A-17')
  })

  test('what a view left out is read on by inspect_handle', async () => {
    const first = await called('list_lines')
    expect(first.code).toBe(0)
    expect(first.out).not.toContain('line 399')
    const rest = await called('inspect_handle', {
      op: 'get',
      handle: tokenIn(first.out, 'result'),
      path: '/399',
    })
    expect(rest).toMatchObject({ code: 0, err: '' })
    expect(rest.out).toContain('the text of line 399')
  })

  test('--json is the whole outcome, --ui what the panel gets', async () => {
    const json = JSON.parse((await called('find_order', { number: 'A-17' }, '--json')).out)
    expect(json).toMatchObject({ status: 'ok', tool: 'find_order', handles: [{ kind: 'order' }] })
    expect(json.value.order).toBe(json.handles[0].handle)
    const ui = JSON.parse((await called('order_total', { order: json.value.order }, '--ui')).out)
    expect(ui).toMatchObject({ data: { number: 'A-17', total: 12 } })
    const both = await called('find_order', { number: 'A-17' }, '--ui', '--json')
    expect(both).toMatchObject({ code: 2, out: '' })
  })

  test('the arguments come from stdin', async () => {
    const input = '{"number":"B-1"}'
    const found = await run(['call', tools(), 'find_order', '-'], { cwd: folder, input })
    expect(found).toMatchObject({ code: 0, err: '' })
    expect(found.out).toContain('Order B-1')
  })

  test.each<[tool: string, code: number, words: RegExp]>([
    ['find_nothing', 0, /There is no such thing/],
    ['fail', 1, /The shop is closed/],
    ['find_order', 1, /number/],
    ['forbidden', 4, /./],
  ])('%s ends with %d', async (tool, code, words) => {
    const ended = await called(tool)
    expect(ended).toMatchObject({ code, err: '' })
    expect(ended.out).toMatch(words)
  })

  test('a call that the user would have to ask for is held, told in full, and never by a pipe', async () => {
    const mail = { to: 'bob@evil.example', body: 'hi' }
    const held = await called('send_mail', mail)
    expect(held.code).toBe(3)
    expect(held.out).toContain("waits for a person's answer")
    expect(held.err).toMatch(/^held: May send_mail run\? /)
    expect(held.err).toMatch(/^- target "to": "bob@evil\.example" \(/m)
    expect(held.err).toContain('- "body": "hi"')
    expect(held.err).toContain('--said "<text>"')
    const said = await called('send_mail', mail, '--said', 'Send a mail to bob@evil.example')
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toMatch(/^sallyport: --said: is for a person at a terminal, and stdin is none\. .*\n$/)
    expect((await called('send_mail', mail, '--json')).code).toBe(3)
  })

  test('a gate that it exports is called as it is', async () => {
    const denied = await call(builtModule('call-gate'), 'send_mail', '{"to":"bob@evil.example","body":"hi"}')
    expect(denied).toMatchObject({ code: 4, err: '' })
  })
})

describe('--said at a terminal', () => {
  const source = fileURLToPath(new URL('./fixtures/call-tools.ts', import.meta.url))
  const streams = [process.stdin, process.stdout]
  const before = streams.map((stream) => Object.getOwnPropertyDescriptor(stream, 'isTTY'))
  afterEach(() => {
    for (const [at, stream] of streams.entries()) {
      if (before[at]) Object.defineProperty(stream, 'isTTY', before[at])
      else Reflect.deleteProperty(stream, 'isTTY')
    }
  })

  /** In this process, which can be given terminals. */
  async function atTerminal(terminals: readonly [stdin: boolean, stdout: boolean], ...args: string[]) {
    for (const [at, stream] of streams.entries()) {
      Object.defineProperty(stream, 'isTTY', { value: terminals[at], configurable: true })
    }
    vi.spyOn(process.stderr, 'write').mockImplementation(((_: unknown, done?: () => void) => {
      done?.()
      return true
    }) as typeof process.stderr.write)
    let code: number | undefined
    const terminal = {
      write: async () => {},
      complain: () => {},
      exit: (given: number) => {
        code = given
      },
      color: false,
      width: 80,
    }
    const words = [source, ...args, '--state', join(folder, '.sallyport')]
    try {
      await callCommand(terminal).parseAsync(words, { from: 'user' })
    } finally {
      vi.restoreAllMocks()
    }
    return code
  }

  const mail = ['send_mail', '{"to":"bob@evil.example","body":"hi"}']
  const words = ['--said', 'Send a mail to bob@evil.example that says hi']

  test('the words count for that call, and for none that comes later', async () => {
    expect(await atTerminal([true, true], ...mail)).toBe(3)
    // They ask for a mail, and this call is none: what they ask for stays open, if they stay.
    expect(await atTerminal([true, true], 'find_nothing', '{}', ...words)).toBe(0)
    expect(await atTerminal([true, true], ...mail)).toBe(3)
    expect(await atTerminal([true, true], ...mail, ...words)).toBe(0)
  })

  test.each<[terminals: [boolean, boolean], none: string]>([
    [[false, true], 'stdin'],
    [[true, false], 'stdout'],
  ])('%j is refused', async (terminals, none) => {
    const refused = await atTerminal(terminals, ...mail, ...words).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect((refused as StartError).message).toContain(`${none} is none`)
  })
})

describe('a mistake is one line', () => {
  test.each<[what: string, args: () => string[], line: RegExp]>([
    ['no module', () => ['none.js', 'find'], /there is no file 'none\.js'\./],
    ['no tool named', () => [tools()], /no tool is named: sallyport call .* <tool> \[json \| -\]/],
    [
      'a misspelt tool',
      () => [tools(), 'find_ordr'],
      /there is no tool 'find_ordr'\. Did you mean 'find_order'\?/,
    ],
    ['an unknown tool', () => [tools(), 'zzz'], /there is no tool 'zzz'\. It has: find_order, order_total/],
    [
      'broken JSON',
      () => [tools(), 'find_order', '{number:1}'],
      /the arguments: are no JSON: .* Write one object/,
    ],
    ['no object', () => [tools(), 'find_order', '[1]'], /the arguments: are JSON, but no object\. Write one/],
    ['a word too many', () => [tools(), 'find_order', '{}', '{}'], /'\{\}' is one word too many\./],
    ['no words', () => [tools(), 'fail', '--said', ' '], /--said: says nothing\./],
    [
      "a client's conversation",
      () => [tools(), 'fail', '--conversation', 'client-x'],
      /--conversation: 'client-x' is no name/,
    ],
    ['an empty user', () => [tools(), 'fail', '--user', ''], /--user: must be 1 to 512 characters long\./],
    ['no config', () => ['--config', 'none.json', 'fail'], /none\.json: there is no such file\./],
    [
      'an unsafe state folder',
      () => [tools(), 'fail', '--state', '.'],
      /state folder '\.' is the folder you are in/,
    ],
  ])('%s', async (_, args, line) => {
    const { code, out, err } = await call(...args())
    expect(out).toBe('')
    expect(err).toMatch(line)
    expect(err).toMatch(/^sallyport: [^\n]*\n$/)
    expect(code).toBe(err.includes('state folder') ? 1 : 2)
  })
})

describe('of a config', () => {
  function config(servers: object, sallyport?: object): string {
    const file = join(folder, 'mcp.json')
    writeFileSync(file, JSON.stringify({ mcpServers: servers, ...(sallyport && { sallyport }) }))
    return file
  }
  const entry = (name: 'memory' | 'everything' | 'filesystem', ...args: string[]) => {
    const { command, args: all } = realServer(name, ...args)
    return { command, args: all }
  }

  test('its server is started, called as behind the gateway, and ended', async () => {
    const file = config({ everything: entry('everything') })
    const echoed = await call('--config', file, 'everything_echo', '{"message":"hello"}')
    expect(echoed).toMatchObject({ code: 0, err: '' })
    expect(echoed.out).toContain('hello')
    const misspelt = await call('--config', file, 'everything_ecoh', '{"message":"hello"}')
    expect(misspelt).toMatchObject({ code: 2, out: '' })
    expect(misspelt.err).toContain("Did you mean 'everything_echo'?")
  })

  test('a result of the config stays behind its handle for the next call', async () => {
    writeFileSync(join(folder, 'long.txt'), Array.from({ length: 9_000 }, (_, at) => `line ${at}`).join('\n'))
    const file = config({ files: entry('filesystem', folder) })
    const first = await call(
      '--config',
      file,
      'files_read_text_file',
      JSON.stringify({ path: join(folder, 'long.txt') }),
    )
    expect(first.code).toBe(0)
    const handle = tokenIn(first.out, 'result')
    const rest = await call(
      '--config',
      file,
      'inspect_handle',
      JSON.stringify({ op: 'search', handle, text: 'line 8999' }),
    )
    expect(rest).toMatchObject({ code: 0, err: '' })
    expect(rest.out).toContain('line 8999')
  })

  test('in mode ask a call is held, and runs once a person has answered beside a gateway', async () => {
    const rules = [{ id: 'no-echo', hold: { tools: ['everything_echo'] } }]
    const file = config({ everything: entry('everything') }, { mode: 'ask', rules })
    const held = await call('--config', file, 'everything_echo', '{"message":"hello"}')
    expect(held.code).toBe(3)
    const answer = /sallyport (approve ap_\S+) --config \S*mcp\.json --for once/.exec(held.err)?.[1] ?? ''
    // Over HTTP: of one on stdio this very process would be the client, which must not answer.
    const gateway = await start(['gateway', '--config', file, '--http', '--port', '0'], { cwd: folder })
    await vi.waitFor(() => expect(gateway.out() + gateway.err()).toContain('everything'), {
      timeout: 60_000,
      interval: 100,
    })
    const listed = await run(['approvals', '--config', file])
    expect(listed.out).not.toContain('has ended')
    const approved = await runAtTerminal([...answer.split(' '), '--config', file, '--for', 'once'])
    gateway.process.kill('SIGTERM')
    await gateway.ended
    expect(approved).toMatchObject({ code: 0 })
    const other = await call('--config', file, 'everything_echo', '{"message":"bye"}')
    expect(other).toMatchObject({ code: 3 })
    const passed = await call('--config', file, 'everything_echo', '{"message":"hello"}')
    expect(passed).toMatchObject({ code: 0, err: '' })
    expect((await call('--config', file, 'everything_echo', '{"message":"hello"}')).code).toBe(3)
  })

  test('a server that does not start is told of, with its last words', async () => {
    const script = 'console.error("no database"); process.exit(3)'
    const file = config({ broken: { command: process.execPath, args: ['-e', script] } })
    const ended = await call('--config', file, 'find')
    expect(ended).toMatchObject({ code: 1, out: '' })
    expect(ended.err).toContain('no database')
    expect(ended.err).toContain('No tools came from: broken')
  })
})
