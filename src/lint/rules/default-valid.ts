// Defaults that their own schema refuses.

import type { Json, JsonObject } from '../../json/json.js'
import { typesOf } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { cut } from '../words.js'

export const defaultValid: ToolRule = {
  id: 'default-valid',
  severity: 'warning',
  reason:
    'A model that sends the stated default is refused, and a form that fills it in is broken from the start.',
  mend: 'Let the default be a value that the schema takes.',
  *check({ inputSchema }) {
    for (const { core, label, pointer } of eachParameter(inputSchema)) {
      const value = core.default
      // A null default is how many generators write "none".
      if (value === undefined || value === null) continue
      const wrong = misfit(core, value)
      if (wrong) {
        yield {
          path: `/inputSchema${pointer}/default`,
          message: `the default of '${label}', ${cut(JSON.stringify(value))}, ${wrong}`,
        }
      }
    }
  },
}

/**
 * Why a value doesn't fit, by the plain keywords. Patterns are left out on purpose: running a stranger's
 * expression over a stranger's text could take for ever.
 */
function misfit(schema: JsonObject, value: Json): string | undefined {
  const types = typesOf(schema)
  const own = typeOf(value)
  if (types.length > 0 && !types.includes(own) && !(own === 'integer' && types.includes('number'))) {
    return `is no ${types.join(' or ')}`
  }
  if (
    Array.isArray(schema.enum) &&
    !schema.enum.some((one) => JSON.stringify(one) === JSON.stringify(value))
  ) {
    return 'is none of the listed values'
  }
  if (typeof value === 'number') {
    if (typeof schema.minimum === 'number' && value < schema.minimum)
      return `is below the minimum ${schema.minimum}`
    if (typeof schema.maximum === 'number' && value > schema.maximum)
      return `is above the maximum ${schema.maximum}`
  }
  if (typeof value === 'string') {
    if (typeof schema.minLength === 'number' && value.length < schema.minLength)
      return 'is shorter than minLength'
    if (typeof schema.maxLength === 'number' && value.length > schema.maxLength)
      return 'is longer than maxLength'
  }
  if (Array.isArray(value)) {
    if (typeof schema.minItems === 'number' && value.length < schema.minItems)
      return 'has fewer items than minItems'
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
      return 'has more items than maxItems'
  }
  return undefined
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
