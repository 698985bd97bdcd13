// Parameters that say nothing of themselves.

import { isRecord, type JsonObject } from '../../json/json.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { listNames } from '../words.js'

export const parameterUndescribed: ToolRule = {
  id: 'parameter-undescribed',
  severity: 'warning',
  reason:
    'A model fills a parameter from its description; from a bare name it guesses form, unit and origin.',
  mend: 'Describe each parameter in a sentence: what it is, its form, where the value comes from, an example.',
  *check({ inputSchema }) {
    const bare = eachParameter(inputSchema).filter(
      ({ core, description }) => description.trim() === '' && !('const' in core) && !hasParts(core),
    )
    if (bare.length === 0) return
    const labels = [...new Set(bare.map(({ label }) => label))]
    yield { path: `/inputSchema${bare[0]?.pointer}`, message: `no description: ${listNames(labels)}` }
  },
}

/** Whether it is an object, or a list of objects, whose parts are looked at one by one. */
function hasParts(core: JsonObject): boolean {
  return isRecord(core.properties) || (isRecord(core.items) && isRecord(core.items.properties))
}
