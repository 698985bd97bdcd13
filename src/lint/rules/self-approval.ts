// Confirmations that a model gives itself.

import type { JsonObject } from '../../json/json.js'
import { isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { wordsOf } from '../words.js'

const APPROVES =
  /^(?:(?:user )?(?:confirm|confirmed|confirmation|approve|approved|consent|acknowledge|acknowledged|acknowledgement|acknowledgment)|i (?:understand|agree|am sure)|are you sure|yes)$/

export const selfApproval: ToolRule = {
  id: 'self-approval',
  severity: 'note',
  reason: 'The model fills the parameter in, so it asks nobody: the flag looks like a safeguard and is none.',
  mend: "Leave the question to the client: set 'destructiveHint', or ask the person by elicitation.",
  *check({ inputSchema }) {
    for (const { name, core, label, pointer } of eachParameter(inputSchema)) {
      if (APPROVES.test(wordsOf(name).join(' ')) && isYes(core)) {
        yield {
          path: `/inputSchema${pointer}`,
          message: `'${label}' is a confirmation that the model gives itself`,
        }
      }
    }
  },
}

/** Whether the parameter only says yes: a flag, or a choice of ways to say it. */
function isYes(core: JsonObject): boolean {
  if (isOnly(core, 'boolean') || core.const === true) return true
  return (
    Array.isArray(core.enum) && core.enum.every((value) => /^(?:y|yes|true|confirm|ok)$/i.test(String(value)))
  )
}
