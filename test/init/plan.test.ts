// The plan, over real servers: what is written is read by the gateway, and it works with it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/gateway/config/config.js'
import { createConsole } from '../../src/gateway/console/console.js'
import { planInit } from '../../src/init/plan.js'
import { reportPlan } from '../../src/init/report.js'
import { FAILURE_META } from '../../src/mcp/tools/results.js'
import { QUICK, recorder, runGateway } from '../gateway/fixtures/running.js'
import { freshFolder, realServer } from '../gateway/fixtures/servers.js'

const { stream, text } = recorder()
const console = createConsole(stream)

function configText(servers: Record<string, object>, key = 'mcpServers'): string {
  return `{\n  // mine\n  "${key}": ${JSON.stringify(servers, null, 2)} // as it was\n}\n`
}

function realServers(folder: string): Record<string, object> {
  const entry = ({ command, args }: ReturnType<typeof realServer>, env = {}) => ({ command, args, env })
  return {
    fs: entry(realServer('filesystem', folder)),
    memory: entry(realServer('memory'), { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    everything: entry(realServer('everything')),
    broken: { command: 'there-is-no-such-program' },
  }
}

function fileWith(content: string): string {
  const file = join(freshFolder(), 'mcp.json')
  writeFileSync(file, content)
  return file
}

describe('over real servers', () => {
  test('what is proposed is read, keeps all that was there, and the gateway holds and lets pass by it', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'a.txt'), 'hello')
    const content = configText(realServers(folder))
    const file = fileWith(content)
    const { after, servers } = await planInit({ file, hook: true, console, timing: QUICK })

    expect(servers.map(({ id }) => id)).toEqual(['fs', 'memory', 'everything', 'broken'])
    expect(servers.at(-1)).toMatchObject({ trouble: expect.stringContaining('not found') })
    for (const line of content.trimEnd().split('\n').slice(0, -2)) expect(after).toContain(line)
    expect(after).toContain('// as it was')
    const { sallyport, ...rest } = JSON5.parse(after) as { sallyport: Record<string, unknown> }
    expect(rest).toEqual(JSON5.parse(content))
    expect(sallyport).toMatchObject({ mode: 'ask', promptHook: true })
    expect(Object.keys(sallyport.servers as object)).toEqual(['fs', 'memory', 'everything'])

    writeFileSync(file, after)
    const config = readConfig(file)
    expect(config.warnings).toEqual([])
    expect(config.operator?.mode).toBe('ask')
    const running = await runGateway(
      config.servers.filter(({ id }) => id !== 'broken'),
      QUICK,
      { operator: config.operator ?? { mode: 'observe' } },
    )
    try {
      const client = await running.connect()
      // No declaration was refused, and no pattern is idle.
      expect(running.lines()).not.toMatch(/set aside|no tool matches/)
      const { tools } = await client.listTools()
      // And the gate's own.
      expect(tools).toHaveLength(14 + 9 + 13 + 1)
      const status = async (name: string, args: Record<string, unknown>) => {
        const { isError, _meta } = await client.callTool({ name, arguments: args })
        return isError ? (_meta as { [FAILURE_META]: { code: string } })[FAILURE_META].code : 'ok'
      }
      expect(await status('fs_read_text_file', { path: join(folder, 'a.txt') })).toBe('ok')
      expect(await status('memory_read_graph', {})).toBe('ok')
      expect(await status('everything_get-sum', { a: 1, b: 2 })).toBe('ok')
      const entities = [{ name: 'Lena', entityType: 'person', observations: ['likes tea'] }]
      expect(await status('memory_create_entities', { entities })).toBe('ok')
      expect(await status('fs_write_file', { path: join(folder, 'b.txt'), content: 'x' })).toBe('held')
      expect(await status('memory_delete_entities', { entityNames: ['Lena'] })).toBe('held')
      expect(existsSync(join(folder, 'b.txt'))).toBe(false)
    } finally {
      await running.close()
    }
  }, 60_000)

  test('run again over what it wrote, it adds nothing', async () => {
    const folder = freshFolder()
    const { broken: _, everything: __, ...servers } = realServers(folder)
    const file = fileWith(configText(servers))
    writeFileSync(file, (await planInit({ file, hook: true, console, timing: QUICK })).after)
    const again = await planInit({ file, hook: true, console, timing: QUICK })
    expect(again.after).toBe(again.before)
    expect(again.kept).toEqual(["mode 'ask'", 'promptHook true'])
  }, 60_000)

  test('what the config says is kept, what is missing is added', async () => {
    const folder = freshFolder()
    const { memory } = realServers(folder)
    const own = {
      mode: 'observe',
      servers: { memory: { tools: { 'delete_*': { deny: true }, read_graph: { effect: 'read' } } } },
    }
    const file = fileWith(JSON.stringify({ servers: { memory }, sallyport: own }, null, '\t'))
    const plan = await planInit({ file, hook: false, console, timing: QUICK })
    const { sallyport } = JSON.parse(plan.after) as { sallyport: typeof own }
    expect(sallyport.mode).toBe('observe')
    expect(sallyport.servers.memory.tools).toMatchObject(own.servers.memory.tools)
    expect(Object.keys(sallyport.servers.memory.tools)).toEqual([
      'delete_*',
      'read_graph',
      'create_entities',
      'create_relations',
      'add_observations',
      'search_nodes',
      'open_nodes',
    ])
    reportPlan(plan, console)
    expect(text()).toContain('kept, as the config has them: delete_entities')
    expect(text()).toContain("kept: mode 'observe'")
    expect(readFileSync(file, 'utf8')).toBe(plan.before)
  }, 60_000)
})

test('JSON5 that can be read and not be added to is said, with what to add', async () => {
  const { memory } = realServers(freshFolder())
  const file = fileWith(`{ mcpServers: { memory: ${JSON.stringify(memory)} } }`)
  await expect(planInit({ file, hook: false, console, timing: QUICK })).rejects.toThrow(
    /is JSON5.*"sallyport": \{ "mode": "ask"/,
  )
}, 120_000)
