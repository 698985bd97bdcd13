// Large results, cache hits and hostile arguments: where a boundary could cost more than the work behind it.

import { createGate, tool } from 'sallyport'
import { z } from 'zod'
import { medianOf, print, quantile, ratio, us } from './measure.js'

const noInput = z.object({})

function row(index: number) {
  return {
    id: `row-${index}`,
    name: `Item number ${index}`,
    amount: index * 1.25,
    tags: ['a', 'b'],
    note: 'x'.repeat(60),
  }
}

function openSession(...tools: ReturnType<typeof tool>[]) {
  return createGate({ tools }).session({ tenant: 't', user: 'u', conversation: 'c' })
}

let ids = 0
const id = () => `call_${ids++}`

async function tenMegabytes() {
  const result = { rows: Array.from({ length: 70_000 }, (_, index) => row(index)) }
  const size = JSON.stringify(result).length
  const session = openSession(
    tool({
      name: 'big',
      description: 'Big.',
      useWhen: 'measuring',
      input: noInput,
      effect: 'read',
      run: () => result,
    }),
  )
  const times = await medianOf({
    stringify: () => JSON.stringify(result),
    crossing: () => session.call({ id: id(), name: 'big', args: '{}' }),
  })
  return [
    `a result of ${(size / 1e6).toFixed(0)} MB, over its own JSON.stringify`,
    us(times.stringify),
    us(times.crossing),
    ratio(times.crossing, times.stringify),
    '<= 2',
  ]
}

async function cacheHit() {
  const input = z.object({ origin: z.string().regex(/^[A-Z]{3}$/), limit: z.int().max(50).default(25) })
  const session = openSession(
    tool({
      name: 'kept',
      description: 'Kept.',
      useWhen: 'measuring',
      input,
      effect: 'read',
      cache: { ttlMs: 3_600_000 },
      run: () => ({ rows: Array.from({ length: 100 }, (_, index) => row(index)) }),
    }),
  )
  const args = '{"origin":"SFO","limit":10}'
  await session.call({ id: id(), name: 'kept', args })
  const times = await medianOf({
    bare: () => input.parse(JSON.parse(args)),
    hit: () => session.call({ id: id(), name: 'kept', args }),
  })
  return [
    'a cache hit, above bare validation',
    us(times.bare),
    us(times.hit),
    us(times.hit - times.bare),
    '<= 15 us',
  ]
}

async function hostileArguments() {
  const session = openSession(
    tool({
      name: 'probe',
      description: 'Probes.',
      useWhen: 'measuring',
      input: z.object({
        query: z.string().optional(),
        n: z.number().optional(),
        slugs: z.array(z.string().regex(/^[a-z0-9]+(-?[a-z0-9]+)*$/)).optional(),
      }),
      effect: 'read',
      run: () => 'never',
    }),
  )
  const size = 255 * 1024
  const texts = {
    brackets: '['.repeat(size),
    'nested objects': '{"a":'.repeat(size / 5),
    'json5 keys': `{${'a:1,'.repeat(size / 4)}}`,
    quotes: `{'query': '${"\\'".repeat(size / 2)}'}`,
    comments: `{${'/**/'.repeat(size / 4)}"n":1}`,
    digits: `{"n":${'9'.repeat(size)}}`,
    'many keys': `{${Array.from({ length: 12_000 }, (_, index) => `"key${index}":1`).join(',')}}`,
    'slow pattern': `{"slugs":[${Array.from({ length: 9_000 }, () => `"${'a'.repeat(18)}!"`).join()}]}`,
    spaces: `{"query":${' '.repeat(size)}"x"`,
    escapes: `{"query":"${'\\u0041'.repeat(size / 6)}`,
  }
  const worst = { name: '', ms: 0 }
  for (const [name, args] of Object.entries(texts)) {
    const tries: number[] = []
    for (let round = 0; round < 5; round++) {
      const start = performance.now()
      await session.call({ id: id(), name: 'probe', args })
      tries.push(performance.now() - start)
    }
    const ms = quantile(tries, 0.5)
    if (ms > worst.ms) Object.assign(worst, { name, ms })
  }
  return [
    `255 KiB of hostile arguments, the worst of ${Object.keys(texts).length} (${worst.name})`,
    '',
    us(worst.ms * 1000),
    '',
    '<= 100 000 us',
  ]
}

print(
  'Where a boundary could cost more than the work behind it',
  ['', 'bare', 'gate', 'ratio', 'goal'],
  [await tenMegabytes(), await cacheHit(), await hostileArguments()],
)
