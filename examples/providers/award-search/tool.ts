// The tool, as its author writes it: what it takes, how it runs, and what a model and a panel see of it.

import { empty, say, tool } from 'sallyport'
import { z } from 'zod'
import { awardsClient } from './client.js'

const awards = awardsClient({ apiKey: process.env.AWARDS_API_KEY ?? 'no-key-needed-to-replay' })

export const searchAwards = tool({
  name: 'search_awards',
  description: 'Search award (points) seat availability.',
  useWhen: 'the traveler wants to redeem points',
  notFor: 'cash fares: use search_flights',
  input: z.object({
    origin: z.string().regex(/^[A-Z]{3}$/),
    destination: z.string().regex(/^[A-Z]{3}$/),
    from: z.iso.date(),
    to: z.iso.date(),
    cabin: z.enum(['economy', 'premium', 'business', 'first']).default('economy'),
    limit: z.int().max(50).default(25),
  }),
  effect: 'read',
  limits: { timeoutMs: 12_000, items: 50, modelTokens: 600 },
  cache: { ttlMs: 60_000 },
  async run(input, ctx) {
    const rows = await awards.search(input, { fetch: ctx.fetch, signal: ctx.signal })
    return rows.length ? { query: input, results: rows } : empty('No award seats on those dates.')
  },
  toModel: ({ query, results }) => say`
    ${results.length} award options ${query.origin} to ${query.destination}. Cheapest first:
    ${results.slice(0, 5).map((r) => say`- ${r.date} ${r.program} ${r.miles} mi [row=${r.id}]`)}
    The full list is in the panel; cite rows by [row=...].`,
  toUi: ({ query, results }) => ({ panel: 'awards', data: { query, results } }),
})
