// Reading the tool list of a live server, well-behaved or not, and leaving no process behind.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readServer } from '../../src/lint/server.js'

const script = fileURLToPath(new URL('./fixtures/fake-server.mjs', import.meta.url))
const read = (how: string, more: { timeoutMs?: number; env?: readonly string[] } = {}) =>
  readServer({ command: process.execPath, args: [script, how], timeoutMs: 15_000, ...more })

const names = (tools: readonly unknown[]) => tools.map((tool) => (tool as { name?: unknown }).name)

test('a server says what it is called, and which tools it has', async () => {
  const { subject, tools, repeatedCursor } = await read('well')
  expect(subject).toEqual({ kind: 'server', name: 'fake', version: '1.2.3' })
  expect(names(tools)).toEqual(['a'])
  expect(repeatedCursor).toBeUndefined()
})

test('all pages are read', async () => {
  expect(names((await read('pages')).tools)).toEqual(['a', 'b'])
})

test('a cursor that comes again ends the reading, and is told', async () => {
  const { tools, repeatedCursor } = await read('loops')
  expect(repeatedCursor).toBe('x')
  expect(names(tools)).toEqual(['t', 'tx', 'ty'])
})

test('entries come as they were sent, the odd ones too', async () => {
  const { tools } = await read('odd')
  expect(tools).toHaveLength(4)
  expect(tools[1]).toEqual({ name: 5 })
  expect(tools[2]).toBe('text')
  expect(tools[3]).toMatchObject({ name: 'b', icons: 7, 'x-own': [1] })
})

test('a server that knows only the newest revision is read too', async () => {
  const args = [fileURLToPath(new URL('./fixtures/modern-server.mjs', import.meta.url))]
  const { subject, tools } = await readServer({ command: process.execPath, args, timeoutMs: 15_000 })
  expect(subject).toMatchObject({ name: 'modern', version: '3.0.0' })
  expect(names(tools)).toEqual(['echo'])
})

test('an entry that nests very deep comes through', async () => {
  expect(names((await read('deep')).tools)).toEqual(['a'])
})

test('a line on stdout that is no message is passed over', async () => {
  expect(names((await read('chatty')).tools)).toEqual(['a'])
})

describe('the environment', () => {
  test('a server gets no secret of ours', async () => {
    process.env.LINT_SECRET = 'hunter2'
    expect(names((await read('env')).tools)).toEqual(['secret_none'])
  })

  test('but for a variable that is named', async () => {
    process.env.LINT_SECRET = 'hunter2'
    expect(names((await read('env', { env: ['LINT_SECRET', 'NOT_SET_ANYWHERE'] })).tools)).toEqual([
      'secret_hunter2',
    ])
  })
})

describe('a server that fails says why', () => {
  test('no such command', async () => {
    const reading = readServer({ command: 'no-such-command-here', args: [], timeoutMs: 5_000 })
    await expect(reading).rejects.toThrow("there is no command 'no-such-command-here'.")
  })

  test('it ends at once: with its last words', async () => {
    await expect(read('dies')).rejects.toThrow(
      /ended before it answered\. Its last words:\n {2}no API key: set ACME_KEY/,
    )
  })

  test('it refuses the handshake', async () => {
    await expect(read('refuses')).rejects.toThrow(
      /fake-server\.mjs refuses' answered with an error: no.* thanks/,
    )
  })

  test('it fails to list', async () => {
    await expect(read('fails')).rejects.toThrow(/answered with an error: .*the list is broken/)
  })

  test('it is silent: the time-out ends it, though it ignores SIGTERM', async () => {
    const failure = await read('hangs', { timeoutMs: 1_500 }).catch((error: Error) => error.message)
    expect(failure).toContain('did not answer within 1.5 s')
    const pid = Number(/pid (\d+)/.exec(String(failure))?.[1])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
