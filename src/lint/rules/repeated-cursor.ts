// Lists that never end.

import type { SetRule } from '../rule.js'
import { cut } from '../words.js'

export const repeatedCursor: SetRule = {
  id: 'repeated-cursor',
  severity: 'error',
  reason: 'A client that follows the cursors asks for ever, or gives up and has no tools.',
  mend: "Give each page its own 'nextCursor', and none on the last.",
  *checkSet({ repeatedCursor: cursor }) {
    if (cursor !== undefined)
      yield { message: `tools/list gave the cursor ${JSON.stringify(cut(cursor))} twice` }
  },
}
