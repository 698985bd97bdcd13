// The fetch of this example's tests. Without a network it replays the cassettes; `RECORD=1` makes them anew from
// the sandbox, which stands in for the real service.

import { fileURLToPath } from 'node:url'
import { type RecordedFetch, recordReplay } from 'sallyport/testing'
import { type Sandbox, startSandbox } from './sandbox.js'

const CASSETTES = fileURLToPath(new URL('./cassettes', import.meta.url))

/** Opens the cassettes. `dir`: where they are, when this file is not beside them. */
export async function awardsFetch(dir = CASSETTES): Promise<{ fetch: RecordedFetch; close(): void }> {
  if (!process.env.RECORD) return { fetch: recordReplay({ dir }), close() {} }
  const sandbox = await startSandbox()
  return { fetch: recordReplay({ dir, mode: 'record', fetch: towards(sandbox) }), close: sandbox.close }
}

/** A real key and no `fetch` here would record the real service. */
function towards({ origin }: Sandbox): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input))
    return fetch(`${origin}${pathname}${search}`, init)
  }
}
