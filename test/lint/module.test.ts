// Finding the tools that a module exports.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { explainLoad, loadTools } from '../../src/lint/module.js'

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

test('tools are found by name, in arrays and in objects, each once', async () => {
  const tools = await loadTools(fixture('tools.ts'))
  expect(tools.map(({ name }) => name)).toEqual(['add', 'add_more', 'add_last'])
})

describe('a module that fails says why', () => {
  test.each([
    ['missing.js', /there is no file '.*missing\.js'/],
    ['no-tools.ts', /exports no tool made by tool\(\); it exports .*limit/],
    ['broken.ts', /can't be loaded: the database is down/],
  ])('%s', async (name, message) => {
    await expect(loadTools(fixture(name))).rejects.toThrow(message)
  })

  test.each([
    ['a.ts', 'ERR_UNKNOWN_FILE_EXTENSION', /this Node \(v\d.*\) can't load TypeScript\. Compile 'a\.ts'/],
    ['a.ts', 'ERR_MODULE_NOT_FOUND', /oops Compile it first and give the \.js file\./],
    ['a.js', 'ERR_MODULE_NOT_FOUND', /^'a\.js' can't be loaded: oops$/],
  ])('%s with %s', (path, code, message) => {
    expect(explainLoad(path, Object.assign(new Error('oops'), { code })).message).toMatch(message)
  })
})
