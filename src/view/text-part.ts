// A part of the default view, and the one that is a long text: whole, or its beginning.

import { cutAt } from '../text/clip.js'
import { tokensOf } from './budget.js'
import { thirdParty } from './fence.js'
import { type Say, say } from './say.js'
import { FENCE } from './table.js'

/** A part of a view, of one detail. */
export interface Part {
  /** What it wants of some tokens, if it had them alone. */
  need(budget: number): number
  /** What it comes to with the room that it gets. */
  made(room: number): MadePart
}

interface MadePart {
  readonly view: readonly Say[]
  readonly isFull: boolean
  readonly isAll: boolean
  /** Whether more detail would show more of what is shown; default: where not all is shown. */
  readonly mayGrow?: boolean
}

/** Of a text of the tool named, which strangers may have written. */
export function textPart(
  { path, text }: { readonly path: string; readonly text: string },
  options: { readonly tool: string; readonly thirdParty: boolean },
): Part {
  const written = (body: string) => (options.thirdParty ? thirdParty(options.tool, body) : body)
  // Alone it is cut to the letter, and told as a cut.
  if (path === '')
    return {
      need: (budget) => budget,
      made: () => ({ view: [say`${written(text)}`], isFull: true, isAll: true }),
    }
  let need = 0
  return {
    need: (budget) => {
      need = tokensOf(text.slice(0, budget * LONGEST)) + FENCE + tokensOf(path)
      return need
    },
    made: (room) => {
      if (need <= room) {
        const view = say`${path}, ${text.length} characters:\n${written(text)}`
        return { view: [view], isFull: false, isAll: true }
      }
      // A text is much alike from its beginning to its end, so that few tries find where it has to end.
      const head = text.slice(0, room * LONGEST)
      let end = head.length
      for (let taken = tokensOf(head); taken + FENCE > room && end > 0; ) {
        end = Math.floor((end * Math.max(0, room - FENCE)) / taken)
        taken = tokensOf(head.slice(0, end))
      }
      end = cutAt(text, end)
      const shown = end < text.length ? `${text.slice(0, end)}…` : text
      const view = say`${path}, first ${end} of ${text.length} characters:\n${written(shown)}`
      return { view: [view], isFull: true, isAll: false }
    },
  }
}

/** Characters of a token, at most. */
const LONGEST = 4
