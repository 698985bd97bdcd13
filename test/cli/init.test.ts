// `sallyport init`, as a user types it.

import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import JSON5 from 'json5'
import { beforeAll, expect, test } from 'vitest'
import { freshFolder, realServer } from '../gateway/fixtures/servers.js'
import { program, run, runAtTerminal } from './fixtures/program.js'

beforeAll(async () => {
  await program()
})

function folderWith(servers: Record<string, object>, name = 'mcp.json'): { folder: string; file: string } {
  const folder = freshFolder()
  const file = join(folder, name)
  mkdirSync(join(folder, '.vscode'))
  writeFileSync(file, JSON.stringify({ [name === 'mcp.json' ? 'mcpServers' : 'servers']: servers }, null, 2))
  return { folder, file }
}

const memory = () => {
  const { command, args } = realServer('memory')
  return { command, args }
}

test('by default nothing is written, and what would be is shown', async () => {
  const { folder, file } = folderWith({ memory: memory(), gone: { command: 'there-is-no-such-program' } })
  const before = readFileSync(file, 'utf8')
  const { code, out, err } = await run(['init'], { cwd: folder })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^sallyport looking at the servers of mcp\.json;/)
  expect(out).toContain('memory: 9 tools')
  expect(out).toMatch(/^ {2}tool +effect +egress +roles of its arguments$/m)
  expect(out).toMatch(/^ {2}delete_entities {6}destroy .* entityNames\.\*: selector of entity$/m)
  expect(out).toContain('Nobody tells this gateway what the user says')
  expect(out).toMatch(/^sallyport warns: gone: left out, since it could not be looked at: .*not found/m)
  expect(out).toMatch(/^\+ {3}"sallyport": \{$/m)
  expect(out).toContain('Add --write')
  expect(readFileSync(file, 'utf8')).toBe(before)
}, 120_000)

test('--write writes the file that a link leads to, with its mode, and the hook', async () => {
  const { folder, file } = folderWith({ memory: memory() })
  chmodSync(file, 0o600)
  const link = join(folder, 'link.json')
  symlinkSync(file, link)
  const { code, out } = await runAtTerminal(['init', '-c', 'link.json', '--write', '--hook', 'claude-code'], {
    cwd: folder,
  })
  expect(code).toBe(0)
  expect(out).toContain('Written: link.json, ')
  expect(out).not.toContain('Nobody tells this gateway what the user says')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON5.parse(readFileSync(file, 'utf8'))).toMatchObject({
    sallyport: { mode: 'ask', promptHook: true },
  })
  expect(readFileSync(join(folder, '.claude', 'settings.json'), 'utf8')).toContain('sallyport said')
}, 120_000)

test("VS Code's file is found, and its hook goes into the project", async () => {
  const { folder, file } = folderWith({ memory: memory() }, '.vscode/mcp.json')
  const written = await runAtTerminal(['init', '--write', '--hook', 'claude-code'], { cwd: folder })
  expect(written.code).toBe(0)
  expect(JSON5.parse(readFileSync(file, 'utf8'))).toMatchObject({ sallyport: { mode: 'ask' } })
  expect(readFileSync(join(folder, '.claude', 'settings.json'), 'utf8')).toContain('.vscode/mcp.json')
}, 120_000)

test('--write is for a person at a terminal', async () => {
  const { folder, file } = folderWith({ memory: memory() })
  const before = readFileSync(file, 'utf8')
  const { code, err } = await run(['init', '--write'], { cwd: folder })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is for a person at a terminal') })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('settings that can not be read stop it before anything is written', async () => {
  const { folder, file } = folderWith({ memory: memory() })
  const before = readFileSync(file, 'utf8')
  writeFileSync(join(folder, '.claude'), 'no folder')
  const { code, out } = await runAtTerminal(['init', '--write', '--hook', 'claude-code'], { cwd: folder })
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining("settings.json: can't be read") })
  expect(readFileSync(file, 'utf8')).toBe(before)
}, 120_000)

test.each<[string, string[], number, RegExp]>([
  ['no config', ['init'], 2, /there is none of mcp\.json, \.mcp\.json/],
  ['a config that is not there', ['init', '-c', 'x.json'], 2, /x\.json: there is no such file/],
  ['an unknown client', ['init', '--hook', 'vim'], 2, /Allowed choices are claude-code/],
])('%s is one line', async (_, args, code, line) => {
  const ended = await run(args, { cwd: freshFolder() })
  expect(ended.code).toBe(code)
  expect(ended.err).toMatch(line)
})

test('when no server can be looked at it says so and fails', async () => {
  const { folder } = folderWith({ gone: { command: 'there-is-no-such-program' } })
  const { code, err } = await run(['init'], { cwd: folder })
  expect(code).toBe(1)
  expect(err).toBe('sallyport: no server could be looked at, so there is nothing to propose.\n')
}, 120_000)
