// One text for equal JSON (RFC 8785): what keys, digests and comparisons are made of.

import canonicalize from 'canonicalize'
import type { Json } from './json.js'

/** The canonical text of a JSON value. */
// The package is CommonJS whose types say ESM; Node gives the function itself.
export const canonicalJson = canonicalize as unknown as (value: Json) => string
