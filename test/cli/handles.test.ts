// `sallyport handles` as a person types it, beside a store that a gateway has open.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handlesCommand } from '../../src/cli/handles.js'
import { ensureHandleKey } from '../../src/gateway/config/handle-key.js'
import { StartError } from '../../src/gateway/fault.js'
import type { HandleError } from '../../src/handles/errors.js'
import { kind } from '../../src/handles/kinds/kind.js'
import { Unwrapped } from '../../src/handles/kinds/passage.js'
import { Vault } from '../../src/handles/vault/vault.js'
import { sqliteStore } from '../../src/stores/sqlite.js'
import type { RecordStore } from '../../src/stores/store.js'
import { freshFolder } from '../gateway/fixtures/servers.js'
import { viewer } from '../handles/fixtures.js'
import { type Ended, program, run, start } from './fixtures/program.js'

const Report = kind('report', {
  encode: (report: { title: string; body: string }) => report,
  decode: (row) => row,
  card: ({ title, body }) => ({ label: title, facts: { words: body.split(' ').length } }),
})
const Secret = kind('secret', {
  encode: (secret: { key: string }) => secret,
  decode: (row) => row,
  rights: ['use'],
})
const Trip = kind('trip', { encode: (trip: { to: string }) => trip, decode: (row) => row, scope: 'user' })

const lena = viewer({ user: 'lena' })
const bob = viewer({ user: 'bob', conversation: 'c-2' })

let folder: string
let store: RecordStore
let vault: Vault
let report: string
let secret: string
let trip: string
let narrow: string

beforeAll(async () => {
  await program()
})

beforeEach(async () => {
  folder = join(freshFolder(), '.sallyport')
  const key = ensureHandleKey(folder)
  store = sqliteStore({ path: join(folder, 'state.db') })
  vault = new Vault({ store, kinds: [Report, Secret, Trip], keys: [key] })
  const forLena = vault.sealing(lena)
  report = forLena.seal(Report, { title: 'Quarter three', body: 'a b c\u001b[31m\u202e' }).handle
  secret = forLena.seal(Secret, { key: 'hunter2' }).handle
  await vault.commit(forLena)
  const forBob = vault.sealing(bob)
  trip = forBob.seal(Trip, { to: 'Oslo' }).handle
  await vault.commit(forBob)
  narrow = (await vault.attenuate(report, { rights: ['use', 'read'], uses: 3 }, lena)).handle
})

afterEach(() => store.close())

/** In this process, which is much quicker; the program itself is run where its way to end matters. */
async function handles(...args: string[]): Promise<Ended> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(((text: unknown, done?: () => void) => {
    out += String(text)
    done?.()
    return true
  }) as typeof process.stdout.write)
  try {
    await handlesCommand().parseAsync([...args, '--state', folder], { from: 'user' })
    return { code: 0, out, err: '' }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { code: error.exitCode, out, err: `sallyport: ${error.message}\n` }
  } finally {
    write.mockRestore()
  }
}

async function stateOf(token: string, who = lena): Promise<string> {
  const kinds = [token.slice(0, token.indexOf('_'))]
  const [answer] = await vault.openMany([{ value: token, kinds, action: 'use', pointer: '/x' }], {
    viewer: who,
    tool: 't',
  })
  return answer instanceof Unwrapped ? 'opened' : (answer as HandleError).code
}

describe('list', () => {
  test('shows the handles of all users, and no whole token', async () => {
    const { out, code, err } = await handles('list')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^HANDLE +KIND +STATE +SIZE +EXPIRES +OWNER +LABEL$/)
    expect(out).toMatch(/report_\w{4}… +report +live +\d+ B +in 24 h +acme \/ lena \/ c-1 +Quarter three/)
    expect(out).toMatch(/trip_\w{4}… +trip +live .* acme \/ bob \/ \(all\)/)
    for (const token of [report, secret, trip, narrow]) expect(out).not.toContain(token)
  })

  test.each<[flags: string[], kinds: string[]]>([
    [['--kind', 'secret'], ['secret']],
    [
      ['--text', 'QUARTER'],
      ['report', 'report'],
    ],
    [['--user', 'bob'], ['trip']],
    [['--user', 'bob', '--kind', 'report'], []],
    [['--tenant', 'other'], []],
    [
      ['--conversation', 'c-1'],
      ['report', 'report', 'secret'],
    ],
  ])('%j', async (flags, kinds) => {
    const { out } = await handles('list', '--json', ...flags)
    const found = JSON.parse(out) as { kind: string }[]
    expect(found.map(({ kind }) => kind).sort()).toEqual(kinds)
  })

  test('--tokens shows whole tokens, which open', async () => {
    const { out } = await handles('list', '--tokens', '--json', '--user', 'lena')
    const tokens = (JSON.parse(out) as { handle: string }[]).map(({ handle }) => handle)
    expect(tokens.sort()).toEqual([report, secret, narrow].sort())
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ handle: narrow, depth: 1, rights: ['use', 'read'] }),
    )
  })

  test('without the key it lists what there is, and names no token', async () => {
    const other = join(freshFolder(), '.sallyport')
    ensureHandleKey(other)
    writeFileSync(join(folder, 'handle.key'), readFileSync(join(other, 'handle.key')))
    const { out, code } = await handles('list', '--tokens')
    expect(code).toBe(0)
    expect(out.match(/\(of another key\)/g)).toHaveLength(4)
  })

  test('--limit says that there is more', async () => {
    const { out } = await handles('list', '--limit', '2')
    expect(out.trimEnd().split('\n')).toHaveLength(4)
    expect(out).toContain('… and more: the first 2 are shown')
  })
})

describe('show', () => {
  test('the card, rights, versions and parents; not the value', async () => {
    const { out, code } = await handles('show', narrow)
    expect(code).toBe(0)
    for (const line of [
      /^label +Quarter three$/m,
      /^facts +\{"words":3\}$/m,
      /^state +live$/m,
      /^owner +acme \/ lena \/ c-1$/m,
      /^rights +use, read$/m,
      /^uses left +3$/m,
      /^version +1 of the value, 1 of the record, 1 of the codec$/m,
      /^made from +report_\w{4}…$/m,
    ])
      expect(out).toMatch(line)
    expect(out).not.toContain('a b c')
  })

  test('--value shows the value of what it was made from, and nothing in it reaches the terminal', async () => {
    const { out } = await handles('show', narrow, '--value')
    expect(out).toContain('"body": "a b c\\u001b[31m\\u202e"')
    expect(JSON.parse((await handles('show', narrow, '--value', '--json')).out)).toMatchObject({
      value: { body: 'a b c\u001b[31m\u202e' },
      rights: ['use', 'read'],
    })
  })

  test('the value of what may not be read is never shown', async () => {
    expect(await handles('show', secret, '--value')).toMatchObject({
      code: 1,
      out: '',
      err: "sallyport: the value is not shown: a handle of kind 'secret' may not be read.\n",
    })
  })
})

describe('revoke', () => {
  test('ends a handle and what was made from it, for the gateway that runs', async () => {
    expect(await stateOf(narrow)).toBe('opened')
    const { out, code } = await handles('revoke', report)
    expect({ out, code }).toEqual({ code: 0, out: `revoked ${report.slice(0, 11)}…, and 1 made from it\n` })
    expect(await stateOf(report)).toBe('handle_revoked')
    expect(await stateOf(narrow)).toBe('handle_revoked')
    expect(await stateOf(secret)).toBe('opened')
    expect((await handles('revoke', report)).out).toBe(`${report.slice(0, 11)}… had ended already: revoked\n`)
    expect((await handles('list', '--user', 'lena')).out).not.toContain('report')
    expect((await handles('list', '--all')).out).toMatch(/report +revoked/)
    expect(await handles('show', report, '--value')).toMatchObject({ code: 1 })
  })

  test('finds the handle of another owner in the store', async () => {
    expect((await handles('revoke', trip)).code).toBe(0)
    expect(await stateOf(trip, bob)).toBe('handle_revoked')
  })
})

test('sweep removes what has ended, with what was made from it, and nothing else', async () => {
  await vault.revoke(report, lena)
  await store.putMany([
    { space: 'other', scope: 's', key: 'k', version: 1, expiresAt: Date.now() - 1, value: '{}' },
  ])
  const { out } = await handles('sweep')
  expect(out).toBe('removed 2 ended handles, and 1 other expired record\n')
  expect(await stateOf(report)).toBe('handle_not_found')
  expect(await stateOf(narrow)).toBe('handle_not_found')
  expect(await stateOf(secret)).toBe('opened')
  expect((await handles('sweep')).out).toBe('removed 0 ended handles\n')
})

describe('the program itself', () => {
  const program = (...args: string[]) => run(['handles', ...args, '--state', folder])

  test('lists, revokes and ends with 0', async () => {
    expect(await program('list', '--kind', 'trip')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/trip_/),
    })
    expect(await program('revoke', trip)).toMatchObject({ code: 0, err: '' })
    expect(await stateOf(trip, bob)).toBe('handle_revoked')
  })

  test('ends well when its reader has seen enough', async () => {
    const { process: child, ended } = await start(['handles', 'list', '--state', folder])
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test.each<[what: string, args: string[], code: number, words: RegExp]>([
    ['no token', ['show', 'report_abc'], 2, /^sallyport: This is no handle\. Copy it exactly/],
    ['a limit that is none', ['list', '--limit', '0'], 2, /Write a number from 1/],
    ['an unknown option', ['list', '--knd', 'x'], 2, /unknown option '--knd'\n\(Did you mean --kind\?\)/],
  ])('%s', async (_, args, code, words) => {
    expect(await program(...args)).toMatchObject({ code, out: '', err: expect.stringMatching(words) })
  })
})

describe('what is wrong', () => {
  test.each<[what: string, args: () => string[], code: number, words: RegExp]>([
    ['no token', () => ['show', 'report_abc'], 2, /^sallyport: This is no handle\. Copy it exactly/],
    ['a short form', () => ['revoke', `${report.slice(0, 11)}…`], 2, /^sallyport: This is no handle/],
    [
      'a row',
      () => ['revoke', `${report}.3`],
      2,
      /^sallyport: This is one row of a list\. Use the list itself/,
    ],
  ])('%s', async (_, args, code, words) => {
    const ended = await handles(...args())
    expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(words) })
  })

  test('a handle of another store is not found', async () => {
    const other = join(freshFolder(), '.sallyport')
    ensureHandleKey(other)
    await sqliteStore({ path: join(other, 'state.db') }).close()
    folder = other
    expect(await handles('show', report)).toMatchObject({
      code: 1,
      err: 'sallyport: There is no such handle.\n',
    })
    expect((await handles('list')).out).toBe('no handles\n')
  })

  test('a folder without state is named, and nothing is made in it', async () => {
    const empty = freshFolder()
    const { code, err } = await run(['handles', 'list', '--config', join(empty, 'mcp.json')])
    expect(code).toBe(1)
    expect(err).toContain(`there is no state of a gateway in '${join(empty, '.sallyport')}'`)
    expect(existsSync(join(empty, '.sallyport'))).toBe(false)
  })

  test.each<[what: string, spoil: (file: string) => void, words: RegExp]>([
    [
      'is short',
      (file) => writeFileSync(file, 'short'),
      /is damaged: it has 5 bytes and not 32\. Put back a copy/,
    ],
    ['can be read by others', (file) => chmodSync(file, 0o644), /can be read by other users.*chmod 600/],
  ])('a key that %s', async (_, spoil, words) => {
    spoil(join(folder, 'handle.key'))
    expect(await handles('list')).toMatchObject({ code: 1, out: '', err: expect.stringMatching(words) })
  })

  test('a database of another program', async () => {
    const other = join(freshFolder(), '.sallyport')
    mkdirSync(other)
    writeFileSync(join(other, 'state.db'), 'no database, but long enough to be one'.repeat(40))
    folder = other
    expect(await handles('list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^sallyport: .*state\.db is not a database, or is damaged/),
    })
  })
})
