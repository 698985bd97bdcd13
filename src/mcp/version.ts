// The version of the package, as it introduces itself to clients and servers.

import { readFileSync } from 'node:fs'

/** From package.json, which stands two folders up both in the sources and in what is built. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
