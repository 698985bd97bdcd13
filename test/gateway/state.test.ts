import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../../src/gateway/fault.js'
import { makeStateFolder, newToken, readState, writeState } from '../../src/gateway/state.js'
import { freshFolder } from './fixtures/servers.js'

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
