// The only values that may be put together out of two: a path of directory and file name, a moment of date and
// time. Never an address, a URL, an account or a command.

import type { Canonical } from '../words/canonical.js'

/** The two pieces of a path or a moment; undefined when the value is neither. */
export function piecesOf({ kind, text }: Canonical): readonly [string, string] | undefined {
  if (kind === 'path') return piecesOfPath(text)
  const [date, time] = kind === 'date' ? text.split('T') : []
  return date && time ? [date, time] : undefined
}

function piecesOfPath(path: string): readonly [string, string] | undefined {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  const directory = path.slice(0, at)
  const name = path.slice(at + 1)
  // `..` would lead out of the directory that was named.
  if (directory === '' || name === '' || path.split(/[/\\]/).includes('..')) return undefined
  return [directory, name]
}
