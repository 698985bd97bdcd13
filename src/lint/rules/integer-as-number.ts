// Counts that may be 2.5.

import { isClosed, isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { wordsOf } from '../words.js'
import { isAmount } from './uncapped-number.js'

const WHOLE: ReadonlySet<string> = new Set(
  'limit count head tail page offset index id line lines rows steps depth port year'.split(' '),
)
const SAYS_WHOLE = /\b(?:number of|how many|(?:first|last|top) N\b|(?:line|page) number)/i
const TIME: ReadonlySet<string> = new Set('duration timeout'.split(' '))

export const integerAsNumber: ToolRule = {
  id: 'integer-as-number',
  severity: 'note',
  reason: 'A fraction passes where only a whole number makes sense, and the tool finds out late.',
  mend: "Write 'integer' (in zod: z.int()).",
  *check({ inputSchema }) {
    for (const { name, core, label, pointer, description } of eachParameter(inputSchema)) {
      if (!isOnly(core, 'number') || isClosed(core) || 'multipleOf' in core) continue
      const last = wordsOf(name).at(-1) ?? ''
      if (TIME.has(last)) continue
      if (!WHOLE.has(last) && !isAmount(name) && !SAYS_WHOLE.test(description)) continue
      yield { path: `/inputSchema${pointer}`, message: `'${label}' is a 'number', so 2.5 passes` }
    }
  },
}
