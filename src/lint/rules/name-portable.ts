// Names that some provider refuses.

import { isPrototypeName, TOOL_NAME } from '../../base/names.js'
import type { ToolRule } from '../rule.js'
import { cut } from '../words.js'

// MCP allows 1 to 128 of [A-Za-z0-9_.-] (specification 2025-11-25, "Tool Names"). OpenAI and Anthropic take
// [a-zA-Z0-9_-]{1,64}; Gemini wants a letter or underscore first (seen: google-gemini answers "Must start with a
// letter or an underscore", decolua/9router#369). What all take is TOOL_NAME.
export const namePortable: ToolRule = {
  id: 'name-portable',
  severity: 'error',
  reason: 'One name that a provider refuses fails the whole request, with every other tool in it.',
  mend: 'Use letters, digits, _ and -, a letter first, at most 64 in all.',
  *check({ name }) {
    if (name === '') yield { path: '/name', message: 'has no name' }
    else if (isPrototypeName(name)) {
      yield {
        path: '/name',
        message: 'is a name that every JavaScript object has',
        mend: 'Choose another name.',
      }
    } else if (name.length > 64) {
      yield { path: '/name', message: `name has ${name.length} characters; OpenAI and Gemini take 64` }
    } else if (!TOOL_NAME.test(name)) {
      const odd = name.match(/[^a-zA-Z0-9_-]/u)?.[0]
      yield {
        path: '/name',
        message: odd
          ? `name holds '${cut(odd)}'`
          : `name starts with '${name[0]}'; Gemini wants a letter first`,
      }
    }
  },
}
