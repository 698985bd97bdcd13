// Names that differ in nothing but case and separators.

import { foldName } from '../../base/names.js'
import type { ToolRule } from '../rule.js'

export const nameCollision: ToolRule = {
  id: 'name-collision',
  severity: 'error',
  reason: 'A model writes names from memory: of two that differ in case or separators only, it calls either.',
  mend: 'Rename one after what sets it apart, or drop it.',
  *check(tool, { tools }) {
    const folded = foldName(tool.name)
    const twin = tools.slice(0, tools.indexOf(tool)).find(({ name }) => foldName(name) === folded)
    if (!twin) return
    yield {
      path: '/name',
      message:
        twin.name === tool.name
          ? 'is in the list twice'
          : `is the same name as '${twin.name}' but for case and separators`,
    }
  },
}
