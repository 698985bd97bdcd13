// Reading the tool list of a live server, well-behaved or not, and leaving no process behind.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { serverOfCommand } from '../../../src/gateway/config/entries.js'
import { listServer } from '../../../src/gateway/upstream/listing.js'

const script = fileURLToPath(new URL('../../lint/fixtures/fake-server.mjs', import.meta.url))
const listed = (command: readonly string[], timeoutMs = 15_000, env: Readonly<Record<string, string>> = {}) =>
  listServer({ ...serverOfCommand(command, process.cwd()), env }, timeoutMs)
const read = (how: string, more: { timeoutMs?: number; env?: Readonly<Record<string, string>> } = {}) =>
  listed([process.execPath, script, how], more.timeoutMs, more.env)

const names = (entries: readonly unknown[]) => entries.map((tool) => (tool as { name?: unknown }).name)

test('a server says what it is called, and which tools it has', async () => {
  const { name, version, entries, cut } = await read('well')
  expect({ name, version }).toEqual({ name: 'fake', version: '1.2.3' })
  expect(names(entries)).toEqual(['a'])
  expect(cut).toBeUndefined()
})

test('all pages are read', async () => {
  expect(names((await read('pages')).entries)).toEqual(['a', 'b'])
})

test('a cursor that comes again ends the reading, and is told', async () => {
  const { entries, cut } = await read('loops')
  expect(cut?.repeatedCursor).toBe('x')
  expect(names(entries)).toEqual(['t', 'tx', 'ty'])
})

test('entries come as they were sent, the odd ones too', async () => {
  const { entries } = await read('odd')
  expect(entries).toHaveLength(4)
  expect(entries[1]).toEqual({ name: 5 })
  expect(entries[2]).toBe('text')
  expect(entries[3]).toMatchObject({ name: 'b', icons: 7, 'x-own': [1] })
})

test('a server that knows only the newest revision is read too', async () => {
  const args = [fileURLToPath(new URL('../../lint/fixtures/modern-server.mjs', import.meta.url))]
  const { name, version, entries } = await listed([process.execPath, ...args])
  expect({ name, version }).toEqual({ name: 'modern', version: '3.0.0' })
  expect(names(entries)).toEqual(['echo'])
})

test('an entry that nests very deep comes through', async () => {
  expect(names((await read('deep')).entries)).toEqual(['a'])
})

test('a line on stdout that is no message is passed over', async () => {
  expect(names((await read('chatty')).entries)).toEqual(['a'])
})

describe('the environment', () => {
  test('a server gets no secret of ours', async () => {
    process.env.LINT_SECRET = 'hunter2'
    expect(names((await read('env')).entries)).toEqual(['secret_none'])
  })

  test('but for a variable that is given', async () => {
    process.env.LINT_SECRET = 'hunter2'
    expect(names((await read('env', { env: { LINT_SECRET: 'hunter2' } })).entries)).toEqual([
      'secret_hunter2',
    ])
  })
})

describe('a server that fails says why', () => {
  test('no such command', async () => {
    await expect(listed(['no-such-command-here'], 5_000)).rejects.toThrow(
      "'no-such-command-here' was not found",
    )
  })

  test('it ends at once: with its last words', async () => {
    await expect(read('dies')).rejects.toThrow(
      /ended with code 3\. Its last words:\n {2}no API key: set ACME_KEY/,
    )
  })

  test('it refuses the handshake', async () => {
    await expect(read('refuses')).rejects.toThrow(/fake-server\.mjs refuses' .*no.* thanks/)
  })

  test('it fails to list', async () => {
    await expect(read('fails')).rejects.toThrow(/refused: the list is broken/)
  })

  test('it is silent: the time-out ends it, though it ignores SIGTERM', async () => {
    const failure = await read('hangs', { timeoutMs: 1_500 }).catch((error: Error) => error.message)
    expect(failure).toContain('did not answer within 1.5 s')
    const pid = Number(/pid (\d+)/.exec(String(failure))?.[1])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
