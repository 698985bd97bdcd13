// A choice between private and public in a tool that lets things out: an enum is taken for a switch, and not judged.

import type { JsonObject } from '../../json/json.js'
import { hasSideEffect } from '../../tool/effects.js'
import { listRoles } from '../../tool/flow/role-review.js'
import { nameSays } from '../propose/verbs.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { wordsOf } from '../words.js'

const EVERYONE: ReadonlySet<string> = new Set('public anyone everyone everybody world worldwide'.split(' '))

export const publicChoice: ToolRule = {
  id: 'public-choice',
  severity: 'warning',
  reason: 'A choice is no target, so nobody is asked when a model makes private things public by it.',
  mend: "Declare the role 'target' for it, or give the public case a tool of its own with egress: 'publish'.",
  *check({ name, effect, flow, inputSchema }, { prefix }) {
    if (!effect || !flow || !hasSideEffect(effect)) return
    const lines = listRoles(inputSchema, flow.roles, effect)
    const letsOut =
      flow.egress ?? (lines.some(({ role }) => role === 'target') || nameSays(name, prefix).egress)
    if (!letsOut) return
    const roles = new Map(lines.map(({ path, role }) => [path, role]))
    for (const { core, label, pointer } of eachParameter(inputSchema)) {
      const open = openChoice(core)
      if (open === undefined || roles.get(label.replaceAll('[]', '.*')) !== 'control') continue
      yield {
        path: `/inputSchema${pointer}`,
        message: `'${label}' may be '${open}', and no role says that this decides who learns of it`,
        mend: `Declare roles: { '${label.replaceAll('[]', '.*')}': 'target' }, or give the public case a tool of its own with egress: 'publish'.`,
      }
    }
  },
}

/** The first value that means everyone: `public`, `anyone_with_link`. */
function openChoice(core: JsonObject): string | undefined {
  if (!Array.isArray(core.enum)) return undefined
  return core.enum.find(
    (value): value is string =>
      typeof value === 'string' && wordsOf(value).some((word) => EVERYONE.has(word)),
  )
}
