import { describe, expect, test } from 'vitest'
import { checkExemptions, compilePolicy, parsePolicy, type Rule } from '../../../src/flow/judge/rules.js'
import type { JsonObject } from '../../../src/json/json.js'
import { flowTool, number, PRINCIPAL, Scene, text } from '../scene.js'

const write = flowTool(
  'write_file',
  'write',
  { path: text, size: number, body: text },
  { egress: false, roles: { path: 'target', size: 'control', body: 'content' } },
)
const upstream = { ...write, upstream: { id: 'fs', tool: 'write_file' }, name: 'fs_write_file' }
const exempt = { ...write, exempt: ['soft', 'hard'] }

function verdict(
  rules: Rule | Rule[],
  args: JsonObject = { path: 'a.txt' },
  tool = write,
  words = 'Save a.txt',
): string {
  return new Scene({ policy: compilePolicy([rules].flat()) }).said(words).verdict(tool, args)
}

describe('rules', () => {
  test.each<[string, Rule, JsonObject, string]>([
    ['nothing but an id', { id: 'r', deny: {} }, { path: 'a.txt' }, 'deny: rule'],
    ['a tool by name', { id: 'r', deny: { tools: ['write_file'] } }, { path: 'a.txt' }, 'deny: rule'],
    ['a tool by pattern', { id: 'r', deny: { tools: ['write_*'] } }, { path: 'a.txt' }, 'deny: rule'],
    ['another tool', { id: 'r', deny: { tools: ['write'] } }, { path: 'a.txt' }, 'allow'],
    ['an effect', { id: 'r', hold: { effects: ['write', 'destroy'] } }, { path: 'a.txt' }, 'hold: rule'],
    ['another effect', { id: 'r', hold: { effects: ['destroy'] } }, { path: 'a.txt' }, 'allow'],
    ['a user', { id: 'r', deny: { principals: { users: ['u-17'] } } }, { path: 'a.txt' }, 'deny: rule'],
    ['another user', { id: 'r', deny: { principals: { users: ['u-18'] } } }, { path: 'a.txt' }, 'allow'],
    [
      'a group',
      { id: 'r', deny: { principals: { groups: ['staff', 'x'] } } },
      { path: 'a.txt' },
      'deny: rule',
    ],
    [
      'a group of another tenant',
      { id: 'r', deny: { principals: { groups: ['staff'], tenants: ['other'] } } },
      { path: 'a.txt' },
      'allow',
    ],
    [
      'arguments that fit a schema',
      {
        id: 'r',
        deny: {
          args: {
            type: 'object',
            properties: { size: { type: 'number', minimum: 100 } },
            required: ['size'],
          },
        },
      },
      { path: 'a.txt', size: 100 },
      'deny: rule',
    ],
    [
      'arguments that don’t',
      {
        id: 'r',
        deny: {
          args: {
            type: 'object',
            properties: { size: { type: 'number', minimum: 100 } },
            required: ['size'],
          },
        },
      },
      { path: 'a.txt', size: 99 },
      'allow',
    ],
    [
      'a condition',
      { id: 'r', deny: { when: "args.path.endsWith('.txt') && principal.tenant == 'acme'" } },
      { path: 'a.txt' },
      'deny: rule',
    ],
    [
      'a condition on roles',
      { id: 'r', deny: { when: "roles['path'].label == 'user' && roles['path'].role == 'target'" } },
      { path: 'a.txt' },
      'deny: rule',
    ],
    [
      'a condition on counts',
      { id: 'r', deny: { when: 'counts.unaccounted > 0 || session.calls >= 5' } },
      { path: 'a.txt' },
      'allow',
    ],
    [
      'a condition on lists',
      { id: 'r', deny: { when: "grant.exists(name, name == 'write_file') && size(destinations) == 0" } },
      { path: 'a.txt' },
      'deny: rule',
    ],
    [
      'a condition on numbers',
      { id: 'r', deny: { when: 'args.size > 10 && args.size == 11.0' } },
      { path: 'a.txt', size: 11 },
      'deny: rule',
    ],
  ])('%s', (_, rule, args, expected) => {
    expect(verdict(rule, args)).toBe(expected)
  })

  test('a tool of an upstream is known by both names', () => {
    expect(verdict({ id: 'r', deny: { tools: ['fs/*'] } }, { path: 'a.txt' }, upstream)).toBe('deny: rule')
    expect(verdict({ id: 'r', deny: { upstreams: ['fs'] } }, { path: 'a.txt' }, upstream)).toBe('deny: rule')
    expect(verdict({ id: 'r', deny: { tools: ['fs/*'] } }, { path: 'a.txt' }, write)).toBe('allow')
  })

  test('the worst verdict wins, whatever the order', () => {
    const rules: Rule[] = [
      { id: 'a', allow: {} },
      { id: 'd', deny: {} },
      { id: 'h', hold: {} },
    ]
    expect(verdict(rules)).toBe('deny: rule')
    expect(verdict(rules.slice().reverse())).toBe('deny: rule')
    expect(verdict(rules.filter(({ id }) => id !== 'd'))).toBe('hold: rule')
  })

  test('an allow never lifts a hold of the flow', () => {
    expect(verdict({ id: 'r', allow: { tools: ['*'] } }, { path: 'b.txt' })).toBe('hold: no_evidence')
  })

  test('otherwise is for calls that no rule is about', () => {
    const at = (path: string) =>
      new Scene({
        policy: compilePolicy({
          otherwise: 'deny',
          rules: [{ id: 'ok', allow: { when: "args.path == 'a.txt'" } }],
        }),
      })
        .said('Save a.txt or b.txt')
        .verdict(write, { path })
    expect(at('a.txt')).toBe('allow')
    expect(at('b.txt')).toBe('deny: rule')
  })

  test.each<[string, string]>([
    ['a key that is not there', "args.nope == 'x'"],
    ['a wrong type', 'args.path > 3'],
    ['an answer that is none', 'args.path'],
  ])('a condition that can’t be evaluated denies: %s', (_, when) => {
    expect(verdict({ id: 'r', allow: { when } })).toBe('deny: policy_failed')
  })

  test('exemptions are read from the declaration, and recorded', () => {
    const rules: Rule[] = [
      { id: 'soft', deny: {}, exemptable: true },
      { id: 'hard', deny: {} },
    ]
    const judge = (list: Rule[]) =>
      new Scene({ policy: compilePolicy(list) }).said('Save a.txt').judge(exempt, { path: 'a.txt' })
    expect(judge([rules[0] as Rule])).toMatchObject({
      verdict: 'allow',
      rules: [{ id: 'soft', exempted: true }],
    })
    expect(judge(rules).verdict).toBe('deny')
    expect(verdict([rules[0] as Rule], { path: 'a.txt', _exempt: 'soft' })).toBe('deny: rule')
    expect(() => checkExemptions([rules[0] as Rule], [exempt])).toThrow("there is no rule 'hard'")
    expect(() => checkExemptions(rules, [exempt])).toThrow("rule 'hard' is not exemptable")
  })
})

describe('rules as text', () => {
  test('YAML and JSON say the same', () => {
    const yaml = parsePolicy(`
rules:
  - id: no-dotfiles
    deny: { tools: ['write_*'], when: "args.path.contains('/.')" }
    reason: No dot files.
`)
    const json = parsePolicy(
      JSON.stringify({
        rules: [
          {
            id: 'no-dotfiles',
            deny: { tools: ['write_*'], when: "args.path.contains('/.')" },
            reason: 'No dot files.',
          },
        ],
      }),
    )
    for (const policy of [yaml, json]) {
      const at = (path: string) => new Scene({ policy }).said(`Save ${path}`).judge(write, { path })
      expect(at('/a/.ssh')).toMatchObject({
        verdict: 'deny',
        rules: [{ id: 'no-dotfiles', reason: 'No dot files.' }],
      })
      expect(at('/a/b').verdict).toBe('allow')
    }
  })

  test.each<[string, RegExp]>([
    ['rules: [', /not YAML/],
    ['rulez: []', /unknown key 'rulez'; did you mean 'rules'/],
    ['rules: [{ id: a }]', /exactly one of allow, deny and hold/],
    ['rules: [{ id: a, allow: {}, deny: {} }]', /exactly one of/],
    ['rules: [{ id: a, deny: {} }, { id: a, hold: {} }]', /two rules have the id 'a'/],
    ['rules: [{ id: a, deny: { tool: [x] } }]', /unknown key/],
    ['rules: [{ id: a, deny: { when: "args." } }]', /rule 'a': when is no condition/],
    [
      'rules: [{ id: a, deny: { when: "nope.x == 1" } }]',
      /Unknown variable: nope.*Variables: principal, tool/,
    ],
    ['rules: [{ id: a, deny: { when: "1 + 1" } }]', /not bool/],
    ['rules: [{ id: a, deny: { args: { type: nope } } }]', /args is no JSON Schema/],
    ['a: &x [1]\nb: *x', /not YAML|unknown key/],
  ])('%s is refused', (source, message) => {
    expect(() => parsePolicy(source)).toThrow(message)
  })
})

describe('modes', () => {
  const bad = { path: 'b.txt' }
  test.each([
    ['observe', 'allow', 'hold'],
    ['ask', 'hold', 'hold'],
    ['enforce', 'deny', 'hold'],
  ] as const)('%s makes a hold %s', (mode, verdict, judged) => {
    expect(new Scene({ mode }).said('Save a.txt').judge(write, bad)).toMatchObject({
      verdict,
      judged,
      reason: 'no_evidence',
    })
  })

  test('observe lets a denied call run, and says so', () => {
    const policy = compilePolicy([{ id: 'r', deny: {} }])
    expect(
      new Scene({ mode: 'observe', policy }).said('Save a.txt').judge(write, { path: 'a.txt' }),
    ).toMatchObject({ verdict: 'allow', judged: 'deny', reason: 'rule' })
  })

  test('one decision, one code: modes differ in what happens alone', () => {
    const by = (mode: 'observe' | 'ask' | 'enforce') => {
      const { verdict: _, micros: __, ...rest } = new Scene({ mode }).said('Save a.txt').judge(write, bad)
      return rest
    }
    expect(by('observe')).toEqual(by('ask'))
    expect(by('enforce')).toEqual(by('ask'))
  })
})

test('the program’s own door vouches for its arguments, not for what rules forbid', () => {
  const policy = compilePolicy([{ id: 'r', deny: { when: "args.path == 'c.txt'" } }])
  const at = (path: string) =>
    new Scene({ policy }).judge(write, { path }, { door: 'operator', principal: PRINCIPAL })
  expect(at('b.txt')).toMatchObject({ verdict: 'allow', arguments: [{ label: 'operator', by: 'door' }] })
  expect(at('c.txt').verdict).toBe('deny')
})
