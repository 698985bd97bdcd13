// One call through the gate beside the least that a program would do without it: parse the arguments, check
// them with zod, call, print the result once. Ratios of one run; absolute times are this machine's.

import { createGate, tool } from 'sallyport'
import { z } from 'zod'
import { allocated, kib, medianOf, print, ratio, us } from './measure.js'

const input = z.object({
  origin: z.string().regex(/^[A-Z]{3}$/),
  destination: z.string().regex(/^[A-Z]{3}$/),
  from: z.iso.date(),
  to: z.iso.date(),
  cabin: z.enum(['economy', 'premium', 'business', 'first']).default('economy'),
  limit: z.int().max(50).default(25),
})

const args = JSON.stringify({
  origin: 'SFO',
  destination: 'NRT',
  from: '2026-05-01',
  to: '2026-05-07',
  cabin: 'business',
  limit: 50,
})

/** Award seats: about 140 bytes a row. */
function awards(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `award-${String(index).padStart(6, '0')}`,
    date: `2026-05-0${1 + (index % 7)}`,
    program: ['aeroplan', 'flying blue', 'united'][index % 3],
    flight: `NH ${100 + index}`,
    miles: 55_000 + index * 250,
    taxes: 61.4 + index / 10,
    seats: index % 9,
    stops: index % 3,
    direct: index % 3 === 0,
  }))
}

function searchTool(rows: number) {
  const results = awards(rows)
  return tool({
    name: 'search_awards',
    description: 'Search award seat availability.',
    useWhen: 'the traveler wants to redeem points',
    input,
    effect: 'read',
    run: (query) => ({ query, results }),
  })
}

function crossing(rows: number) {
  const session = createGate({ tools: [searchTool(rows)] }).session({
    tenant: 't',
    user: 'u',
    conversation: 'c',
  })
  let count = 0
  return async () => {
    const outcome = await session.call({ id: `call_${count++}`, name: 'search_awards', args })
    if (outcome.status !== 'ok') throw new Error(outcome.model)
    return outcome
  }
}

function bare(rows: number) {
  const results = awards(rows)
  const run = async (query: z.output<typeof input>) => ({ query, results })
  return async () => JSON.stringify(await run(input.parse(JSON.parse(args))))
}

const small = { bare: bare(100), gate: crossing(100) }
const large = { gate: crossing(1_000) }
const bytes = (await small.bare()).length

const times = await medianOf({ bare: small.bare, crossing: small.gate, 'crossing, 1 000 rows': large.gate })
const memory = { bare: await allocated(small.bare), crossing: await allocated(small.gate) }

const above = memory.crossing - memory.bare
const thousand = times['crossing, 1 000 rows']
print(
  `One session.call: 6 fields, 100 rows, ${(bytes / 1024).toFixed(1)} KB of result`,
  ['', 'median', 'ratio', 'goal', 'allocated'],
  [
    ['JSON.parse + zod + call + JSON.stringify', us(times.bare), '1.00', '', kib(memory.bare)],
    [
      'session.call, both views',
      us(times.crossing),
      ratio(times.crossing, times.bare),
      '<= 1.50',
      kib(memory.crossing),
    ],
    ['  above the bare path', us(times.crossing - times.bare), '', '<= 40 KiB', kib(above)],
    ['session.call, 1 000 rows, over 100 rows', us(thousand), ratio(thousand, times.crossing), '<= 12', ''],
  ],
)
