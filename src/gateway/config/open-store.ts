// The store of a state folder and the key of its handles, opened together: with both, handles outlive the process.

import { join } from 'node:path'
import { memoryStore } from '../../stores/memory.js'
import type { RecordStore } from '../../stores/store.js'
import { StartError } from '../fault.js'
import { ensureHandleKey } from './handle-key.js'
import { makeStateFolder } from './state.js'

/** Where state lasts. */
interface Kept {
  readonly store: RecordStore
  /** None: handles end with the process. */
  readonly handleKey?: Uint8Array
}

/**
 * Opens the store of a state folder, and the key of its handles. Both are made where there are none.
 *
 * @param folder Undefined: a memory, which ends with the process.
 * @throws StartError when the folder, the database or the key can't be used.
 */
export async function openStore(folder: string | undefined): Promise<Kept> {
  if (folder === undefined) return { store: memoryStore({ shared: true }) }
  makeStateFolder(folder)
  // Loaded when it is needed: it is native code.
  const { sqliteStore } = await import('../../stores/sqlite.js')
  let store: RecordStore
  try {
    store = sqliteStore({ path: join(folder, 'state.db') })
  } catch (error) {
    throw new StartError((error as Error).message, 1, { cause: error })
  }
  try {
    return { store, handleKey: ensureHandleKey(folder) }
  } catch (error) {
    await store.close()
    throw error
  }
}
