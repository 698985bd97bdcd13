// Declared roles that say the opposite of the name: an address as carried text, carried text as an address.

import { argumentsOf } from '../arguments.js'
import { isUrl } from '../propose/meaning.js'
import type { ToolRule } from '../rule.js'
import { wordsOf } from '../words.js'

/** Text that is carried, whatever else the tool does. A `title` or `summary` may pick an object. */
const CARRIED: ReadonlySet<string> = new Set(
  'body content contents text description comment comments caption markdown html'.split(' '),
)

const ADDRESSES: ReadonlySet<string> = new Set(
  `to recipient recipients cc bcc path paths filepath filename filenames directory folder destination iban channel
  attendees invitees participants`.split(/\s+/),
)
/** The address in a contact is carried; nothing is sent to it. */
const CARDS: ReadonlySet<string> = new Set(
  'contact contacts user profile customer person lead account member'.split(' '),
)

export const contentAsTarget: ToolRule = {
  id: 'content-as-target',
  severity: 'warning',
  reason: 'An address declared as content is not judged at all; text declared as a target is held each time.',
  mend: "Declare 'target' for where or to whom, 'selector' for which object, 'content' for text that is carried.",
  *check(tool, set) {
    for (const { path, role, named, meaning, around, writes, declared } of argumentsOf(tool, set)) {
      if (!declared || named.kind !== 'text') continue
      const decides =
        isUrl(named) || (writes && (isAddress(named.name, around.words) || meaning?.role === 'selector'))
      if (role === 'content' && decides) {
        yield {
          path: '/inputSchema',
          message: `'${path}' is declared 'content', and by its name it says where or which`,
        }
      } else if (role === 'target' && CARRIED.has(wordsOf(named.name).at(-1) ?? '')) {
        yield {
          path: '/inputSchema',
          message: `'${path}' is declared 'target', and by its name it is text that is carried`,
        }
      }
    }
  },
}

function isAddress(name: string, tool: readonly string[]): boolean {
  const last = wordsOf(name).at(-1) ?? ''
  const isEmail = last === 'email' || last === 'emails'
  return ADDRESSES.has(last) || (isEmail && !tool.some((word) => CARDS.has(word)))
}
