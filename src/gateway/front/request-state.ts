// What a client of revision 2026-07-28 carries between a held call and its retry: which approval it was about, for
// whom and for which call. Signed by the official package's codec, counted once, and good for one process only.

import { createHash, randomBytes } from 'node:crypto'
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import type { Call } from '../../door/session.js'
import { canonicalJson } from '../../json/canonical-json.js'
import type { Json } from '../../json/json.js'
import type { Principal } from '../../tool/context.js'

/** What a held call asked, and under which id it came. */
interface Round {
  readonly approval: string
  /** What the person was shown of it. */
  readonly revision: string
  readonly callId: string
}

/** Seals and opens the state of rounds. */
export interface RequestStates {
  /** Undefined when the call has no canonical text, so that nothing could be bound to it. */
  seal(round: Round, principal: Principal, call: Call): Promise<string | undefined>
  /**
   * The round of a state that was sealed here, for this principal and conversation and for this very call, and
   * that nobody has opened before; else undefined.
   */
  open(state: unknown, principal: Principal, call: Call, context: ServerContext): Promise<Round | undefined>
}

/** As long as an approval waits. */
const LIFE_SECONDS = 60 * 60

/**
 * Makes the seals of one process. The key is made here and kept nowhere: after a restart a retry is refused, its
 * call can be called again, and no file on the disk makes answers.
 */
export function requestStates(lifeSeconds = LIFE_SECONDS): RequestStates {
  const codec = createRequestStateCodec<Claim>({ key: randomBytes(32), ttlSeconds: lifeSeconds })
  // Should it overflow, an old state passes here once more; its approval takes no second answer.
  const opened = new LRUCache<string, true>({ max: MOST_OPENED })
  return {
    async seal({ approval, revision, callId }, principal, call) {
      const bound = bindingOf(principal, call)
      if (bound === undefined) return undefined
      return codec.mint({ approval, revision, callId, bound, nonce: randomBytes(12).toString('base64url') })
    },
    async open(state, principal, call, context) {
      if (typeof state !== 'string' || state.length > LONGEST) return undefined
      const claim = await codec.verify(state, context).catch(() => undefined)
      if (!claim || opened.has(claim.nonce) || claim.bound !== bindingOf(principal, call)) return undefined
      opened.set(claim.nonce, true)
      return claim
    },
  }
}

interface Claim extends Round {
  readonly bound: string
  /** Tells apart two states for the same approval, of which each counts once. */
  readonly nonce: string
}

const MOST_OPENED = 10_000
/** Characters; ours have about 350. */
const LONGEST = 2_048

/** Principal, conversation and call in one digest: a state of another one doesn't fit. */
function bindingOf({ tenant, user, conversation }: Principal, { name, args }: Call): string | undefined {
  try {
    const text = canonicalJson([tenant, user ?? null, conversation, name, args as Json])
    return createHash('sha256').update(text).digest('base64url')
  } catch {
    return undefined // lone surrogates, or deeper than the stack: it was not admitted either
  }
}
