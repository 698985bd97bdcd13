import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../src/base/options.js'
import { compilePolicy } from '../../src/flow/judge/rules.js'
import { toolPolicySchema } from '../../src/mcp/tools/policy.js'

describe('a mistake in options says how to mend it', () => {
  test.each<[what: string, options: object, words: string]>([
    [
      'a value of a list that mixes',
      { egress: 'sned' },
      'egress: Invalid option: expected one of false|"send"|"publish"|"pay"|"grant"',
    ],
    [
      'a value where a map may stand too',
      { origin: 'mine' },
      'origin: Invalid option: expected one of "first-party"|"third-party-structured"|"third-party-text"|an object',
    ],
    [
      'a value inside the form that was meant',
      { origin: { id: 'mine' } },
      'origin.id: Invalid option: expected one of "first-party"|"third-party-structured"|"third-party-text"|an object',
    ],
    [
      'a key inside the form that was meant',
      { roles: { to: { role: 'selector', off: 'x' } } },
      "unknown key 'roles.to.off'; did you mean 'of'?",
    ],
    ['an unknown key', { efect: 'read' }, "unknown key 'efect'; did you mean 'effect'?"],
  ])('%s', (_, options, words) => {
    expect(() => parseOptions(toolPolicySchema, options, 'tool')).toThrow(`tool: ${words}`)
  })

  test('a key inside a list', () => {
    const rule = (deny: object) => () => compilePolicy([{ id: 'a', deny }])
    expect(rule({ tool: 'x' })).toThrow("rules: unknown key 'rules.0.deny.tool'; did you mean 'tools'?")
    expect(rule({ quux: 'x' })).toThrow(/known keys: tools, upstreams, effects, /)
  })
})
