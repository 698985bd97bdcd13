// Handles in the gateway, with real servers: what one of them read goes into another without passing the client, also
// over a restart, and nobody else can use it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { ServerConfig } from '../../src/gateway/config/entries.js'
import { ensureHandleKey } from '../../src/gateway/config/handle-key.js'
import { result } from '../../src/handles/kinds/result-kind.js'
import { Vault } from '../../src/handles/vault/vault.js'
import type { ToolRule } from '../../src/mcp/tools/policy.js'
import { sqliteStore } from '../../src/stores/sqlite.js'
import { run as runProgram } from '../cli/fixtures/program.js'
import { QUICK, type Running, runGateway } from './fixtures/running.js'
import { freshFolder, realServer } from './fixtures/servers.js'

const open: Running[] = []
afterEach(async () => {
  for (const running of open.splice(0)) await running.close()
})

const WRITE = {
  accepts: ['content'],
  effect: 'write',
  egress: false,
  roles: { path: 'target', content: 'content' },
} as const

/** Two roots of two filesystem servers, and a memory. */
function house() {
  const home = freshFolder()
  const [from, to] = ['from', 'to'].map((name) => join(home, name)) as [string, string]
  for (const folder of [from, to]) mkdirSync(folder)
  const memory = join(home, 'memory.jsonl')
  const servers = [
    named('from', [{ pattern: 'read_*', effect: 'read' }], realServer('filesystem', from)),
    named('to', [{ pattern: 'write_file', ...WRITE }], realServer('filesystem', to)),
    {
      ...named(
        'memory',
        [
          { pattern: 'create_entities', accepts: ['entities.*.observations.*'] },
          { pattern: 'add_observations', accepts: ['observations.*.contents.*', 'observations'] },
        ],
        realServer('memory'),
      ),
      env: { MEMORY_FILE_PATH: memory },
    },
  ]
  return { home, from, to, memory, servers }
}

function named(id: string, rules: readonly ToolRule[], server: ServerConfig): ServerConfig {
  return { ...server, id, rules }
}

async function gateway(servers: readonly ServerConfig[], more: Parameters<typeof runGateway>[2] = {}) {
  const running = await runGateway(servers, QUICK, more)
  open.push(running)
  return running
}

/** A client that keeps all that it received. */
async function listener(running: Running) {
  const client = await running.connect('auto')
  const received: string[] = []
  return {
    received,
    async call(name: string, args: Record<string, unknown>) {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult
      received.push(JSON.stringify({ ...result, _meta: undefined }))
      return { result, text: textOf(result) }
    },
    list: async () => (await client.listTools()).tools,
  }
}

const textOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
const handleIn = (text: string) => /result_[0-9a-z]{30}/.exec(text)?.[0] as string

/** A text of so many lines, with a mark near its end that no first page shows. */
const MARK = 'the heron leaves at noon'
function report(lines: number): string {
  const text = Array.from({ length: lines }, (_, i) => `${i}: "quoted", \\ back, ümläut, \u2028 and 🦩\r\n`)
  return `${text.join('')}${MARK}\n`
}

describe('a file goes from one server into another', { timeout: 60_000 }, () => {
  test.each(['observe', 'ask'] as const)(
    'to the letter, and no word of it past the first page reaches the client: mode %s',
    async (mode) => {
      const { servers, from, to } = house()
      const text = report(45_000)
      expect(Buffer.byteLength(text)).toBeGreaterThan(2 * 1024 * 1024)
      writeFileSync(join(from, 'report.txt'), text)
      const running = await gateway(servers, { operator: { mode, trusted: { roots: [to] } } })
      const client = await listener(running)
      const read = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
      const handle = handleIn(read.text)
      expect(read.text).toContain(`The rest is in ${handle}: read on with inspect_handle.]`)
      const path = join(to, 'copy.txt')
      const written = await client.call('to_write_file', { path, content: handle })
      expect(written.result.isError).toBeFalsy()
      expect(readFileSync(path, 'utf8')).toBe(text)
      expect(client.received.join('\n')).not.toContain(MARK)
    },
  )

  test('into a memory, as an observation within a list', async () => {
    const { servers, from, memory } = house()
    const text = report(2_000)
    writeFileSync(join(from, 'report.txt'), text)
    const client = await listener(await gateway(servers))
    const read = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const handle = handleIn(read.text)
    const made = await client.call('memory_create_entities', {
      entities: [{ name: 'heron', entityType: 'bird', observations: ['grey', handle] }],
    })
    expect(made.result.isError).toBeFalsy()
    const added = await client.call('memory_add_observations', {
      observations: [
        { entityName: 'heron', contents: [handle.replace(/.$/, (last) => (last === '0' ? '1' : '0'))] },
      ],
    })
    // What was meant as a handle and is none is not kept as a text.
    expect(added.result.isError).toBe(true)
    expect(added.text).toContain(
      `- /observations/0/contents/0: This is no handle of kind result. Did you mean ${handle}?`,
    )
    const [entity] = readFileSync(memory, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entity.observations).toEqual(['grey', text])
    expect(client.received.join('\n')).not.toContain(MARK)
  })

  test('a token that went wrong, and a preview, are refused; a text that mentions a token is written', async () => {
    const { servers, from, to } = house()
    const path = join(to, 'copy.txt')
    writeFileSync(join(from, 'report.txt'), report(2_000))
    writeFileSync(path, 'before')
    const client = await listener(await gateway(servers))
    const read = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const handle = handleIn(read.text)
    const swapped = handle.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const wrong = [
      handle.slice(0, -3),
      swapped,
      `"${handle}"`,
      `  ${handle} `,
      handle.toUpperCase(),
      `{{${handle}}}`,
      `Here: ${handle}`,
    ]
    for (const content of wrong) {
      const written = await client.call('to_write_file', { path, content })
      expect(written.text, content).toContain(
        `- /content: This is no handle of kind result. Did you mean ${handle}?`,
      )
    }
    const cut = read.text.slice(read.text.lastIndexOf('[Cut: '))
    const fence = read.text.slice(0, read.text.indexOf('\n') + 1)
    for (const content of [read.text, `first lines\n${cut}`, `${fence}first lines`]) {
      const written = await client.call('to_write_file', { path, content })
      expect(written.text, content.slice(0, 40)).toContain('content: you would write a preview')
    }
    expect(readFileSync(path, 'utf8')).toBe('before')
    const note = `The whole of it was in ${handle} for an hour.\n[Cut: 3 of 4 roses shown.] <<<a>>>`
    expect((await client.call('to_write_file', { path, content: note })).result.isError).toBeFalsy()
    expect(readFileSync(path, 'utf8')).toBe(note)
  })

  test("a wrong path of inspect_handle says what is there, and is the caller's to mend", async () => {
    const { servers, from } = house()
    writeFileSync(join(from, 'report.txt'), report(2_000))
    const client = await listener(await gateway(servers))
    const read = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const look = (path: string) =>
      client.call('inspect_handle', { handle: handleIn(read.text), op: 'get', path })
    const nowhere = await look('/0')
    expect(nowhere.text).toContain(
      '- /path: There is no "0" in the value: it is a string, with nothing below it.',
    )
    expect(nowhere.result._meta?.['sallyport/failure']).toMatchObject({
      code: 'handle_not_found',
      category: 'arguments',
      retryable: true,
      path: '/path',
    })
    expect((await look('bad')).text).toContain('"bad" is no JSON Pointer.')
  })

  test('data goes into a place that takes data, also out of a file', async () => {
    const { servers, from, memory } = house()
    const contents = Array.from({ length: 900 }, (_, i) => `observation ${i} of a heron at the pond`)
    writeFileSync(join(from, 'notes.json'), JSON.stringify([{ entityName: 'heron', contents }]))
    const client = await listener(await gateway(servers))
    await client.call('memory_create_entities', {
      entities: [{ name: 'heron', entityType: 'bird', observations: [] }],
    })
    const read = await client.call('from_read_text_file', { path: join(from, 'notes.json') })
    const added = await client.call('memory_add_observations', { observations: handleIn(read.text) })
    expect(added.result.isError).toBeFalsy()
    expect(JSON.parse(readFileSync(memory, 'utf8').trim()).observations).toEqual(contents)
  })
})

describe('what does not fit', { timeout: 60_000 }, () => {
  test('is refused without a word of what is behind the handle, and nothing is called', async () => {
    const { servers, from, memory } = house()
    writeFileSync(join(from, 'report.txt'), `${MARK}\n${report(2_000)}`)
    const client = await listener(await gateway(servers))
    await client.call('memory_create_entities', {
      entities: [{ name: 'heron', entityType: 'bird', observations: [] }],
    })
    const { text } = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const added = await client.call('memory_add_observations', { observations: handleIn(text) })
    expect(added.result.isError).toBe(true)
    expect(added.text).toContain('observations: does not fit what this tool takes here (type)')
    expect(added.text).not.toContain('heron leaves')
    expect(JSON.parse(readFileSync(memory, 'utf8').trim()).observations).toEqual([])
  })

  test('a handle at a place that takes none is a text', async () => {
    const { servers, from, to } = house()
    writeFileSync(join(from, 'report.txt'), report(2_000))
    const client = await listener(await gateway(servers))
    const { text } = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const path = join(to, handleIn(text))
    await client.call('to_write_file', { path, content: 'as it is' })
    expect(readFileSync(path, 'utf8')).toBe('as it is')
  })
})

describe('what the judge sees of a handle', { timeout: 60_000 }, () => {
  /** Edits out of a file of `from`, for a file of `to`, whose server takes them as one handle. */
  async function edit(rule: Omit<ToolRule, 'pattern'>) {
    const { servers, from, to } = house()
    const edits = Array.from({ length: 300 }, (_, i) => ({
      oldText: `line ${i} of old`,
      newText: `line ${i} of new`,
    }))
    writeFileSync(join(from, 'edits.json'), JSON.stringify(edits))
    const path = join(to, 'a.txt')
    writeFileSync(path, edits.map(({ oldText }) => `${oldText}\n`).join(''))
    const [reading, writing] = servers as [ServerConfig, ServerConfig]
    const rules = [
      { pattern: 'edit_file', accepts: ['edits'], effect: 'write', egress: false, ...rule },
    ] as const
    const running = await gateway([reading, { ...writing, rules }], {
      operator: { mode: 'ask', trusted: { roots: [to] } },
    })
    const client = await listener(running)
    const { text } = await client.call('from_read_text_file', { path: join(from, 'edits.json') })
    const edited = await client.call('to_edit_file', { path, edits: handleIn(text) })
    return { edited, text: readFileSync(path, 'utf8') }
  }

  test('data is judged place by place: where its texts say where, nobody vouches for them', async () => {
    const { edited, text } = await edit({ roles: { path: 'target' } })
    expect(edited.result._meta).toMatchObject({
      'sallyport/failure': { code: expect.stringMatching(/held|not_permitted/) },
    })
    expect(text).toMatch(/^line 0 of old\n/)
  })

  test('where its texts are content, it passes', async () => {
    const { edited, text } = await edit({ roles: { path: 'target', edits: 'content' } })
    expect(edited.result.isError).toBeFalsy()
    expect(text).toMatch(/^line 0 of new\n/)
    expect(text).not.toContain('old')
  })
})

describe('an operator’s rule', { timeout: 60_000 }, () => {
  test('goes by what is behind the handle', async () => {
    const { servers, from, to } = house()
    writeFileSync(join(from, 'report.txt'), report(2_000))
    const rules = [
      { id: 'no-herons', deny: { tools: ['to/*'], when: "args.content.contains('heron leaves')" } },
    ]
    const running = await gateway(servers, { operator: { mode: 'ask', trusted: { roots: [to] }, rules } })
    const client = await listener(running)
    const { text } = await client.call('from_read_text_file', { path: join(from, 'report.txt') })
    const path = join(to, 'copy.txt')
    const written = await client.call('to_write_file', { path, content: handleIn(text) })
    expect(written.result._meta).toMatchObject({ 'sallyport/failure': { code: 'not_permitted' } })
    expect(existsSync(path)).toBe(false)
    expect((await client.call('to_write_file', { path, content: 'no such bird' })).result.isError).toBeFalsy()
  })
})

describe('whose handles', { timeout: 60_000 }, () => {
  test('they survive a restart, and the operator sees and ends them', async () => {
    const { servers, from, to, home } = house()
    const text = report(2_000)
    writeFileSync(join(from, 'report.txt'), text)
    const before = await gateway(servers, { dir: home })
    const { text: read } = await (await listener(before)).call('from_read_text_file', {
      path: join(from, 'report.txt'),
    })
    const handle = handleIn(read)
    await before.close()
    open.pop()

    const client = await listener(await gateway(servers, { dir: home }))
    const path = join(to, 'copy.txt')
    await client.call('to_write_file', { path, content: handle })
    expect(readFileSync(path, 'utf8')).toBe(text)

    const state = ['--state', join(home, '.sallyport')]
    const { out } = await runProgram(['handles', 'list', '--json', '--tokens', ...state])
    expect(JSON.parse(out)).toMatchObject([{ handle, kind: 'result' }])
    expect((await runProgram(['handles', 'revoke', handle, ...state])).code).toBe(0)
    const late = await client.call('to_write_file', { path: join(to, 'late.txt'), content: handle })
    expect(late.result._meta).toMatchObject({ 'sallyport/failure': { code: 'handle_revoked' } })
  })

  test("another user's and another gateway's are not found, and nothing of theirs is told", async () => {
    const { servers, to, home } = house()
    const state = join(home, '.sallyport')
    const [theirs, foreign] = [
      await sealed(state, ensureHandleKey(state)),
      await sealed(state, new Uint8Array(32)),
    ]
    const client = await listener(await gateway(servers, { dir: home }))
    const answers = []
    for (const handle of [theirs, foreign]) {
      const path = join(to, 'stolen.txt')
      const { result: answer, text } = await client.call('to_write_file', { path, content: handle })
      expect(answer._meta).toMatchObject({ 'sallyport/failure': { code: 'handle_not_found' } })
      const looked = await client.call('inspect_handle', { handle, op: 'describe' })
      expect(looked.result._meta).toMatchObject({ 'sallyport/failure': { code: 'handle_not_found' } })
      answers.push(text, looked.text)
    }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2))
    expect(client.received.join('\n')).not.toContain(MARK)
  })
})

/** A handle of somebody else in a store. */
async function sealed(state: string, key: Uint8Array): Promise<string> {
  const store = sqliteStore({ path: join(state, 'state.db') })
  const vault = new Vault({
    store,
    kinds: [result as never],
    keys: [key],
    scopes: new Map([['result', 'user']]),
  })
  const principal = { tenant: 'local', user: 'mallory', conversation: 'c', groups: [], claims: {} }
  const sealing = vault.sealing(principal)
  const { handle } = sealing.seal(result as never, MARK)
  await vault.commit(sealing)
  await store.close()
  return handle
}

test('a path that a tool does not have sets that tool aside, and says so', { timeout: 60_000 }, async () => {
  const { servers } = house()
  const [, writing] = servers as [unknown, ServerConfig]
  const rules = [{ pattern: 'write_file', accepts: ['contents'] }]
  const running = await gateway([{ ...writing, rules }])
  expect(running.lines()).toContain(
    "to: set aside: tool 'write_file': accepts: the input has no 'contents'; did you mean 'content'?",
  )
  const names = (await (await listener(running)).list()).map(({ name }) => name)
  expect(names).not.toContain('to_write_file')
  expect(names).toContain('to_edit_file')
})

describe('inspect_handle', { timeout: 60_000 }, () => {
  test('is offered, reads on and finds, each time within its budget', async () => {
    const { servers, from } = house()
    writeFileSync(join(from, 'report.txt'), report(3_000))
    const client = await listener(await gateway(servers))
    const offered = (await client.list()).find(({ name }) => name === 'inspect_handle')
    expect(offered).toMatchObject({ annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } })
    const { text, result: read } = await client.call('from_read_text_file', {
      path: join(from, 'report.txt'),
    })
    const handle = handleIn(text)
    expect(read._meta).toMatchObject({ 'sallyport/handles': [{ handle, kind: 'result' }] })
    const found = await client.call('inspect_handle', { handle, op: 'search', text: 'HERON' })
    expect(found.text).toContain(MARK)
    expect(found.text.indexOf('<<<third-party text from from')).toBeGreaterThan(-1)
    expect(found.text.indexOf('<<<third-party text from from')).toBeLessThan(found.text.indexOf(MARK))
    const at = report(3_000).length - 200
    const page = await client.call('inspect_handle', { handle, op: 'page', from: at })
    expect(page.text).toContain('<<<third-party text from from')
    expect(page.text).toContain(MARK)
    expect(page.result._meta).toMatchObject({ 'sallyport/ui': { panel: 'inspect_handle' } })
  })

  test('what the panel leaves out is behind the handle that the panel names', async () => {
    const { servers, from } = house()
    writeFileSync(join(from, 'report.txt'), report(45_000))
    const client = await listener(await gateway(servers))
    const { text, result: read } = await client.call('from_read_text_file', {
      path: join(from, 'report.txt'),
    })
    expect(read._meta).toMatchObject({ 'sallyport/ui': { cut: { handle: handleIn(text) } } })
  })

  test('a result that is shown whole makes no handle', async () => {
    const { servers, from, home } = house()
    writeFileSync(join(from, 'a.txt'), 'short')
    const client = await listener(await gateway(servers, { dir: home }))
    const { result: read } = await client.call('from_read_text_file', { path: join(from, 'a.txt') })
    expect(read._meta).not.toHaveProperty('sallyport/handles')
    const { out } = await runProgram(['handles', 'list', '--state', join(home, '.sallyport')])
    expect(out).toBe('no handles\n')
  })
})
