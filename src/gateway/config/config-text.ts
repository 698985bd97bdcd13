// The text of a config file: JSON with comments, in which no key is written twice. A parser takes the last of
// two without a word, and with it goes what the first one forbade.

import JSON5 from 'json5'
import { isRecord } from '../../json/json.js'
import { configError } from '../fault.js'

/**
 * Parses the text of a config.
 *
 * @param path How the file is called in messages.
 * @throws StartError with line and column, exit code 2.
 */
export function parseConfigText(
  path: string,
  given: string,
  mend: string,
): Readonly<Record<string, unknown>> {
  const text = given.replace(/^\uFEFF/, '')
  let root: unknown
  try {
    root = JSON5.parse<unknown>(text)
  } catch (error) {
    const { lineNumber = 1, columnNumber = 1, message } = error as SyntaxFault
    const reason = message.replace(/^JSON5: /, '').replace(/ at \d+:\d+$/, '')
    throw configError(`${path}:${lineNumber}:${columnNumber}`, `${reason}.`, 'Mend the JSON there.')
  }
  if (!isRecord(root)) throw configError(path, 'is no JSON object.', mend)
  refuseKeys(path, text)
  return root
}

/** What JSON5 adds to a SyntaxError. */
interface SyntaxFault extends Error {
  readonly lineNumber?: number
  readonly columnNumber?: number
}

/** Comments, texts, signs, and words, of a text that is known to parse. */
const TOKEN =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|[{}[\]:,]|[^\s{}[\]:,"'/]+/g

function refuseKeys(path: string, text: string): void {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  let at = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') refuseKey(path, text, { key: keyOf(last), at }, open.at(-1))
    else if (!token.startsWith('//') && !token.startsWith('/*')) {
      last = token
      at = index
    }
  }
}

function refuseKey(
  path: string,
  text: string,
  { key, at }: { readonly key: string; readonly at: number },
  known: Set<string> | undefined,
): void {
  const fault = known?.has(key)
    ? configError(place(path, text, at), `'${key}' is written twice.`, 'Take one of them out.')
    : // Every object has it already: copies of the config would lose it, and its rules, without a word.
      key === '__proto__' &&
      configError(place(path, text, at), "'__proto__' can't be a name.", 'Take it out.')
  if (fault) throw fault
  known?.add(key)
}

/** A key as the parser reads it: `"a"`, `'\x61'` and `a` are one. */
function keyOf(token: string): string {
  if (!/["'\\]/.test(token)) return token
  return Object.keys(JSON5.parse<Record<string, unknown>>(`{${token}:0}`))[0] ?? token
}

function place(path: string, text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}
