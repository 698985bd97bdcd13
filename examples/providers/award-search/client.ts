// A client of the award search service: its addresses, its paging, its errors. Knows HTTP, and nothing of models.

import { failure } from 'sallyport'
import { z } from 'zod'

/** What is searched for. */
export interface AwardQuery {
  /** IATA codes. */
  readonly origin: string
  readonly destination: string
  /** `2026-05-01`, both days included. */
  readonly from: string
  readonly to: string
  readonly cabin: 'economy' | 'premium' | 'business' | 'first'
  /** The most seats that are fetched. */
  readonly limit: number
}

const seat = z.object({
  id: z.string(),
  date: z.iso.date(),
  program: z.string(),
  flight: z.string(),
  miles: z.int(),
  taxes: z.number(),
  seats: z.int(),
  stops: z.int(),
  duration: z.int(),
})

/** A seat for points: `taxes` in dollars, `duration` in minutes. */
export type AwardSeat = z.output<typeof seat>

const page = z.object({ data: z.array(seat), next: z.string().nullable() })

/** How a call of the client reaches the world: a tool hands on what its `ctx` has. */
export interface Reach {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

const ORIGIN = 'https://api.awards.example'
const PAGE = 25

/** Makes a client. */
export function awardsClient({ apiKey }: { readonly apiKey: string }) {
  return {
    /** Seats in ascending order of miles. Throws failures with documented codes, and nothing else of its own. */
    async search(query: AwardQuery, reach: Reach): Promise<AwardSeat[]> {
      const found: AwardSeat[] = []
      let cursor: string | null = null
      do {
        const { data, next } = await ask(query, cursor, Math.min(PAGE, query.limit - found.length), reach)
        found.push(...data)
        cursor = next
      } while (cursor !== null && found.length < query.limit)
      return found
    },
  }

  async function ask(query: AwardQuery, cursor: string | null, take: number, { fetch, signal }: Reach) {
    const { limit: _, ...filters } = query
    const url = new URL('/v1/availability', ORIGIN)
    url.search = new URLSearchParams({ ...filters, take: String(take), ...(cursor && { cursor }) }).toString()
    const response = await fetch(url, { signal, headers: { 'Partner-Authorization': apiKey } })
    if (!response.ok) throw await refusal(response)
    const parsed = page.safeParse(await response.json())
    if (!parsed.success) throw unreadable(parsed.error)
    return parsed.data
  }
}

/** The service's own words go to the log alone: they are for us, not for a traveler or a model. */
async function refusal(response: Response) {
  const cause = new Error(`${response.status}: ${(await response.text()).slice(0, 500)}`)
  switch (response.status) {
    case 429:
      return failure({
        code: 'rate_limited',
        retryable: true,
        userMessage: 'The award service has had enough of our questions for now.',
        cause,
      })
    case 401:
    case 403:
      return failure({
        code: 'upstream_error',
        userMessage: 'The award service does not accept our key.',
        cause,
      })
    default:
      return failure({
        code: 'upstream_unavailable',
        retryable: response.status >= 500,
        userMessage: 'The award service could not answer.',
        cause,
      })
  }
}

function unreadable(cause: unknown) {
  return failure({
    code: 'upstream_error',
    userMessage: 'The award service answered in an unknown form.',
    cause,
  })
}
