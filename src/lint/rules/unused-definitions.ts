// Definitions in a schema that nothing refers to.

import { isRecord } from '../../json/json.js'
import { pointerTo } from '../../json/pointer.js'
import { estimateTokens } from '../../view/budget.js'
import type { ToolRule } from '../rule.js'
import { eachSchema } from '../schema.js'
import { count, listNames } from '../words.js'

export const unusedDefinitions: ToolRule = {
  id: 'unused-definitions',
  severity: 'warning',
  reason:
    'A generator that puts all definitions into each schema makes every request pay for them, once a tool.',
  mend: "Keep in '$defs' only what this schema refers to.",
  *check({ inputSchema }) {
    const used = [...eachSchema(inputSchema)].map(({ pointer }) => `${pointer}/`)
    for (const key of ['$defs', 'definitions'] as const) {
      const group = inputSchema[key]
      if (!isRecord(group)) continue
      const unused = Object.keys(group).filter((name) => {
        const at = `${pointerTo(`/${key}`, name)}/`
        return !used.some((pointer) => pointer.startsWith(at))
      })
      if (unused.length === 0) continue
      const tokens = unused.reduce((sum, name) => sum + estimateTokens(JSON.stringify(group[name])), 0)
      yield {
        path: `/inputSchema/${key}`,
        message: `${count(unused.length, 'definition')} that nothing refers to, ~${count(tokens, 'token')}: ${listNames(unused, 3)}`,
      }
    }
  },
}
