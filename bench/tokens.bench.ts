// How much of a result a model reads: the model view against the whole as JSON, by the gate's own estimate, on
// the example provider and on three real MCP servers behind the gateway.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { callTool } from 'sallyport/testing'
import { awardsFetch } from '../examples/providers/award-search/recording.js'
import { searchAwards } from '../examples/providers/award-search/tool.js'
import { estimateTokens } from '../src/view/budget.js'
import { kib, print, quantile } from './measure.js'
import { type Case, memoryFile, type Result, serverCases } from './token-cases.js'

/** One result: how long it is as JSON, what a model reads of it. */
interface Seen {
  readonly name: string
  readonly json: string
  readonly view: string
  /** Whether the view leaves nothing out, in itself or in what it says of counts and ids. */
  readonly tells: 'all' | 'count and ids' | 'TOO LITTLE'
}

/** Smaller results are shown nearly whole, and nothing is to be saved. */
const LEAST_BYTES = 2_048

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
try {
  report([...(await exampleResults()), ...(await serverResults())])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function exampleResults(): Promise<Seen[]> {
  const { fetch } = await awardsFetch(resolve('examples/providers/award-search/cassettes'))
  const route = { origin: 'SFO', destination: 'NRT', from: '2026-05-01', to: '2026-05-07', cabin: 'business' }
  const seen: Seen[] = []
  for (const limit of [25, 40]) {
    const outcome = await callTool(searchAwards, { ...route, limit }, { fetch })
    if (outcome.status !== 'ok') throw new Error(outcome.model)
    seen.push({
      name: `example search_awards, ${limit} rows`,
      json: JSON.stringify(outcome.value),
      view: outcome.model,
      tells: told(
        outcome.model,
        outcome.value.results.length,
        outcome.value.results.slice(0, 5).map(({ id }) => id),
      ),
    })
  }
  return seen
}

async function serverResults(): Promise<Seen[]> {
  const root = resolve('.')
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(gatewayOf(root))
  try {
    const seen: Seen[] = []
    for (const one of serverCases(root)) seen.push(await crossed(client, one))
    return seen
  } finally {
    await client.close()
  }
}

function gatewayOf(root: string): StdioClientTransport {
  const memory = join(folder, 'memory.jsonl')
  writeFileSync(memory, memoryFile())
  const server = (name: string, args: readonly string[], env = {}) => ({
    command: process.execPath,
    args: [join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
    env,
  })
  const flags = Array.from({ length: 90 }, (_, index) => [
    `FEATURE_${index}`,
    `rollout=${index % 100}% owner=team-${index % 9}`,
  ])
  const mcpServers = {
    filesystem: server('filesystem', [root]),
    memory: server('memory', [], { MEMORY_FILE_PATH: memory }),
    everything: server('everything', [], Object.fromEntries(flags)),
  }
  const config = join(folder, 'mcp.json')
  writeFileSync(config, JSON.stringify({ mcpServers }))
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist/cli/main.js'), 'gateway', '--config', config],
    stderr: 'ignore',
  })
}

async function crossed(client: Client, { server, tool, args, count, ids }: Case): Promise<Seen> {
  const answer = await client.callTool({ name: `${server}_${tool}`, arguments: { ...args } })
  const view = (answer.content as Result['content'])[0]?.text ?? ''
  if (answer.isError) throw new Error(`${server} ${tool}: ${view}`)
  const ui = answer._meta?.['sallyport/ui'] as { readonly data: { readonly result: Result } }
  const { result } = ui.data
  const json = JSON.stringify(result.structuredContent ?? result.content)
  const isWhole = view.includes(json) || result.content.every(({ text = '' }) => view.includes(text))
  return {
    name: [server, tool, ...Object.values(args).map(lastPart)].join(' '),
    // Each thing once and without a line break, though many servers send it twice and printed.
    json,
    view,
    tells: isWhole ? 'all' : told(view, count(result), ids),
  }
}

/** Of a path the name, of a list or a long text nothing. */
function lastPart(argument: unknown): string {
  return typeof argument === 'string' && argument.length < 200 ? basename(argument) : ''
}

function told(view: string, count: number, ids: readonly string[]): Seen['tells'] {
  const isCounted = new RegExp(`(?<!\\d)${count}(?!\\d)`).test(view)
  return isCounted && ids.every((id) => view.includes(id)) ? 'count and ids' : 'TOO LITTLE'
}

function report(all: readonly Seen[]): void {
  const large = all.filter(({ json }) => Buffer.byteLength(json) > LEAST_BYTES)
  const rows = large.map(({ name, json, view, tells }) => {
    const [whole, shown] = [estimateTokens(json), estimateTokens(view)]
    return { name, json, whole, shown, saved: 1 - shown / whole, tells }
  })
  const saved = quantile(
    rows.map((row) => row.saved),
    0.5,
  )
  print(
    `Tokens of the model view against the whole as JSON, results above 2 KiB: median saved ${percent(saved)}, goal >= 70%`,
    ['', 'JSON', 'tokens of JSON', 'of the view', 'saved', 'the view tells'],
    rows.map(({ name, json, whole, shown, saved, tells }) => [
      name,
      kib(Buffer.byteLength(json)),
      String(whole),
      String(shown),
      percent(saved),
      tells,
    ]),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`
}
