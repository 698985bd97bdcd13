// `sallyport lint` as a person calls it: what it writes, and how it ends.

import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const bin = (name: string) => at(`../../node_modules/.bin/${name}`)
const toolsModule = at('../lint/fixtures/tools.ts')
const fake = [process.execPath, at('../lint/fixtures/fake-server.mjs')]

interface Ended {
  readonly code: number | undefined
  readonly out: string
  readonly err: string
}

async function run(...args: string[]): Promise<Ended> {
  let out = ''
  let err = ''
  let code: number | undefined
  const terminal = {
    write: async (text: string) => {
      out += text
    },
    complain: (text: string) => {
      err += text
    },
    exit: (given: number) => {
      code = given
    },
    color: false,
    width: 100,
  }
  const program = new Command('sallyport').enablePositionalOptions().addCommand(lintCommand(terminal))
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeErr: (text) => terminal.complain(text),
      writeOut: (text) => void terminal.write(text),
    })
  }
  try {
    await program.parseAsync(['lint', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The program gives 2 for whatever commander refuses.
    code = error.exitCode === 0 ? 0 : 2
  }
  return { code, out, err }
}

describe('a module', () => {
  test('is linted; warnings alone do not fail', async () => {
    const { code, out, err } = await run(toolsModule)
    expect(out).toContain("no description: 'a':\n    add, add_more, add_last")
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  test('fails with more warnings than allowed', async () => {
    expect((await run(toolsModule, '--max-warnings', '0')).code).toBe(1)
    expect((await run(toolsModule, '--max-warnings', '99')).code).toBe(0)
  })

  test('fails with an error', async () => {
    expect((await run(toolsModule, '--rule', 'output-undeclared=error')).code).toBe(1)
  })

  test('rules can be set one by one', async () => {
    const { out } = await run('--rule', 'output-undeclared=off', toolsModule, '--rule', 'mix-up=off')
    expect(out).not.toContain('output-undeclared')
    expect(out).not.toContain('mix-up')
    expect(out).toContain('parameter-undescribed')
  })

  test('a budget can be set', async () => {
    expect((await run(toolsModule, '--budget', '10')).out).toContain('definition-budget')
  })
})

describe('forms', () => {
  test('JSON parses, and names the module as it is seen from here', async () => {
    const report = JSON.parse((await run(toolsModule, '--format', 'json')).out)
    expect(report.subject).toEqual({ kind: 'module', name: 'test/lint/fixtures/tools.ts' })
    expect(report.tools).toBe(3)
  })

  test('SARIF parses', async () => {
    expect(JSON.parse((await run(toolsModule, '--format', 'sarif')).out).version).toBe('2.1.0')
  })
})

describe('a server', () => {
  test('is started, linted and stopped', async () => {
    const { code, out } = await run('--', ...fake, 'pages')
    expect(out).toMatch(/^fake 1\.2\.3: 2 tools, /)
    expect(code).toBe(0)
  })

  test('that repeats a cursor is an error', async () => {
    const { code, out } = await run('--', ...fake, 'loops')
    expect(out).toContain('error repeated-cursor')
    expect(code).toBe(1)
  })

  test('that does not start is one complaint, without what it wrote for terminals', async () => {
    const { code, out, err } = await run('--', ...fake, 'dies')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^sallyport lint: .* ended with code 3/)
    expect(err).toContain('no API key: set ACME_KEY\\u{1b}[2J')
    expect(err).not.toContain('\u001b')
  })

  test('keeps the options behind -- for itself', async () => {
    const { code } = await run('--', ...fake, 'well', '--format', 'json')
    expect(code).toBe(0)
  })
})

describe("what can't run ends with 2 and says why", () => {
  test.each([
    [['nowhere.js'], "there is no file 'nowhere.js'"],
    [[], 'missing required argument'],
    [['npx', 'some-server'], 'put -- before its command: sallyport lint -- npx some-server'],
    [['a.js', '--rule', 'mixup=off'], "There is no rule 'mixup'; did you mean 'mix-up'?"],
    [['a.js', '--rule', 'mix-up=loud'], 'Write <id>=off, note, warning or error.'],
    [['a.js', '--format', 'xml'], 'Allowed choices are text, json, sarif'],
    [['a.js', '--max-warnings', 'many'], 'Write a whole number.'],
    [['a.js', '--verbose'], "unknown option '--verbose'"],
    [['a.js', '--budget', '0'], 'Write a number above 0.'],
  ])('%j', async (args, message) => {
    const { code, err } = await run(...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })
})

describe('real servers', () => {
  const reports = new Map<
    string,
    { findings: { rule: string; severity: string; tool: string }[]; tools: number }
  >()

  beforeAll(async () => {
    for (const [name, ...args] of [['filesystem', at('.')], ['memory'], ['everything']] as const) {
      const { out } = await run('--format', 'json', '--', bin(`mcp-server-${name}`), ...args)
      reports.set(name, JSON.parse(out))
    }
  })

  test.each(['filesystem', 'memory', 'everything'])('%s has no error', (name) => {
    expect(reports.get(name)?.tools).toBeGreaterThan(5)
    expect(reports.get(name)?.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('the findings that the guide tells of are found', () => {
    const has = (server: string, rule: string, tool: string) =>
      reports.get(server)?.findings.some((finding) => finding.rule === rule && finding.tool === tool)
    expect(has('filesystem', 'mix-up', 'list_directory_with_sizes')).toBe(true)
    expect(has('filesystem', 'deprecated-tool', 'read_file')).toBe(true)
    expect(has('filesystem', 'parameter-undescribed', 'write_file')).toBe(true)
    expect(has('memory', 'unbounded-result', 'search_nodes')).toBe(true)
    expect(has('everything', 'uncapped-number', 'trigger-long-running-operation')).toBe(true)
  })
})
