// One message of an upstream, read from its line.

import { readExact } from '../json/exact-json.js'
import { isRecord } from '../json/json.js'

/**
 * Reads a message. The numbers of a tool's result are exact: a whole number beyond 2^53 is a `bigint`, until the result
 * is sealed. Definitions keep to what JSON Schema says of numbers.
 *
 * @throws SyntaxError when it is no JSON; RangeError when it nests too deep.
 */
export function readMessage(line: string): unknown {
  const exact = readExact(line)
  return isToolResult(exact) ? exact : JSON.parse(line)
}

function isToolResult(message: unknown): boolean {
  if (!isRecord(message) || !isRecord(message.result)) return false
  return 'content' in message.result || 'structuredContent' in message.result
}
