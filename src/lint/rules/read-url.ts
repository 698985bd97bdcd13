// URLs that a reading tool goes to, as plain text to the schema.

import { argumentsOf } from '../arguments.js'
import { isUrl } from '../propose/meaning.js'
import type { ToolRule } from '../rule.js'

export const readUrl: ToolRule = {
  id: 'read-url',
  severity: 'warning',
  reason: 'A read that goes to a URL sends what stands in it: an injected one carries data out.',
  mend: "Declare its role 'target', or say format 'uri' in the schema (in zod: z.url()).",
  *check(tool, set) {
    for (const { path, named, writes, declared } of argumentsOf(tool, set)) {
      if (writes || declared || named.kind !== 'text' || !isUrl(named)) continue
      yield { path: '/inputSchema', message: `'${path}' is a URL by its name, and nothing judges it` }
    }
  },
}
