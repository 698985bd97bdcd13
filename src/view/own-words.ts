// Words of the gate itself, or of the developer: no data to be quoted.

import { Say } from './say.js'

/** A view of trusted words, line by line. */
export function ownWords(text: string): Say {
  const lines = text.split('\n').map((line) => ({ texts: [line], first: 0, alone: false }))
  return new Say(lines, [])
}
