// How a reference is resolved against the URI around it: by the validator's own code, so that no reference means one
// thing to it and another to us.

import { ajvUri } from '../../base/late.js'

/** The whole URI of a reference. @throws Error when it is none. */
export function resolveUri(base: string, reference: string): string {
  return ajvUri().default.resolve(base, reference)
}
