// Secrets that a model has to hold.

import { isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { wordsOf } from '../words.js'

const SECRET =
  /\b(?:password|passwd|passphrase|api ?key|secret(?: key)?|(?:access|auth|bearer|api|session|refresh) token|private key|client secret)$/
const TOKEN_TEXT = /\b(?:api|access|auth(?:entication|orization)?|bearer|personal|oauth|session) tokens?\b/i

export const secretParameter: ToolRule = {
  id: 'secret-parameter',
  severity: 'warning',
  reason: 'What a model holds stands in transcripts and logs, and an injected instruction can ask for it.',
  mend: "Take it from the server's configuration or from OAuth; let the call name an account, not its key.",
  *check({ inputSchema }) {
    for (const { name, core, label, pointer, description } of eachParameter(inputSchema)) {
      if (!isOnly(core, 'string')) continue
      const words = wordsOf(name).join(' ')
      if (SECRET.test(words) || (words === 'token' && TOKEN_TEXT.test(description))) {
        yield { path: `/inputSchema${pointer}`, message: `'${label}' asks the model for a secret` }
      }
    }
  },
}
