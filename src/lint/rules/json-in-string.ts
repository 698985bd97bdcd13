// Strings that carry JSON.

import { isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'

const CARRIES_JSON =
  /\b(?:json[- ](?:encoded|string|stringified|formatted|serialized|serialised)|(?:stringified|serialized|serialised|escaped) json|(?:as|a|in) (?:valid )?json (?:string|text|array|object)|json (?:array|object) (?:of|with|containing|as a string|string))\b/i
const OF_A_FILE = /\b(?:file|path|url|uri|content|contents|document|payload of|response|template)\b/i

export const jsonInString: ToolRule = {
  id: 'json-in-string',
  severity: 'warning',
  reason:
    "JSON inside a string is escaped twice, can't be checked by a schema, and breaks on the first quote.",
  mend: "Take the object or array itself: declare its 'properties' or 'items'.",
  *check({ inputSchema }) {
    for (const { core, label, pointer, description } of eachParameter(inputSchema)) {
      if (!isOnly(core, 'string') || !CARRIES_JSON.test(description) || OF_A_FILE.test(description)) continue
      yield { path: `/inputSchema${pointer}`, message: `'${label}' is a string that carries JSON` }
    }
  },
}
