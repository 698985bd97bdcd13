// Descriptions above what some APIs take.

import type { ToolRule } from '../rule.js'

// OpenAI's chat completions refused more than 1,024 characters ("string too long. Expected a string with maximum
// length 1024": getsentry/sentry-mcp#106, danny-avila/LibreChat#5741); gateways in front of it still do.
const MOST = 1024

export const descriptionLong: ToolRule = {
  id: 'description-long',
  severity: 'warning',
  reason: 'Some APIs refuse more than 1,024 characters, and every request pays for each of them again.',
  mend: 'Keep what decides a call. Move what a parameter means into its own description, and a manual into a resource or a prompt.',
  *check({ description }) {
    const length = description?.length ?? 0
    if (length > MOST) {
      yield {
        path: '/description',
        message: `the description has ${length.toLocaleString('en')} characters; some APIs stop at ${MOST.toLocaleString('en')}`,
      }
    }
  },
}
