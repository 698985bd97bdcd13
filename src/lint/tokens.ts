// What a definition costs in a model's context, in the unit in which the gate cuts. An estimate, shown as one (`~`).

import { estimateTokens } from '../view/budget.js'
import type { ToolDescription } from './rule.js'

/** At most how many tokens the name, text and input schema of a tool take. The output schema is not shown to models. */
export function definitionTokens({ name, description, inputSchema }: ToolDescription): number {
  return estimateTokens(JSON.stringify({ name, description, inputSchema }))
}
