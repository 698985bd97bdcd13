// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of a config look like that

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configOfCommand, readConfig } from '../../../src/gateway/config/config.js'
import { StartError } from '../../../src/gateway/fault.js'
import { freshFolder } from '../fixtures/servers.js'

const ENV = { TOKEN: 's3cret', HOME: '/home/me' }

function write(text: string, name = 'mcp.json'): string {
  const file = join(freshFolder(), name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const read = (value: unknown, name?: string) =>
  readConfig(write(typeof value === 'string' ? value : JSON.stringify(value), name), ENV)

describe('a file as clients have it', () => {
  test('is taken with comments and trailing commas', () => {
    const config = read(`{
      // the only one
      "mcpServers": { "fs": { "command": "npx", "args": ["-y", "server-filesystem", "./docs"], }, },
    }`)
    expect(config.servers).toMatchObject([
      {
        id: 'fs',
        command: 'npx',
        args: ['-y', 'server-filesystem', './docs'],
        env: {},
        cwd: config.dir,
        rules: [],
      },
    ])
    expect(config.warnings).toEqual([])
  })

  test('of VS Code is taken, and its paths count from the workspace', () => {
    const config = read(
      { servers: { fs: { type: 'stdio', command: 'x', args: ['${workspaceFolder}/a'], cwd: 'sub' } } },
      '.vscode/mcp.json',
    )
    const workspace = dirname(config.dir)
    expect(config.servers[0]).toMatchObject({ args: [`${workspace}/a`], cwd: join(workspace, 'sub') })
  })

  test('keeps foreign keys aside with one warning', () => {
    const { warnings } = read({
      mcpServers: { fs: { command: 'x', autoApprove: ['*'] } },
      inputs: [],
      theme: 'dark',
    })
    expect(warnings).toEqual([
      expect.stringMatching(/left aside.*: inputs, theme, mcpServers\.fs\.autoApprove$/),
    ])
  })

  test('leaves out servers that are disabled or remote, and says so', () => {
    const { servers, warnings } = read({
      mcpServers: {
        a: { command: 'x' },
        b: { command: 'x', disabled: true },
        c: { url: 'https://example.com/mcp' },
      },
    })
    expect(servers.map(({ id }) => id)).toEqual(['a'])
    expect(warnings.map((line) => line.replace(/^.*mcpServers/, 'mcpServers'))).toEqual([
      'mcpServers.b: is disabled.',
      'mcpServers.c: remote servers (url) are not supported yet; it is left out.',
    ])
  })

  test('gives environment values, also as numbers and by reference', () => {
    const [server] = read({
      mcpServers: {
        fs: {
          command: 'x',
          env: { A: '1', B: 2, C: null, D: '${env:TOKEN}', E: '${TOKEN}', F: '${NONE:-d}' },
        },
      },
    }).servers
    expect(server?.env).toEqual({ A: '1', B: '2', D: 's3cret', E: 's3cret', F: 'd' })
  })
})

test('a secret is read from a file beside the config, without its last line break', () => {
  const file = write('{"mcpServers":{"fs":{"command":"x","env":{"K":"Bearer ${file:secret}"}}}}')
  writeFileSync(join(dirname(file), 'secret'), 'pa55\n')
  expect(readConfig(file, ENV).servers[0]?.env).toEqual({ K: 'Bearer pa55' })
})

describe('our own key', () => {
  const mcpServers = { fs: { command: 'x' }, db: { command: 'y' } }

  test('gives tools their policy and a server its deadline', () => {
    const { servers, port } = read({
      mcpServers,
      sallyport: {
        port: 5000,
        timeoutMs: 9_000,
        servers: {
          fs: {
            timeoutMs: 1_000,
            tools: {
              'write_*': { effect: 'write', limits: { modelTokens: 100 }, views: 'raw' },
              rm: { deny: true },
            },
          },
        },
      },
    })
    expect(port).toBe(5000)
    expect(servers).toMatchObject([
      {
        timeoutMs: 1_000,
        rules: [
          { pattern: 'write_*', effect: 'write', limits: { modelTokens: 100 }, views: 'raw' },
          { pattern: 'rm', deny: true },
        ],
      },
      { timeoutMs: 9_000, rules: [] },
    ])
  })

  test('gives a server limits of its own, and refuses times that contradict each other between levels', () => {
    const withFs = (fs: object, more: object = {}) => ({
      mcpServers,
      sallyport: { ...more, servers: { fs } },
    })
    const limits = { timeoutMs: 90_000, longestMs: 1_800_000, modelTokens: 500 }
    expect(read(withFs({ limits })).servers[0]).toMatchObject({ limits })
    expect(() => read(withFs({ limits: { longestMs: 1_000 } }, { timeoutMs: 2_000 }))).toThrow(
      /servers\.fs: limits: longestMs \(1000\) is shorter than timeoutMs \(2000\)/,
    )
    expect(() =>
      read(withFs({ limits: { longestMs: 9_000 }, tools: { 'slow_*': { limits: { timeoutMs: 10_000 } } } })),
    ).toThrow(/servers\.fs\.tools\.slow_\*: limits: longestMs \(9000\) is shorter/)
  })

  test('names the clients that have a person', () => {
    const mcpServers = { fs: { command: 'x' } }
    const clients = { 'claude-code': { person: true }, ci: { person: false }, other: {} }
    expect(read({ mcpServers, sallyport: { clients } }).people).toEqual(new Set(['claude-code']))
    expect(read({ mcpServers }).people).toEqual(new Set())
  })

  test('says who is in a group of readers', () => {
    const { operator } = read({ mcpServers, sallyport: { groups: { finance: ['@finance.acme.example'] } } })
    expect(operator?.inGroup?.('finance', 'lena@finance.acme.example')).toBe(true)
    expect(operator?.inGroup?.('finance', 'lena@acme.example')).toBe(false)
  })

  test('gives the gate its mode, what is trusted and its rules, and tools their flow', () => {
    const operator = {
      mode: 'ask',
      trusted: { domains: ['acme.example'] },
      rules: [{ id: 'no-dotfiles', deny: { tools: ['fs/*'], when: "args.path.contains('/.')" } }],
    } as const
    const flow = {
      origin: 'third-party-text',
      readers: ['session'],
      roles: { path: 'target' },
      egress: 'publish',
      allow: ['https://a.example/'],
      exempt: [],
    }
    const config = read({ mcpServers, sallyport: { ...operator, servers: { fs: { tools: { x: flow } } } } })
    expect(config.operator).toEqual(operator)
    expect(config.servers[0]?.rules).toEqual([{ pattern: 'x', ...flow }])
    expect(read({ mcpServers }).operator).toEqual({ mode: 'observe' })
    expect(read({ mcpServers, sallyport: {} }).operator).toEqual({ mode: 'observe' })
    expect(read({ mcpServers }).promptHook).toBe(false)
    expect(read({ mcpServers, sallyport: { promptHook: true } }).promptHook).toBe(true)
  })

  const own = (sallyport: unknown) => JSON.stringify({ mcpServers, sallyport })
  const tool = (policy: unknown) => own({ servers: { fs: { tools: { 'a*': policy } } } })

  test.each<[string, string, RegExp]>([
    [
      'no JSON',
      '{ "mcpServers": { "fs": { "command": "x" } }',
      /mcp\.json:1:45: invalid end of input\. Mend the JSON there\.$/,
    ],
    ['a stray word', '{\n  "mcpServers": oops\n}', /mcp\.json:2:17: invalid character 'o'\. Mend/],
    ['no object', '[]', /mcp\.json: is no JSON object\. Write/],
    ['no servers', '{}', /mcp\.json: mcpServers: is missing, or no object\. Write \{ "mcpServers"/],
    ['servers as a list', '{"mcpServers":[]}', /mcpServers: is missing, or no object/],
    [
      'nothing to start',
      '{"mcpServers":{"a":{"url":"http://x"}}}',
      /mcpServers: holds no server that can be started/,
    ],
    ['no command', '{"mcpServers":{"fs":{}}}', /mcpServers\.fs\.command: is missing\.$/],
    [
      'an empty command',
      '{"mcpServers":{"fs":{"command":""}}}',
      /mcpServers\.fs\.command: must be a text\.$/,
    ],
    [
      'args as a text',
      '{"mcpServers":{"fs":{"command":"x","args":"y"}}}',
      /fs\.args: must be a list of texts/,
    ],
    [
      'an arg that is no text',
      '{"mcpServers":{"fs":{"command":"x","args":[1]}}}',
      /fs\.args\[0\]: must be a text/,
    ],
    [
      'env as a list',
      '{"mcpServers":{"fs":{"command":"x","env":[]}}}',
      /fs\.env: must be an object of texts/,
    ],
    [
      'an unset variable',
      '{"mcpServers":{"fs":{"command":"x","env":{"K":"${env:NOPE}"}}}}',
      /fs\.env\.K: environment variable 'NOPE' is not set; set it/,
    ],
    [
      'a secret file that is not there',
      '{"mcpServers":{"fs":{"command":"x","env":{"K":"${file:./no}"}}}}',
      /fs\.env\.K: file '\.\/no' can't be read \(ENOENT\)/,
    ],
    [
      'an input of the editor',
      '{"mcpServers":{"fs":{"command":"x","env":{"K":"${input:key}"}}}}',
      /'\$\{input:key\}' asks in the editor.*\$\{env:NAME\}/,
    ],
    [
      'a command under a near name',
      '{"mcpServers":{"fs":{"comand":"x"}}}',
      /fs\.command: is missing\. Did you mean that by 'comand'\?$/,
    ],
    [
      'servers under a near name',
      '{"mcpServer":{"fs":{"command":"x"}}}',
      /mcpServers: is missing, or no object\. Did you mean that by 'mcpServer'\?$/,
    ],
    [
      'url beside command',
      '{"mcpServers":{"fs":{"command":"x","url":"http://x"}}}',
      /fs: has both 'command' and 'url'\. Take/,
    ],
    [
      'disabled as a text',
      '{"mcpServers":{"fs":{"command":"x","disabled":"true"}}}',
      /fs\.disabled: must be true or false\.$/,
    ],
    [
      'disabled misspelt',
      '{"mcpServers":{"fs":{"command":"x","disable":true}}}',
      /fs\.disable: is not a known key; did you mean 'disabled'\?$/,
    ],
    [
      'a key in another case',
      '{"mcpServers":{"fs":{"Command":"y","command":"x"}}}',
      /fs\.Command: is not a known key; did you mean 'command'\?$/,
    ],
    [
      'a variable that can not be',
      '{"mcpServers":{"fs":{"command":"x","env":{"A=B":"1"}}}}',
      /fs\.env: 'A=B' can't be the name/,
    ],
    [
      'a name that moves the cursor',
      '{"mcpServers":{"a\\u001b[2J":{"command":"x"}}}',
      /mcpServers\.a \[2J: the name of a server has characters/,
    ],
    ...['salyport', 'Sallyport', 'sally-port', 'sallyPorts', '_sallyport', 'salliport'].map(
      (name): [string, string, RegExp] => [
        `our key as ${name}`,
        JSON.stringify({ mcpServers, [name]: { servers: { fs: { tools: { x: { deny: true } } } } } }),
        /mcp\.json: \S+: is not (read; our key is|a known key; did you mean) 'sallyport'/,
      ],
    ),
    [
      'our key within a server',
      '{"mcpServers":{"fs":{"command":"x","sallyport":{}}}}',
      /mcpServers\.fs\.sallyport: is not read; our key is 'sallyport', at the top/,
    ],
    [
      'our key twice',
      '{"mcpServers":{"fs":{"command":"x"}},\n "sallyport":{"timeoutMs":1},"sallyport":{}}',
      /mcp\.json:2:30: 'sallyport' is written twice\. Take one/,
    ],
    [
      'a server twice',
      '{"mcpServers":{"fs":{"command":"x"},"\\u0066s":{"command":"y"}}}',
      /mcp\.json:1:37: 'fs' is written twice/,
    ],
    [
      'a pattern twice, once without quotes',
      `{"mcpServers":{"fs":{"command":"x"}},"sallyport":{"servers":{"fs":{"tools":{"x":{"deny":true},/* y */ x :{}}}}}}`,
      /: 'x' is written twice/,
    ],
    [
      'rules for a server __proto__',
      '{"mcpServers":{"fs":{"command":"x"}},"sallyport":{"servers":{"__proto__":{}}}}',
      /mcp\.json:1:62: '__proto__' can't be a name/,
    ],
    [
      'rules for a tool __proto__',
      `{"mcpServers":{"fs":{"command":"x"}},"sallyport":{"servers":{"fs":{"tools":{'__pro\\x74o__':{}}}}}}`,
      /'__proto__' can't be a name/,
    ],
    ['our key as a text', own('yes'), /sallyport: must be an object/],
    ['an unknown key', own({ portt: 1 }), /sallyport: unknown key 'portt'; did you mean 'port'\?$/],
    ['a key of a later version', own({ host: {} }), /sallyport: 'host' is not supported yet; take it out\.$/],
    [
      'an unknown key of a client',
      own({ clients: { desk: { persn: true } } }),
      /sallyport\.clients\.desk: unknown key 'persn'; did you mean 'person'\?$/,
    ],
    ['a client that is no object', own({ clients: { desk: true } }), /sallyport\.clients\.desk: must be an/],
    [
      'a person that is no yes or no',
      own({ clients: { desk: { person: 'yes' } } }),
      /sallyport\.clients\.desk: person: Invalid input/,
    ],
    [
      'a prompt hook that is no yes or no',
      own({ promptHook: 'said' }),
      /sallyport: promptHook: Invalid input/,
    ],
    ['an unknown mode', own({ mode: 'asks' }), /sallyport: mode: Invalid option/],
    ['a rule that says nothing', own({ rules: [{ id: 'r' }] }), /sallyport\.rules: .*'r'.*exactly one/],
    ['a condition that is none', own({ rules: [{ id: 'r', deny: { when: 'args.(' } }] }), /'r': when is no/],
    ['a trusted domain that is none', own({ trusted: { domains: ['a b'] } }), /sallyport\.trusted: .*a b/],
    ['a host of a group that is none', own({ groups: { f: ['@f'] } }), /sallyport\.groups: groups\.f: "@f"/],
    ['an exemption from no rule', tool({ exempt: ['r'] }), /servers\.fs\.tools: .*no rule 'r'/],
    ['a port out of range', own({ port: 70_000 }), /sallyport: port: Too big/],
    [
      'settings for a server that is not there',
      own({ servers: { fss: {} } }),
      /sallyport\.servers\.fss: there is no such server in the file; did you mean 'fs'\?$/,
    ],
    [
      'an unknown key of a server',
      own({ servers: { fs: { tolls: {} } } }),
      /sallyport\.servers\.fs: unknown key 'tolls'; did you mean 'tools'\?$/,
    ],
    [
      'an unknown key of a tool',
      tool({ efect: 'read' }),
      /fs\.tools\.a\*: unknown key 'efect'; did you mean 'effect'\?$/,
    ],
    ['an unknown effect', tool({ effect: 'reed' }), /fs\.tools\.a\*: effect: Invalid option/],
    [
      'a place for handles that is no path',
      tool({ accepts: ['rows*'] }),
      /fs\.tools\.a\*: .*accepts.*must be a path, such as content or rows\.\*\.text/,
    ],
    [
      'a role that there is not',
      tool({ roles: { path: 'recipient' } }),
      /fs\.tools\.a\*: roles\.path: Invalid/,
    ],
    [
      'an unknown limit',
      tool({ limits: { timeout: 1 } }),
      /fs\.tools\.a\*: unknown key 'limits\.timeout'; did you mean 'timeoutMs'\?$/,
    ],
    ['a limit that does nothing here', tool({ limits: { items: 5 } }), /unknown key 'limits\.items'/],
    [
      'a longest time that is shorter than the time-out',
      tool({ limits: { timeoutMs: 2_000, longestMs: 1_000 } }),
      /fs\.tools\.a\*: limits\.longestMs: longestMs \(1000\) is shorter than timeoutMs \(2000\).*raise longestMs/,
    ],
    ['a negative limit', tool({ limits: { timeoutMs: -1 } }), /limits\.timeoutMs: Too small/],
  ])('%s is one line, exit code 2', (_, text, expected) => {
    const file = write(text)
    const fault = thrown(() => readConfig(file, ENV))
    expect(fault).toBeInstanceOf(StartError)
    expect((fault as StartError).exitCode).toBe(2)
    expect((fault as StartError).message).toMatch(expected)
    expect((fault as StartError).message.startsWith(file)).toBe(true)
    expect((fault as StartError).message).not.toMatch(/\n/)
  })

  test('keys that only look twice are taken', () => {
    const text = `{
      // "mcpServers": "sallyport": {}
      "mcpServers": { "a": { "command": "x:", args: ["a", "a", '"a": {'] }, "b": { "command": "x" } },
      /* "mcpServers": */ port: 1, transport: 2, 'passport': "__proto__",
    }`
    expect(read(text).servers.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test.runIf(existsSync('/dev/zero'))('a device or a pipe is not read', () => {
    const pipe = join(freshFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const path of ['/dev/zero', pipe]) {
      expect(() => readConfig(path, ENV)).toThrow(`${path}: is no regular file. Give the path`)
      const text = `{"mcpServers":{"fs":{"command":"\${file:${path}}"}}}`
      expect(() => read(text)).toThrow(`file '${path}' is no regular file; name a file`)
    }
  })

  test('a file that is too large is not read', () => {
    expect(() => read(' '.repeat(4 * 1024 * 1024 + 1))).toThrow('is larger than 4096 KiB.')
  })

  test('a secret is never part of a message', () => {
    const file = write('{"mcpServers":{"fs":{"command":"${env:TOKEN}","args":["${env:TOKEN}${env:NOPE}"]}}}')
    expect(String(thrown(() => readConfig(file, ENV)))).not.toContain('s3cret')
  })

  test('a file that is not there is said so', () => {
    expect(() => readConfig('/nowhere/mcp.json')).toThrow(
      '/nowhere/mcp.json: there is no such file. Give the path',
    )
  })
})

test.each([
  [['npx', '-y', '@modelcontextprotocol/server-filesystem', '~/docs'], 'filesystem'],
  [['npx', '@cyanheads/git-mcp-server@latest'], 'git'],
  [['uvx', 'mcp-server-git'], 'git'],
  [['uvx', 'mcp-git'], 'git'],
  [['node', './dist/my-server.js'], 'my'],
  [['/usr/bin/python3', 'weather.py'], 'weather'],
  [['node', '/opt/node_modules/@modelcontextprotocol/server-memory/dist/index.js'], 'memory'],
  [['npx', '-y'], 'server'],
])('a bare command %j is called %s', (command, id) => {
  const { servers } = configOfCommand(command, '/work')
  expect(servers).toMatchObject([{ id, command: command[0], args: command.slice(1), cwd: '/work' }])
})

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
