// The results of earlier runs as they are committed: packed, since Stryker keeps all sources and tests in them.

import { gunzipSync, gzipSync } from 'node:zlib'

export const pack = (text) => gzipSync(text, { level: 9 })
export const unpack = (packed) => gunzipSync(packed)
