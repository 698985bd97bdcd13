// Several processes on one file, and processes that are killed in the middle of a write.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteStore } from '../../src/stores/sqlite.js'
import { BATCH } from './child.js'

// The bundle lies inside the project, where it finds the installed packages.
const out = resolve('node_modules', '.cache', `sallyport-child-${process.pid}`)
const child = join(out, 'child.js')
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-store-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: resolve('test/stores/child.ts'), outDir: out, target: 'node20', minify: false },
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(out, { recursive: true, force: true })
})

test('kill -9 in the middle of 1 000 batches leaves no half batch and loses no committed record', async () => {
  const path = join(folder, 'killed.db')
  let committed = -1
  for (const killAt of [37, 250, 251, 640, 1_000]) {
    const writer = start('batches', path, committed + 1, 1_000)
    committed = Math.max(committed, await lastLine(writer, killAt))
    const store = sqliteStore({ path })
    // The batch after the last acknowledged one may be there, but only whole.
    for (let batch = 0; batch <= committed + 1; batch++) {
      const { records } = await store.stats({ space: 'handle', scope: `b${batch}` })
      expect([batch, records]).toEqual([batch, batch <= committed || records > 0 ? BATCH : 0])
    }
    await store.close()
  }
  expect(committed).toBe(999)
})

test('four processes that start at once on a new file and count in one record lose no update', async () => {
  const path = join(folder, 'counted.db')
  const workers = Array.from({ length: 4 }, () => start('count', path, 100))
  const ends = await Promise.all(workers.map((worker) => once(worker, 'exit')))
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0])
  const store = sqliteStore({ path })
  expect(await store.getMany([{ space: 'handle', scope: 'shared', key: 'n' }])).toMatchObject([
    { version: 400, value: '400' },
  ])
  await store.close()
})

function start(...args: (string | number)[]): ChildProcess {
  return spawn(process.execPath, [child, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Reads numbers until `killAt` comes or the process ends, kills it, and gives the last number that it wrote. */
async function lastLine(writer: ChildProcess, killAt: number): Promise<number> {
  let text = ''
  const exit = once(writer, 'close')
  writer.stdout!.on('data', (chunk: Buffer) => {
    text += chunk
    if (Number(text.trimEnd().split('\n').at(-1)) >= killAt) writer.kill('SIGKILL')
  })
  await exit
  // A number cut by the kill has no line break after it.
  return Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1))
}
