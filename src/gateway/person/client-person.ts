// The person behind a client, and how they are reached: by a question inside the call before revision 2026-07-28,
// by a round of the call since. Only clients that the operator lists have one; what is asked is not decided here.

import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ElicitRequestFormParams,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../json/json.js'

/** How the person is asked. */
export type ClientPerson =
  | {
      readonly by: 'elicitation'
      /** Resolves with what the client sent, unchecked. @throws when it refuses, is silent, or goes. */
      ask(form: ElicitRequestFormParams, signal: AbortSignal): Promise<unknown>
    }
  | {
      readonly by: 'rounds'
      readonly context: ServerContext
      /** What a retry brings along, unchecked. */
      readonly state: unknown
      readonly responses: Readonly<Record<string, unknown>>
    }

/** Which clients have a person, by the name that they give themselves. */
export interface People {
  readonly clients: ReadonlySet<string>
  /** Milliseconds that a question stands in a client. Default: ten minutes. */
  readonly askMs?: number
}

const ASK_MS = 10 * 60_000

/** The person who can be asked about a call. None: the client is not listed, or has no forms. */
export function personOf(
  server: Server,
  context: ServerContext,
  { clients, askMs = ASK_MS }: People,
): ClientPerson | undefined {
  if (clients.size === 0) return undefined
  const { mcpReq } = context
  const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= FIRST_MODERN
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const info = isModern ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion()
  const can = isModern ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities()
  const isListed = isRecord(info) && typeof info.name === 'string' && clients.has(info.name)
  if (!isListed || !isRecord(can) || !takesForms(can.elicitation)) return undefined
  if (isModern) {
    const { inputResponses: responses = {} } = mcpReq
    return { by: 'rounds', context, state: mcpReq.requestState(), responses }
  }
  return {
    by: 'elicitation',
    // On the call's own stream: over HTTP a client may listen to no other.
    ask: (form, signal) =>
      mcpReq.send({ method: 'elicitation/create', params: { ...form } }, { signal, timeout: askMs }),
  }
}

/** The revision that has rounds. Revisions are dates, so they compare as text. */
const FIRST_MODERN = '2026-07-28'

/** Before modes had names, and still, a bare `{}` means forms. */
function takesForms(elicitation: unknown): boolean {
  return isRecord(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}
