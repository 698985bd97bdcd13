// Passages by themselves: what outlives a list of tools that changed.

import { expect, test } from 'vitest'
import { Passages } from '../../src/gateway/passages.js'
import type { ShownTool } from '../../src/mcp/tools/tools.js'
import { memoryStore } from '../../src/stores/memory.js'
import { foreignTool } from '../../src/tool/foreign.js'

function shown(name: string): ShownTool {
  const long = 'one line of many\n'.repeat(2_000)
  const tool = foreignTool({
    name,
    description: '',
    inputSchema: { type: 'object' },
    effect: 'read',
    upstream: { id: 'fs', tool: name },
    run: () => ({ result: { content: [{ type: 'text', text: long }] }, bytes: long.length }),
    restOf: () => long,
  })
  const raw = { name, inputSchema: {}, definition: {}, size: 2 }
  return { tool, server: 'fs', raw, views: 'split', listing: { name } }
}

test('a handle outlives a list of tools that changed, in this conversation and in others', async () => {
  const store = memoryStore({ shared: true })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const passages = new Passages({
    store,
    log: log as never,
    operator: { mode: 'observe' },
    crossed: () => {},
  })
  const { signal } = new AbortController()
  passages.renew(new Map([['fs_a', shown('fs_a')]]))
  const passage = passages.open('c-1')
  expect(passage.list().map(({ name }) => name)).toEqual(['fs_a', 'inspect_handle'])
  const read = JSON.stringify(await passage.call('fs_a', {}, { signal }))
  const handle = /result_\w{30}/.exec(read)?.[0]
  passages.renew(new Map([['fs_b', shown('fs_b')]]))
  for (const each of [passage, passages.open('c-2')]) {
    expect(each.list().map(({ name }) => name)).toEqual(['fs_b', 'inspect_handle'])
    const looked = await each.call('inspect_handle', { handle, op: 'count' }, { signal })
    expect(looked.isError).toBeUndefined()
    expect(JSON.stringify(looked)).toContain('34000')
    each.close()
  }
  await passages.close()
  await store.close()
})

test('where all tools are raw, no handle comes up, and no tool for them is offered', async () => {
  const store = memoryStore({ shared: true })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const passages = new Passages({
    store,
    log: log as never,
    operator: { mode: 'observe' },
    crossed: () => {},
  })
  passages.renew(new Map([['fs_a', { ...shown('fs_a'), views: 'raw' }]]))
  expect(
    passages
      .open('c')
      .list()
      .map(({ name }) => name),
  ).toEqual(['fs_a'])
  await passages.close()
  await store.close()
})
