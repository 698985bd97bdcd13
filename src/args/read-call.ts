// A call as it came from a model or a client: each part is read once, and nothing in it trips anyone up.

import { isRecord } from '../json/json.js'

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
    id: typeof id === 'string' && id !== '' ? id : newId(),
    name: typeof name === 'string' ? name.slice(0, 256) : '',
    args,
    ...(misnamed !== undefined && { misnamed }),
  }
}

const PROVIDER_KEYS = ['arguments', 'input', 'parameters', 'arg']
