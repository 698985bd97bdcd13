// Who may have written the texts of a tool's failures and empties. An author's own sentence and one of an upstream look
// alike there, so the declared origin decides.

import type { Tool } from './tool.js'

/** Whether a third party's words may stand in them: then a model reads them in a fence. */
export function speaksForOthers({ upstream, effect, flow }: Tool): boolean {
  if (upstream) return true
  // What derives has no other source than its arguments, unless its author names one.
  if (effect === 'derive' && !flow.originDeclared) return false
  const { integrity } = flow.label
  return integrity !== 'first-party' && integrity !== 'user' && integrity !== 'operator'
}

/** Who is named as the source: the server, or the tool. */
export function voiceOf({ upstream, name }: Tool): string {
  return upstream?.id ?? name
}

/** What a server said, for a person: marked as its words. */
export function quotedFor(source: string, line: string): string {
  return `'${source}' says: "${line.replaceAll('"', "'")}"`
}
