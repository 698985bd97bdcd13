import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeStateFolder, newToken, readState, writeState } from '../../../src/gateway/config/state.js'
import { StartError } from '../../../src/gateway/fault.js'
import { freshFolder } from '../fixtures/servers.js'

const state = { port: 4780, token: 'a-token-of-this-test', pid: 1 }
const mode = (path: string) => statSync(path).mode & 0o777

test('state is kept for this user alone, and read again', () => {
  const folder = join(freshFolder(), 'deep', '.sallyport')
  writeState(folder, state)
  writeState(folder, { ...state, port: 4781 })
  expect(readState(folder)).toEqual({ ...state, port: 4781 })
  expect(mode(folder)).toBe(0o700)
  expect(mode(join(folder, 'gateway.json'))).toBe(0o600)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
})

test('a token that others could read is not used again', () => {
  const folder = freshFolder()
  writeState(folder, state)
  chmodSync(join(folder, 'gateway.json'), 0o644)
  expect(readState(folder)).toBeUndefined()
})

test('a file that is damaged, or another program’s, is no state', () => {
  const folder = freshFolder()
  expect(readState(folder)).toBeUndefined()
  for (const text of ['', '{}', '{"port":0,"token":"short","pid":1}']) {
    writeFileSync(join(folder, 'gateway.json'), text, { mode: 0o600 })
    expect(readState(folder)).toBeUndefined()
  }
})

test('a link that someone left is replaced, not followed', () => {
  const folder = freshFolder()
  const target = join(freshFolder(), 'target')
  writeFileSync(target, 'mine')
  symlinkSync(target, join(folder, 'gateway.json'))
  writeState(folder, state)
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(readState(folder)).toEqual(state)
})

test('a folder that can not be made is one line with the mend', () => {
  const file = join(freshFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeStateFolder(join(file, 'sub'))).toThrow(StartError)
  expect(() => makeStateFolder(join(file, 'sub'))).toThrow(
    /can't be written \(ENOTDIR\)\. Give another one with --state\./,
  )
})

test('tokens are long and never the same', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
})

describe('a folder that is there already', () => {
  test('is taken when it is empty, and stays as it is', () => {
    const folder = freshFolder()
    chmodSync(folder, 0o755)
    makeStateFolder(folder)
    expect(readdirSync(folder)).toEqual([])
    expect(mode(folder)).toBe(0o755)
  })

  test.each(['.gitignore', 'gateway.json', 'state.db'])('is known as ours by its %s', (name) => {
    const folder = freshFolder()
    writeFileSync(join(folder, name), '*\n')
    writeFileSync(join(folder, 'memory.jsonl'), '')
    expect(() => makeStateFolder(folder)).not.toThrow()
  })

  const cases: [string, (folder: string, elsewhere: string) => string, RegExp][] = [
    [
      "a person's .gitignore",
      (folder) => {
        writeFileSync(join(folder, '.gitignore'), 'secret.env\n')
        return folder
      },
      /has files that are not a gateway's\. Give a folder of its own with --state\.$/,
    ],
    [
      'files of a project',
      (folder) => {
        writeFileSync(join(folder, 'main.ts'), '')
        return folder
      },
      /has files that are not a gateway's/,
    ],
    [
      'a link in place of its .gitignore',
      (folder, elsewhere) => {
        symlinkSync(elsewhere, join(folder, '.gitignore'))
        return folder
      },
      /has files that are not a gateway's/,
    ],
    [
      'a link in place of the database',
      (folder, elsewhere) => {
        symlinkSync(elsewhere, join(folder, 'state.db'))
        return folder
      },
      /has a link in it, 'state\.db'/,
    ],
    [
      'a link in place of a journal',
      (folder, elsewhere) => {
        writeFileSync(join(folder, 'state.db'), '')
        symlinkSync(elsewhere, join(folder, 'state.db-wal'))
        return folder
      },
      /has a link in it, 'state\.db-wal'/,
    ],
    [
      'a link to another folder',
      (folder) => {
        const link = join(freshFolder(), '.sallyport')
        symlinkSync(folder, link)
        return link
      },
      /is a link/,
    ],
    [
      'a link to nowhere',
      () => {
        const link = join(freshFolder(), '.sallyport')
        symlinkSync('/nowhere/at/all', link)
        return link
      },
      /is a link/,
    ],
    [
      'rights for all to write',
      (folder) => {
        chmodSync(folder, 0o777)
        return folder
      },
      /can be written by other users/,
    ],
    ['the place of the person', () => '.', /is the folder you are in/],
  ]

  test.each(cases)('with %s is refused and left as it was', (_, prepare, expected) => {
    const elsewhere = join(freshFolder(), 'bashrc')
    writeFileSync(elsewhere, 'mine')
    const inside = freshFolder()
    const folder = prepare(inside, elsewhere)
    const before = [mode(inside), readdirSync(inside)]
    expect(() => makeStateFolder(folder)).toThrow(StartError)
    expect(() => makeStateFolder(folder)).toThrow(expected)
    expect([mode(inside), readdirSync(inside)]).toEqual(before)
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
    if (existsSync(join(inside, '.gitignore'))) {
      expect(readFileSync(join(inside, '.gitignore'), 'utf8')).not.toBe('*\n')
    }
  })

  test('gives no state through a link', () => {
    const folder = freshFolder()
    const target = freshFolder()
    writeState(target, state)
    symlinkSync(join(target, 'gateway.json'), join(folder, 'gateway.json'))
    expect(readState(folder)).toBeUndefined()
  })
})
