// A call as it came from a model or a client: each part is read once, and nothing in it trips anyone up.

import { isRecord } from '../tool/json.js'

/** The parts of a call; `newId` names one that has no id. */
export function readCall(
  call: unknown,
  newId: () => string,
): { readonly id: string; readonly name: string; readonly args: unknown } {
  const part = (key: 'id' | 'name' | 'args'): unknown => {
    try {
      return isRecord(call) ? call[key] : undefined
    } catch {
      return undefined
    }
  }
  const [id, name] = [part('id'), part('name')]
  return {
    id: typeof id === 'string' && id !== '' ? id : newId(),
    name: typeof name === 'string' ? name.slice(0, 256) : '',
    args: part('args'),
  }
}
