// Hints that contradict each other, or the tool's name.

import type { ToolRule } from '../rule.js'
import { wordsOf } from '../words.js'

const REMOVES: ReadonlySet<string> = new Set(
  'delete remove drop purge destroy wipe erase truncate uninstall revoke'.split(' '),
)
const CHANGES: ReadonlySet<string> = new Set(
  'write update insert upsert send publish post upload overwrite'.split(' '),
)
const READS: ReadonlySet<string> = new Set('get list read search find show describe view count'.split(' '))

export const annotationsDoubtful: ToolRule = {
  id: 'annotations-doubtful',
  severity: 'warning',
  reason: 'Clients run read-only tools unasked; a wrong hint lets a deletion pass as a look.',
  mend: 'Let hints, effect and name say the same.',
  *check({ name, annotations, effect }, { prefix }) {
    const words = wordsOf(name)
    const verb = (words[0] === prefix ? words[1] : words[0]) ?? ''
    const path = '/annotations'
    const readOnly = effect ? effect === 'read' || effect === 'explain' : annotations?.readOnlyHint === true
    const destroys = effect ? effect === 'destroy' : annotations?.destructiveHint === true
    const said = effect ? `effect '${effect}'` : "'readOnlyHint': true"
    if (annotations?.readOnlyHint === true && annotations.destructiveHint === true) {
      yield { path, message: "says both 'readOnlyHint' and 'destructiveHint'" }
    } else if (readOnly && (REMOVES.has(verb) || CHANGES.has(verb))) {
      yield { path, message: `says ${said}, and its name says '${verb}'` }
    } else if (destroys && READS.has(verb)) {
      yield { path, message: `is marked as destroying, and its name says '${verb}'` }
    }
  },
}
