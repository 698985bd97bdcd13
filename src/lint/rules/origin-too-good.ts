// Fields that outsiders write, declared as the author's own.

import { compileOrigin, type OriginAt } from '../../tool/flow/origin.js'
import { listRoles } from '../../tool/flow/role-review.js'
import type { ToolRule } from '../rule.js'
import { wordsOf } from '../words.js'

/** Who sent a thing, who comes, what it is called, what it says: whoever makes one chooses these. */
const WRITTEN_BY_OTHERS =
  /^(?:sender|from|(?:sender|from|reply to) (?:address|email|name)|reply to|author|participants?|attendees?|invitees?|organi[sz]er|file ?names?|subject|body|content|contents|text|message|comments?|snippet|transcript|html|markdown)$/

export const originTooGood: ToolRule = {
  id: 'origin-too-good',
  severity: 'warning',
  reason: 'A first-party value accounts for a call; in a field that outsiders fill in, an attacker does.',
  mend: "Declare 'third-party-structured' for names and addresses, 'third-party-text' for free text.",
  *check({ name, flow, outputSchema }) {
    const origin = flow?.origin
    if (origin === undefined) return
    const at = compileOrigin(origin, `tool '${name}'`)
    const declared = typeof origin === 'string' ? [] : Object.keys(origin)
    const shown = outputSchema ? listRoles(outputSchema, undefined, 'read').map(({ path }) => path) : []
    for (const path of new Set([...declared, ...shown])) {
      const field = path.split('.').findLast((step) => step !== '*') ?? ''
      if (!WRITTEN_BY_OTHERS.test(wordsOf(field).join(' ')) || labelAt(at, path) !== 'first-party') continue
      yield { message: `'${path}' is declared first-party, and by its name others write it` }
    }
  },
}

function labelAt(at: OriginAt, path: string): string {
  return path.split('.').reduce((place, step) => place.child(step), at).label
}
