// What `import 'sallyport'` loads, of the package as it is built; and that what it leaves for later is there when it is
// needed.

import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { runScript } from './fixtures/processes.js'

const root = new URL('../', import.meta.url)

/** Runs a module in the root, where `sallyport` is the built package. `loaded` gives the packages so far. */
function run(code: string) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `${LOADED}\n${code}`],
    { cwd: root, encoding: 'utf8' },
  )
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  return { out: JSON.parse(stdout) as unknown, err: stderr }
}

// The inspector names every script, of whichever module system.
const LOADED = `
import { Session } from 'node:inspector'
const scripts = new Set()
const inspector = new Session()
inspector.connect()
inspector.on('Debugger.scriptParsed', ({ params }) => scripts.add(params.url))
inspector.post('Debugger.enable')
const loaded = () => {
  const names = [...scripts].flatMap((url) =>
    url.endsWith('/chunks/ajv.cjs') ? ['ajv'] : [/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1] ?? []].flat())
  return [...new Set(names)].sort()
}
`

const ALWAYS = ['canonicalize', 'fastest-levenshtein', 'lru-cache', 'zod']

beforeAll(async () => {
  // Builds what is out of date.
  await runScript(process.execPath, ['scripts/start.mjs', '--help'], {}).ended
}, 180_000)

test("import 'sallyport' loads zod and three small packages, in two files of its own", () => {
  const { out } = run(`
    await import('sallyport')
    const own = [...scripts].filter((url) => /\\/dist\\/(index|chunks\\/core)\\.js$/.test(url)).length
    const all = [...scripts].filter((url) => url.includes('/dist/') && !url.includes('node_modules')).length
    console.log(JSON.stringify({ packages: loaded(), own, all }))`)
  expect(out).toEqual({ packages: ALWAYS, own: 2, all: 2 })
})

/** What src/base/late.ts requires; some of them bring packages of their own along. */
const LATE =
  '@marcbachmann/cel-js ajv cockatiel ibantools json5 libphonenumber-js lossless-json pino tldts undici yaml'.split(
    ' ',
  )

const SETUP = `
import { createGate, jsonSchema, tool } from 'sallyport'
import { z } from 'zod'
const given = (input, more) => ({
  name: 'find', description: 'Finds.', useWhen: 'looking', effect: 'read', input, run: () => ({ found: true }), ...more,
})
const open = (tools, more) => createGate({ tools, ...more }).session({ tenant: 't', user: 'u', conversation: 'c' })
const ended = ({ status, error }) => error?.code ?? status
const status = async (session, args) =>
  ended(await session.call({ id: String(Math.random()), name: 'find', args: typeof args === 'string' ? args : JSON.stringify(args) }))
const plain = z.object({ q: z.string() })
const before = loaded()
`

const late = (packages: readonly string[], code: string) => {
  const { out, err } = run(
    `${SETUP}\nconst shown = await (async () => { ${code} })()\n` +
      'console.log(JSON.stringify({ before, shown, after: loaded().filter((name) => !before.includes(name)) }))',
  )
  const { before, shown, after } = out as { before: string[]; shown: unknown; after: string[] }
  expect(before).toEqual(ALWAYS)
  expect(after.filter((name) => LATE.includes(name))).toEqual(packages)
  return { shown, err }
}

describe('a package that only some calls need is loaded by the first of them', () => {
  test('the validator, with the first tool, and nothing else for a plain call', () => {
    const { shown, err } = late(
      ['ajv'],
      "const s = open([tool(given(plain))]); return [await status(s, { q: 'boats' }), await status(s, { q: 1 })]",
    )
    expect(shown).toEqual(['ok', 'invalid_arguments'])
    expect(err).toBe('')
  })

  test('its older draft, references and unions told apart by a key', () => {
    const { shown } = late(
      ['ajv'],
      `const old = jsonSchema({
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { at: { $ref: '#/definitions/at' }, pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
        definitions: { at: { anyOf: [
          { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['kind', 'n'] },
          { type: 'object', properties: { kind: { const: 'b' }, s: { type: 'string' } }, required: ['kind', 's'] },
        ] } },
      })
      const s = open([tool(given(old))])
      return [
        await status(s, { at: { kind: 'a', n: 1 }, pair: ['x', 1] }),
        await status(s, { at: { kind: 'b', n: 1 } }),
      ]`,
    )
    expect(shown).toEqual(['ok', 'invalid_arguments'])
  })

  test('JSON that is nearly JSON', () => {
    const { shown } = late(
      ['ajv', 'json5'],
      `return [await status(open([tool(given(plain))]), "{q: 'boats'}")]`,
    )
    expect(shown).toEqual(['ok'])
  })

  test('conditions of rules, which Node requires without a warning', () => {
    const { shown, err } = late(
      ['@marcbachmann/cel-js', 'ajv'],
      `const rules = { rules: [{ id: 'no-cats', deny: { tools: ['find'], when: "args.q == 'cats'" } }] }
      const s = open([tool(given(plain))], { rules })
      return [await status(s, { q: 'boats' }), await status(s, { q: 'cats' })]`,
    )
    expect(shown).toEqual(['ok', 'not_permitted'])
    expect(err).toBe('')
  })

  test('phone and account numbers', () => {
    const { shown } = late(
      ['ajv', 'ibantools', 'libphonenumber-js'],
      `const send = tool(given(z.object({ to: z.string() }), { effect: 'trigger', egress: 'send', roles: { to: 'target' } }))
      const s = open([send])
      s.userSaid('Send it to +49 30 901820 and to DE89 3704 0044 0532 0130 00', { id: 'm1' })
      return [await status(s, { to: '+4930901820' }), await status(s, { to: 'DE89370400440532013000' }), await status(s, { to: '+4930901821' })]`,
    )
    expect(shown).toEqual(['ok', 'ok', 'held'])
  })

  test('the HTTP client and the circuit breaker', () => {
    const { shown } = late(
      ['ajv', 'cockatiel', 'pino', 'undici'],
      `const url = 'http://127.0.0.1:8080/'
      const run = async (_, ctx) => { await ctx.fetch(url); return {} }
      const s = open([tool(given(plain, { run }))])
      return [await status(s, { q: 'x' })]`,
    )
    expect(shown).toEqual(['not_permitted'])
  })

  test('the default log, of which each line comes out', () => {
    const { err } = late(
      ['ajv', 'pino'],
      `const run = () => { throw new Error('no boats') }
      return [await status(open([tool(given(plain, { run }))]), { q: 'x' })]`,
    )
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; level: number })
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatchObject({ name: 'sallyport' })
  })
})
