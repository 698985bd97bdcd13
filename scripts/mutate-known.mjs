// The results of earlier runs as they are committed: packed, since Stryker keeps all sources and tests in them, and
// without what is only about the machine that they were made on.

import { gunzipSync, gzipSync } from 'node:zlib'

export function pack(text) {
  const { projectRoot: _root, config: _config, system: _system, ...known } = JSON.parse(text)
  return gzipSync(JSON.stringify(known), { level: 9 })
}

export const unpack = (packed) => gunzipSync(packed).toString('utf8')
