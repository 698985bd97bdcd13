// An approval in words, one text for every place where a person is asked: the terminal, a client's form. What outsiders
// wrote stands in it between quotes, on one line, and never as a sentence of its own.

import type { Approval } from '../../tool/outcome.js'
import { onOneLine } from '../console/console.js'

/** How a part of a line looks, where there are looks. */
type Paint = (style: 'strong' | 'faint', text: string) => string

/** The lines of an approval: why it is asked, what is in question and where that comes from, and all that is called. */
export function approvalLines(
  { tool, items, calls, reason, offers }: Approval,
  paint: Paint = (_, text) => text,
): readonly string[] {
  const one = calls.length === 1
  return [
    `May ${onOneLine(tool)} run${one ? '' : ` ${calls.length} times`}? ${onOneLine(reason)}`,
    ...items.flatMap(({ argument, value, role, from, candidates = [] }) => [
      `- ${role} ${quoted(argument)}: ${paint('strong', quoted(value))} ${paint('faint', `(${onOneLine(from)})`)}`,
      ...candidates.map(
        (each) => `  or did you mean ${quoted(each.value)}? ${paint('faint', `(${onOneLine(each.from)})`)}`,
      ),
    ]),
    ...calls.flatMap(({ arguments: given }, index) => [
      `${one ? 'The call' : `Call ${index + 1} of ${calls.length}`} ${given.length === 0 ? 'has no arguments.' : 'in full:'}`,
      ...given.map(({ argument, value }) => `- ${quoted(argument)}: ${paint('strong', quoted(value))}`),
    ]),
    ...(offers.includes('value')
      ? ['A yes to the values counts for later calls with them too, whatever else those carry.']
      : []),
    ...(offers.includes('never')
      ? [
          items.length > 0
            ? 'Never: all calls of this tool with these values are refused.'
            : 'Never: all calls of this tool are refused.',
        ]
      : []),
  ]
}

/** Between quotes, so that no value passes for a part of the sentence. */
function quoted(text: string): string {
  return `"${onOneLine(text).replaceAll('"', '\\"')}"`
}
