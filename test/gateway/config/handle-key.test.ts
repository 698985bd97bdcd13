import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { ensureHandleKey, readHandleKey } from '../../../src/gateway/config/handle-key.js'
import { StartError } from '../../../src/gateway/fault.js'
import { freshFolder } from '../fixtures/servers.js'

let folder: string
let file: string

beforeEach(() => {
  folder = join(freshFolder(), '.sallyport')
  file = join(folder, 'handle.key')
})

test('a key is made once, for this user alone, and found again', () => {
  expect(readHandleKey(folder)).toBeUndefined()
  expect(existsSync(folder)).toBe(false)
  const made = ensureHandleKey(folder)
  expect(made).toHaveLength(32)
  expect(ensureHandleKey(folder)).toEqual(made)
  expect(readHandleKey(folder)).toEqual(made)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'handle.key'])
  expect(readdirSync(dirname(folder))).toEqual(['.sallyport'])
})

test('two folders have two keys', () => {
  expect(ensureHandleKey(folder)).not.toEqual(ensureHandleKey(join(freshFolder(), '.sallyport')))
})

describe('a key that is not safe is refused, stays as it is, and no other is made', () => {
  test.each<[what: string, spoil: () => void, words: RegExp]>([
    ['short', () => writeFileSync(file, 'x'.repeat(31)), /damaged: it has 31 bytes and not 32/],
    ['empty', () => writeFileSync(file, ''), /damaged: it has 0 bytes/],
    ['huge', () => writeFileSync(file, 'x'.repeat(10_000)), /damaged: it has 10000 bytes/],
    ['readable to the group', () => chmodSync(file, 0o640), /can be read by other users/],
    ['writable to all', () => chmodSync(file, 0o602), /can be read by other users/],
  ])('%s', (_, spoil, words) => {
    ensureHandleKey(folder)
    spoil()
    const before = readFileSync(file)
    for (const use of [readHandleKey, ensureHandleKey]) {
      expect(() => use(folder)).toThrow(StartError)
      expect(() => use(folder)).toThrow(words)
    }
    expect(readFileSync(file)).toEqual(before)
  })

  test('a link, even to a good key', () => {
    ensureHandleKey(folder)
    const other = join(freshFolder(), '.sallyport')
    mkdirSync(other, { mode: 0o700 })
    symlinkSync(file, join(other, 'handle.key'))
    expect(() => readHandleKey(other)).toThrow(/is no regular file/)
  })
})
