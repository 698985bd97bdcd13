import { describe, expect, test } from 'vitest'
import type { ServerConfig } from '../../../src/gateway/config/entries.js'
import { ChildWire } from '../../../src/gateway/upstream/child.js'
import { createWatchdog } from '../../../src/gateway/upstream/watchdog.js'
import type { JsonObject } from '../../../src/json/json.js'
import type { DroppedLine } from '../../../src/mcp/wire.js'
import { until } from '../fixtures/running.js'
import { isAlive } from '../fixtures/servers.js'

/** A child that runs this code, and what it says. */
function child(code: string, parts: Partial<ServerConfig> = {}) {
  const shown: string[] = []
  const messages: JsonObject[] = []
  const dropped: DroppedLine[] = []
  const watchdog = createWatchdog(() => {})
  const config = {
    id: 'x',
    command: process.execPath,
    args: ['-e', code],
    env: {},
    cwd: '/',
    rules: [],
    ...parts,
  }
  const wire = new ChildWire(config, {
    watchdog,
    show: (text) => shown.push(text),
    env: { PATH: process.env.PATH, SECRET: 's3cret' },
  })
  let ended: string | undefined
  wire.onmessage = (message) => void messages.push(message)
  wire.ondropped = (line) => void dropped.push(line)
  wire.onclose = (reason) => {
    ended = reason
  }
  const close = async () => {
    await wire.close()
    watchdog.close()
  }
  return { wire, shown, messages, dropped, ended: () => ended, close }
}

const message = (words: string) =>
  `process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ${words} }) + '\\n');`

describe('a child', () => {
  test('gets the config’s variables and the allowed ones, nothing else', async () => {
    const at = child(message('env: process.env'), { env: { GIVEN: '1' } })
    await at.wire.start()
    await until(() => at.messages.length > 0)
    expect(Object.keys(at.messages[0]?.env as object).sort()).toEqual(['GIVEN', 'PATH'])
    await at.close()
  })

  test('is read with all digits of a number in a result', async () => {
    const line =
      '{"jsonrpc":"2.0","id":"a","result":{"content":[],"structuredContent":{"id":1234567890123456789}}}'
    const at = child(`process.stdout.write(${JSON.stringify(`${line}\n`)})`)
    await at.wire.start()
    await until(() => at.messages.length > 0)
    expect(at.messages[0]).toMatchObject({ result: { structuredContent: { id: 1234567890123456789n } } })
    await at.close()
  })

  test('that ends by itself says how', async () => {
    const at = child('process.exit(5)')
    await at.wire.start()
    await until(() => at.ended() !== undefined)
    expect(at.ended()).toBe('ended with code 5')
    expect(() => at.wire.send({})).toThrow('the process has ended')
    await at.close()
  })

  test('that can’t be started rejects and says why', async () => {
    const at = child('', { command: '/no/such/program' })
    await expect(at.wire.start()).rejects.toThrow("'/no/such/program' was not found")
    expect(at.ended()).toContain('was not found')
    await at.close()
  })

  test('may send batches, empty lines and junk', async () => {
    const batch =
      'process.stdout.write(\'[{"jsonrpc":"2.0","a":1},{"jsonrpc":"2.0","a":2}]\\n\\n  \\n[]\\n7\\n{}\\n\');'
    const at = child(batch + message('a: 3'))
    await at.wire.start()
    await until(() => at.messages.length === 3)
    expect(at.messages.map(({ a }) => a)).toEqual([1, 2, 3])
    expect(at.shown).toEqual(['[]', '7', '{}'])
    await at.close()
  })

  test('whose batch holds what is no message keeps the messages in it', async () => {
    const at = child(`process.stdout.write('[{"jsonrpc":"2.0","a":1},7]\\n');${message('a: 2')}`)
    await at.wire.start()
    await until(() => at.messages.length === 2)
    expect(at.messages.map(({ a }) => a)).toEqual([1, 2])
    expect(at.shown).toEqual(['[{"jsonrpc":"2.0","a":1},7]'])
    await at.close()
  })

  test('that prints more than a line may hold, or half a message, is told so, with what stands at the edges', async () => {
    const long = `process.stdout.write('{"id":"sallyport-1","result":"' + 'x'.repeat(65 * 1024 * 1024) + '", "z":1}\\n');`
    const broken = 'process.stdout.write(\'{"id":"sallyport-2","result":\\nlog: {"id":"sallyport-3"\\n\');'
    const at = child(long + broken + message('a: 1'))
    await at.wire.start()
    await until(() => at.messages.length === 1)
    const [beginning, end, ...more] = at.dropped
    expect(beginning).toMatchObject({
      why: 'too_large',
      text: expect.stringMatching(/^\{"id":"sallyport-1"/),
    })
    expect(end).toMatchObject({ why: 'too_large', text: expect.stringMatching(/xx", "z":1\}$/) })
    expect(more).toEqual([{ why: 'unreadable', text: '{"id":"sallyport-2","result":' }])
    await at.close()
  })

  test('that hands its streams to a helper and ends does not hold the end up', async () => {
    const helper = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
    const at = child(
      `const c = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: 'inherit' });
       ${message('pid: c.pid')} setTimeout(() => process.exit(0), 100)`,
    )
    await at.wire.start()
    await until(() => at.messages.length > 0)
    const pid = at.messages[0]?.pid as number
    await until(() => at.ended() !== undefined)
    await until(() => !isAlive(pid))
    expect(at.ended()).toBe('ended with code 0')
    await at.close()
  })
})
