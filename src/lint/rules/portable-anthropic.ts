// What Anthropic refuses.

import { isRecord } from '../../json/json.js'
import type { ToolRule } from '../rule.js'
import { listNames } from '../words.js'

// Seen: "input_schema does not support oneOf, allOf, or anyOf at the top level" (anthropics/claude-code#5973) and
// "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" (beautyfree/appstore-connect-mcp#2), the latter for
// the keys of the root only.
const ROOT = ['oneOf', 'anyOf', 'allOf'] as const
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/

export const portableAnthropic: ToolRule = {
  id: 'portable-anthropic',
  severity: 'error',
  reason: 'Anthropic answers 400 to the whole request, with every other tool in it.',
  mend: 'Keep the root a plain object and its property names within [a-zA-Z0-9_.-], at most 64 characters.',
  *check({ inputSchema }) {
    for (const key of ROOT.filter((one) => one in inputSchema)) {
      yield { path: `/inputSchema/${key}`, message: `the schema has '${key}' at its root` }
    }
    const names = isRecord(inputSchema.properties) ? Object.keys(inputSchema.properties) : []
    const odd = names.filter((name) => !PROPERTY.test(name))
    if (odd.length > 0)
      yield {
        path: '/inputSchema/properties',
        message: `has property names that Anthropic refuses: ${listNames(odd)}`,
      }
  },
}
