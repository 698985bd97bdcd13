// Labels: how far the origin of a value is trusted, and who may learn it. A join only ever gets worse; nothing
// in here makes a label better.

import { INTEGRITY, type Integrity, type Label } from '../outcome.js'

/** Anyone may learn it. */
export const PUBLIC = 'public'
/** It may go wherever the user or the operator named, and nowhere else: what undeclared readers mean. */
export const SESSION = 'session'

const RANK = Object.fromEntries(INTEGRITY.map((name, rank) => [name, rank])) as Readonly<
  Record<Integrity, number>
>

/** The worse of two integrities. */
export function worse(a: Integrity, b: Integrity): Integrity {
  return RANK[a] >= RANK[b] ? a : b
}

/** Whether `label` is as good as `floor`, or better. */
export function atLeast(label: Integrity, floor: Integrity): boolean {
  return RANK[label] <= RANK[floor]
}

/** Whether something better than free text of a third party stands behind it. */
export function isVouched(label: Integrity): boolean {
  return atLeast(label, 'third-party-structured')
}

/**
 * Who may learn what was made of two values: only those who may learn both. A declared list is narrower than
 * `session`, because a destination must be named by the user or the operator in any case.
 */
export function joinReaders(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.includes(PUBLIC)) return b
  if (b.includes(PUBLIC)) return a
  if (a.includes(SESSION)) return b
  if (b.includes(SESSION)) return a
  return a.filter((reader) => b.includes(reader))
}

/** The label of what was made of several values: any bad input counts. Of none: the best there is. */
export function joinLabels(labels: Iterable<Label>): Label {
  let integrity: Integrity = 'operator'
  let readers: readonly string[] = [PUBLIC]
  for (const label of labels) {
    integrity = worse(integrity, label.integrity)
    readers = joinReaders(readers, label.readers)
  }
  return { integrity, readers }
}
