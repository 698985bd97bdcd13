// What the docs show is what happens: their TypeScript is checked and run, their commands run, their configs are
// read by the gateway. How a block asks for something else is told in fixtures/snippets.ts.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import JSON5 from 'json5'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../src/gateway/config/config.js'
import { isRecord } from '../src/json/json.js'
import { program } from './cli/fixtures/program.js'
import { runShell } from './fixtures/snippet-shell.js'
import { typeMistakes } from './fixtures/snippet-types.js'
import { joined, type Snippet, snippetsOf } from './fixtures/snippets.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const build = join(root, '.build', 'docs')

const pages = [root, join(root, 'docs')]
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'))
  .map((path) => {
    const name = path.slice(root.length)
    const text = readFileSync(path, 'utf8')
    const snippets = joined(snippetsOf(path))
    return { name, path, text, folder: join(build, name), snippets, env: referredTo(text) }
  })

rmSync(build, { recursive: true, force: true })
for (const { folder, snippets } of pages) {
  mkdirSync(folder, { recursive: true })
  for (const snippet of snippets) {
    const name = fileOf(snippet)
    if (name !== undefined) writeFileSync(join(folder, name), snippet.text)
  }
}

afterEach(() => vi.restoreAllMocks())

describe.each(pages)('$name', ({ path, text, folder, snippets, env }) => {
  test('its relative links lead somewhere', () => {
    const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(resolve(dirname(path), link)))).toEqual([])
  })

  for (const snippet of snippets) {
    const check = checkOf(snippet, folder, env)
    if (check) test(`line ${snippet.line}: ${snippet.language}`, check)
  }
})

test('ARCHITECTURE.md names every folder of src', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(
    folders.filter(({ name }) => !text.includes(`| \`src/${name}/\` |`)).map(({ name }) => name),
  ).toEqual([])
})

describe('TypeScript of the docs', () => {
  const files = pages.flatMap(({ name, folder, snippets }) =>
    snippets
      .map((snippet) => ({ at: `${name}:${snippet.line}`, file: fileOf(snippet) ?? '' }))
      .filter(({ file }) => file.endsWith('.ts'))
      .map(({ at, file }) => ({ at, file: join(folder, file) })),
  )
  let mistakes: Map<string, string[]>
  beforeAll(() => {
    mistakes = typeMistakes(files.map(({ file }) => file))
  })

  test.each(files)('$at has the types that it should', ({ file }) => {
    expect(mistakes.get(file)).toEqual([])
  })
})

type Check = () => Promise<void> | void
type Environment = Readonly<Record<string, string>>

/** What has to hold for a block, beside its types. */
function checkOf(snippet: Snippet, folder: string, env: Environment): Check | undefined {
  const { mark, text, language, printed } = snippet
  if (mark.kind === 'skip' || mark.kind === 'types') return undefined
  switch (language) {
    case 'ts':
      if (mark.kind === 'file') return undefined
      return async () => expectPrinted(await runModule(join(folder, fileOf(snippet) as string)), printed)
    case 'bash':
      return async () => {
        const until = mark.kind === 'until' ? mark.value : undefined
        const end = await runShell(text, { folder, env, program: await program(), until })
        expect(end, end.err).toMatchObject({ code: 0 })
        expectPrinted(end.out, printed)
      }
    case 'json':
    case 'jsonc':
      return () => expectJson(text, join(folder, `line-${snippet.line}.json`), env)
    default:
      return undefined
  }
}

/** The name under which a block is put into the folder of its page. */
function fileOf({ language, line, mark }: Snippet): string | undefined {
  if (mark.kind === 'file') return mark.value
  if (language !== 'ts' || mark.kind === 'skip') return undefined
  return `line-${line}.ts`
}

/** What a module printed while it was run. */
async function runModule(file: string): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { exitCode } = process
  await import(file)
  process.exitCode = exitCode
  return log.mock.calls.map((parts) => `${format(...parts)}\n`).join('')
}

/** A config is read as the gateway does; other JSON has to be some. */
function expectJson(text: string, file: string, env: Environment): void {
  const value = JSON5.parse<unknown>(text)
  if (!isRecord(value) || !('mcpServers' in value || 'servers' in value)) return
  writeFileSync(file, text)
  expect(readConfig(file, env).servers.length).toBeGreaterThan(0)
}

/** Variables that a config of the page refers to are there on the machine that it is for. */
function referredTo(text: string): Environment {
  return Object.fromEntries([...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => [name, 'x']))
}

function expectPrinted(out: string, wanted: string | undefined): void {
  if (wanted === undefined) return
  const plain = (text: string) =>
    text
      .trimEnd()
      .replaceAll(/#\w+>>>/g, '#...>>>')
      .replaceAll(/\b([a-z]+)_[0-9a-z]{30}\b/g, '$1_...')
  const pattern = plain(wanted)
    .split('...')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  expect(plain(out)).toMatch(new RegExp(`^${pattern.join('[^\\n]*')}$`))
}
