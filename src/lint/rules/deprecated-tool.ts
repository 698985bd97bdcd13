// Tools that say of themselves that nobody should call them.

import { isRecord } from '../../json/json.js'
import type { ToolRule } from '../rule.js'

// Texts may speak of deprecated things ("find deprecated packages"); these speak of the tool.
const OF_ITSELF = /^\W*deprecated\b|\bthis (?:tool|function) is deprecated\b/i
const SHOUTED = /\bDEPRECATED\b/

export const deprecatedTool: ToolRule = {
  id: 'deprecated-tool',
  severity: 'note',
  reason: 'A tool that is still in the list is still called, and its definition is paid for in each request.',
  mend: 'Take it out of the list; keep answering calls to the old name for clients that know it.',
  *check({ description = '', raw }) {
    const title = isRecord(raw) && typeof raw.title === 'string' ? raw.title : ''
    const says = SHOUTED.test(description) || OF_ITSELF.test(description)
    if (says || /\bdeprecated\b/i.test(title))
      yield { path: '/description', message: 'calls itself deprecated' }
  },
}
