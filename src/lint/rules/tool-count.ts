// Lists longer than a provider takes.

import type { SetRule } from '../rule.js'

// OpenAI's API reference for `tools`: at most 128 functions. Clients stop earlier still.
const MOST = 128

export const toolCount: SetRule = {
  id: 'tool-count',
  severity: 'warning',
  reason: 'OpenAI takes 128 functions a request, and a client has other servers to fit in beside yours.',
  mend: 'Merge tools, split the server by task, or let a search tool find the rare ones.',
  *checkSet({ tools }) {
    if (tools.length > MOST) yield { message: `${tools.length} tools; OpenAI takes ${MOST} a request` }
  },
}
