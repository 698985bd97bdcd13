// What a program says of its user: their own words, and what they pasted.

import { DefinitionError } from '../base/options.js'
import { retireOld } from './approvals.js'
import type { View } from './under-way.js'

/** Takes the user's words, once for each id. @throws DefinitionError when there is no text or no id. */
export function takeWords(
  view: View,
  text: string,
  options: { readonly id: string; readonly lasts?: boolean },
): void {
  if (typeof text !== 'string')
    throw new DefinitionError('session.userSaid(): the first argument is the text.')
  if (typeof options?.id !== 'string' || options.id === '') {
    throw new DefinitionError("session.userSaid(): give { id }, the message's id, so that it counts once.")
  }
  const { id, lasts = true } = options
  if (typeof lasts !== 'boolean')
    throw new DefinitionError('session.userSaid(): lasts is true (the default) or false.')
  const { said, flow, calls, argumentTries } = view.state
  if (said.has(id)) return
  said.add(id)
  flow.userSaid(text, id, lasts)
  calls.endTurn()
  argumentTries.clear()
  void retireOld(view)
}

/** Takes what the user pasted. @throws DefinitionError when there is no text, or readers that are no list. */
export function takeShared(
  { state: { flow } }: View,
  text: string,
  { readers = [] }: { readonly readers?: readonly string[] },
): void {
  if (typeof text !== 'string') throw new DefinitionError('session.userShared(): the argument is the text.')
  if (!Array.isArray(readers) || readers.some((reader) => typeof reader !== 'string'))
    throw new DefinitionError("session.userShared(): readers is a list of texts, such as ['public'].")
  flow.userShared(readers)
  flow.approvals.texts.add({ integrity: 'third-party-text', text })
}
