// `sallyport explain` as a person calls it: what it writes, and how it ends.

import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { explainCommand } from '../../src/cli/explain.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const agentsModule = at('./fixtures/agents.ts')

// The graph of the fixture has an edge that grants nothing.
beforeAll(() => void vi.spyOn(process, 'emitWarning').mockImplementation(() => {}))

async function run(...args: string[]) {
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
  const program = new Command('sallyport').enablePositionalOptions().addCommand(explainCommand(terminal))
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeErr: (text) => terminal.complain(text),
      writeOut: (text) => void terminal.write(text),
    })
  }
  try {
    await program.parseAsync(['explain', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The program gives 2 for whatever commander refuses.
    code = error.exitCode === 0 ? 0 : 2
  }
  return { code, out, err }
}

describe('explains', () => {
  test('what starts at the agents that no other hands to; warnings do not fail', async () => {
    const { code, out, err } = await run(agentsModule)
    expect(out).toContain(
      'Triage: search\n├─ Automation: search\n│     without execute_code (not held by Triage)',
    )
    expect(out).toContain('3 warnings')
    expect(out).not.toMatch(/^Automation/m)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  test('one agent', async () => {
    const { code, out } = await run(agentsModule, '--agent', 'Automation')
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Automation: execute_code (write), search\n\nNo warnings.\n',
    })
  })

  test('as JSON', async () => {
    const { code, out } = await run(agentsModule, '--json')
    expect(code).toBe(0)
    const report = JSON.parse(out)
    expect(report).toMatchObject({
      formatVersion: 1,
      module: expect.stringMatching(/fixtures.agents\.ts$/),
      agents: [
        { agent: 'Triage', paths: [{ path: ['Triage'], tools: ['search'], withheld: [] }, {}, {}, {}] },
      ],
    })
    expect(report.agents[0].warnings).toHaveLength(3)
  })

  test('as Mermaid', async () => {
    const { code, out } = await run(agentsModule, '--mermaid')
    expect(code).toBe(0)
    expect(out).toMatch(/^flowchart LR\n {2}a0\["Triage/)
  })

  test('under a policy', async () => {
    const { out } = await run(agentsModule, '--no-passthrough', '--block', 'Search', '--block', 'x*')
    expect(out).toContain('Triage: none of 1 tool\n│  without search (blocked)')
    expect(out).toContain('fetch_page (passthrough refused by the root policy)')
    expect(out).toContain("- The policy blocks 'x*', which no agent from Triage on has.")
  })
})

describe('ends with 2 and a line that says what to do', () => {
  test.each<[string, string[], RegExp]>([
    ['no such file', ['none.js'], /^sallyport explain: there is no file 'none\.js'\.\n$/],
    ['no agents', [at('./fixtures/mail-tools.ts')], /exports no agent made by agent\(\); it exports /],
    ['a module that fails', [at('../lint/fixtures/broken.ts')], /can't be loaded: the database is down/],
    [
      'no such agent',
      [agentsModule, '--agent', 'Triages'],
      /has no agent 'Triages'\. Did you mean 'Triage'\?/,
    ],
    [
      'a block that is none',
      [agentsModule, '--block', '--'],
      /--block: blockedTools: '--' can't be the name/,
    ],
    ['two forms', [agentsModule, '--json', '--mermaid'], /cannot be used with option/],
    ['no module', [], /missing required argument 'module'/],
    ['an unknown option', [agentsModule, '--yaml'], /unknown option/],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })
})
