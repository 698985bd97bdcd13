// One tool that looks and destroys, by a parameter.

import type { JsonObject } from '../../json/json.js'
import type { ToolRule } from '../rule.js'
import { topParameters } from '../schema.js'
import { wordsOf } from '../words.js'

const CHOOSES = /^(?:mode|action|operation|op|command|cmd|subcommand|method|verb)$/i
const LOOKS: ReadonlySet<string> = new Set(
  'list get show read view status info search find describe query fetch check verify'.split(' '),
)
const DESTROYS: ReadonlySet<string> = new Set(
  'delete remove drop clear purge destroy wipe prune erase uninstall'.split(' '),
)

export const mixedEffects: ToolRule = {
  id: 'mixed-effects',
  severity: 'warning',
  reason: 'Approval, hints and caching go by the tool: whoever allows it to look has allowed it to destroy.',
  mend: 'Make the destroying part a tool of its own.',
  *check({ inputSchema }) {
    for (const { name, pointer, looks, destroys } of choicesOfEffect(inputSchema)) {
      if (looks && destroys)
        yield { path: `/inputSchema${pointer}`, message: `'${name}' is '${looks}' or '${destroys}'` }
    }
  },
}

/** Parameters that choose what a tool does, with the first value of each that looks and that destroys. */
export function choicesOfEffect(inputSchema: JsonObject): EffectChoice[] {
  return topParameters(inputSchema).flatMap(({ name, core, pointer }) => {
    if (!CHOOSES.test(name) || !Array.isArray(core.enum)) return []
    const values = core.enum.filter((value): value is string => typeof value === 'string')
    const looks = values.find((value) => LOOKS.has(wordsOf(value)[0] ?? ''))
    const destroys = values.find((value) => DESTROYS.has(wordsOf(value)[0] ?? ''))
    return [{ name, pointer, ...(looks && { looks }), ...(destroys && { destroys }) }]
  })
}

interface EffectChoice {
  readonly name: string
  readonly pointer: string
  readonly looks?: string
  readonly destroys?: string
}
