// A call as it came from a model or a client: each part is read once, and nothing in it trips anyone up.

import { hash } from 'node:crypto'
import { isRecord } from '../json/json.js'

/** Longer ids are known by their digest: a session keeps the ids of a thousand calls, whoever chose them. */
const LONGEST_ID = 256

/** The id by which a call is known: the caller's own up to 256 characters, else a digest of it. */
export function callIdOf(id: string): string {
  return id.length <= LONGEST_ID ? id : `call_${hash('sha256', id, 'base64url')}`
}

/** The parts of a call; `newId` names one that has no id. */
export function readCall(
  call: unknown,
  newId: () => string,
): {
  readonly id: string
  readonly name: string
  readonly args: unknown
  /** The key under which the arguments came instead, as providers name it. */
  readonly misnamed?: string
} {
  const part = (key: string): unknown => {
    try {
      return isRecord(call) ? call[key] : undefined
    } catch {
      return undefined
    }
  }
  const [id, name, args] = [part('id'), part('name'), part('args')]
  // Taken for a call without arguments, a search would run unfiltered.
  const misnamed = args === undefined ? PROVIDER_KEYS.find((key) => part(key) !== undefined) : undefined
  return {
    id: typeof id === 'string' && id !== '' ? callIdOf(id) : newId(),
    name: typeof name === 'string' ? name.slice(0, 256) : '',
    args,
    ...(misnamed !== undefined && { misnamed }),
  }
}

const PROVIDER_KEYS = ['arguments', 'input', 'parameters', 'arg']
