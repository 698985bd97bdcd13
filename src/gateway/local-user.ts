// Who calls, where nothing is signed in to: the user of this machine.

import { userInfo } from 'node:os'

/** The tenant of all that runs on a person's own machine. */
export const LOCAL_TENANT = 'local'

/** On stdio and on loopback with one token, whoever started the gateway is the principal. */
export function osUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user that no file knows.
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}
