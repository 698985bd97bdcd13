// Takes secrets out of JSON where they stand, in the text itself: printing it anew would change numbers past
// 2^53, lose repeated keys, and miss JSON in lines, in events or behind a prefix. No name is judged here.

import { isCountName } from './secret-names.js'

/** What the walk asks. */
interface JsonJudge {
  isSecret(name: string): boolean
  /** What is put in place of a secret. */
  found(value: string): string
  /** A text that is not secret by its name. */
  leaf(text: string): string
}

// An open quote takes its line: looked at from each quote anew, many would cost their square.
const TOKENS =
  /("[^"\\\n]*(?:\\.[^"\\\n]*)*"?)(\s*:)?|[{}[\],]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|(?<=:\s*)[a-z]+/gi

/** All texts and numbers below a secret name go. Reads what is no JSON as well: there it finds `"name": "value"`. */
export function redactJson(text: string, judge: JsonJudge): string {
  const around: ('secret' | 'count' | undefined)[] = []
  let named: 'secret' | 'count' | undefined
  return text.replace(TOKENS, (token: string, quoted: string | undefined, colon: string | undefined) => {
    const secret = around.at(-1) ?? named
    if (quoted !== undefined) {
      const content = unquoted(quoted)
      if (content === undefined) return token
      if (colon !== undefined) {
        named = judge.isSecret(content) ? (isCountName(content) ? 'count' : 'secret') : undefined
        return token
      }
      named = undefined
      const kept = secret ? judge.found(content) : judge.leaf(content)
      return kept === content ? token : JSON.stringify(kept)
    }
    if (token === '{' || token === '[') around.push(secret)
    else if (token === '}' || token === ']') around.pop()
    else if (/\d/.test(token)) {
      named = undefined
      return secret === 'secret' ? JSON.stringify(judge.found(token)) : token
    }
    named = undefined
    return token
  })
}

function unquoted(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}
