import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { answerCommand } from '../../../src/gateway/person/answer-command.js'

const config = { dir: '/home/lena', file: '/home/lena/mcp.json', servers: [], warnings: [] }
const here = { ...config, dir: resolve('.'), file: 'mcp.json' }

test.each([
  ['the state of this folder', here, resolve('.sallyport'), ''],
  ['a config elsewhere', config, '/home/lena/.sallyport', ' --config /home/lena/mcp.json'],
  ['a state folder of its own', config, "/tmp/Lena's", " --state '/tmp/Lena'\\''s'"],
  ['no config', { ...config, file: undefined }, 'state', ` --state ${join(resolve('.'), 'state')}`],
])('%s', (_, config, folder, flags) => {
  const { file, ...rest } = config
  expect(answerCommand({ ...rest, ...(file && { file }) }, folder)).toBe(`sallyport approvals${flags}`)
})
