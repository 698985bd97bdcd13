import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryStore } from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { policyCommand } from '../../src/cli/policy.js'
import { ask, openMailbox } from '../fixtures/mail.js'

const tools = fileURLToPath(new URL('./fixtures/mail-tools.ts', import.meta.url))
const handles = fileURLToPath(new URL('./fixtures/handle-tools.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'policy-'))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function policy(...args: string[]): Promise<string> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  try {
    await policyCommand().parseAsync(args, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return out
}

const YAML = `rules:
  - id: no-evil
    deny: { tools: [send_mail], when: "args.to.endsWith('evil.example')" }
    reason: Known to be bad.
`

describe('policy check', () => {
  test.each([
    ['YAML', file('a.yaml', YAML), /a\.yaml: 1 rule: no-evil\n/],
    [
      'a list',
      file('b.json', [
        { id: 'a', deny: {} },
        { id: 'b', hold: {} },
      ]),
      /2 rules: a, b\n/,
    ],
    [
      'the config of a gateway',
      file('c.json', { mcpServers: { fs: { command: 'x' } }, sallyport: { rules: [{ id: 'c', deny: {} }] } }),
      /1 rule: c\n/,
    ],
  ])('%s', async (_, path, words) => {
    expect(await policy('check', path)).toMatch(words)
  })

  test.each([
    ['a rule without a verdict', file('d.json', [{ id: 'a' }]), /d\.json: rule 'a': give exactly one/],
    ['no YAML', file('e.yaml', 'rules: ['), /e\.yaml: rules: not YAML/],
    ['no file', join(folder, 'none'), /none: can't be read \(ENOENT\)/],
  ])('%s is one line, exit code 2', async (_, path, words) => {
    await expect(policy('check', path)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(words),
    })
  })
})

describe('policy explain', () => {
  const call = (to: string) => JSON.stringify({ name: 'send_mail', args: { to, body: 'hi' } })
  const said = ['--said', 'Send hi to lena@acme.example']

  test.each<[what: string, args: string[], lines: RegExp[]]>([
    [
      'a call that passes',
      ['--call', call('lena@acme.example'), ...said],
      [/^allow\n/, /to = "lena@acme\.example" \(target\): you named it\n/],
    ],
    [
      'a call that is held, and what would let it pass',
      ['--call', call('bob@evil.example'), ...said],
      [
        /^hold\n/,
        /to = .*\(target\): nothing accounts for it; it would count if you named it, /,
        /body = "hi" \(content\): it is text that is carried/,
        /the act: you asked for it/,
        /to let it pass: something accounts for to, /,
        /to let it pass: a person approves it/,
      ],
    ],
    [
      'a call that nobody asked for',
      ['--call', call('a@b.example')],
      [/the act: you did not ask for 'send_mail', in words such as 'send'/],
    ],
    [
      'a rule',
      ['--call', call('bob@evil.example'), ...said, '--rules', file('r.yaml', YAML)],
      [/^deny\n/, /rule no-evil: deny \(Known to be bad\.\)/],
    ],
    ['a domain', ['--call', call('a@acme.example'), ...said, '--domain', 'acme.example'], [/^allow\n/]],
  ])('%s', async (_, args, lines) => {
    const out = await policy('explain', '--tools', tools, ...args)
    for (const line of lines) expect(out).toMatch(line)
  })

  test.each<[what: string, args: object, words: RegExp]>([
    [
      'a text',
      { invoice: 'INV-17' },
      /^allow\n.*invoice = "INV-17" \(selector\): the record behind the handle/s,
    ],
    ['an object', { invoice: { id: 17 } }, /^allow\n.*the record behind the handle accounts for it/s],
  ])('%s stands for a handle', async (_, args, words) => {
    const out = await policy(
      'explain',
      '--tools',
      handles,
      '--said',
      'Pay the invoice INV-17',
      '--call',
      JSON.stringify({ name: 'pay_invoice', args }),
    )
    expect(out).toMatch(words)
  })

  test('a missing handle is asked for with what may stand in its place', async () => {
    await expect(
      policy('explain', '--tools', handles, '--call', '{"name":"pay_invoice","args":{}}'),
    ).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(
        /a handle of kind invoice.*\. Where a handle belongs, any text stands for one/,
      ),
    })
  })

  test('a recorded decision, which holds no values', async () => {
    const store = memoryStore()
    const { session, gate } = openMailbox({ store })
    session.userSaid('Send hi to lena@acme.example', { id: 'u1' })
    await ask(session, 'send_mail', { to: 'bob@evil.example', body: 'hi' })
    await gate.close()
    const [record] = await store.list({ space: 'decision' })
    expect(record?.value).not.toContain('evil')
    const out = await policy('explain', '--decision', file('decision.json', record?.value))
    expect(out).toMatch(/^hold\n/)
    expect(out).toMatch(/to \(target\): nothing accounts for it; it would count if you named it/)
  })

  test.each([
    ['nothing', [], /give --decision <file>, or --tools/],
    ['an unknown tool', ['--tools', tools, '--call', '{"name":"send_mial"}'], /Did you mean 'send_mail'/],
    ['arguments that do not fit', ['--tools', tools, '--call', '{"name":"send_mail","args":{}}'], /to/],
    ['no record', ['--decision', file('x.json', {})], /no recorded decision/],
  ])('%s is one line, exit code 2', async (_, args, words) => {
    await expect(policy('explain', ...args)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(words),
    })
  })
})
