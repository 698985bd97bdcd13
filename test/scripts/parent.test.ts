// A script ends with who started it.

import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { until } from '../gateway/fixtures/running.js'
import { isAlive } from '../gateway/fixtures/servers.js'

const parent = pathToFileURL('scripts/parent.mjs').href
const script = `
  const { endWithParent } = await import(${JSON.stringify(parent)})
  endWithParent(50)
  setInterval(() => {}, 1_000)
  console.log(process.pid)
`

test('a script ends when the shell between it and a process manager is ended', async () => {
  const shell = spawn('/bin/sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script])
  let out = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8')
  })
  await until(() => out.endsWith('\n'), 'the start')
  const pid = Number(out)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isAlive(pid)).toBe(true)
  shell.kill('SIGTERM')
  await until(() => !isAlive(pid), 'the end of the script')
})
