// Tools that say nothing of themselves.

import type { ToolRule } from '../rule.js'

export const descriptionMissing: ToolRule = {
  id: 'description-missing',
  severity: 'error',
  reason: 'The description is all that a model chooses by; without one it guesses from the name.',
  mend: 'Write one or two sentences: what it does, what it gives back, when to use it and when not.',
  *check({ description }) {
    if (!description?.trim()) yield { path: '/description', message: 'has no description' }
  },
}
