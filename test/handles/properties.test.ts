// What must hold whatever happens: over random viewers, operations and texts.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { HandleError } from '../../src/handles/errors.js'
import { kind } from '../../src/handles/kinds/kind.js'
import type { Right } from '../../src/handles/record.js'
import { scopeOf, type Viewer } from '../../src/handles/scope.js'
import { mintToken, parseToken } from '../../src/handles/token.js'
import { handleKeys } from '../../src/handles/vault/keys.js'
import { codeOf, lena, makeVault, Order, OrderEntity, opened } from './fixtures.js'

const levels = ['user', 'conversation', 'run'] as const
const KINDS = levels.map((scope) => kind(`k_${scope}`, { schema: z.string(), scope }))

// Names that try to look like each other once they are joined.
const name = fc.constantFrom('a', 'b', 'a","b', 'a"]', '["a"', 'a,b', 'null', 'ä', '\ud800', '')
const person: fc.Arbitrary<Viewer> = fc
  .record({
    tenant: name,
    user: fc.option(name, { nil: undefined }),
    conversation: name.filter(Boolean),
    run: fc.option(name, { nil: undefined }),
  })
  .map(({ user, run, ...rest }) => ({
    ...rest,
    groups: [],
    claims: {},
    ...(user !== undefined && { user }),
    ...(run !== undefined && { run }),
  }))

test('a token minted in one scope never opens in another, whatever was done before', async () => {
  const operation = fc.record({
    act: fc.constantFrom('seal', 'seal', 'open', 'open', 'attenuate', 'renew', 'revoke', 'release', 'wait'),
    by: fc.nat(5),
    asOwner: fc.boolean(),
    of: fc.nat(20),
    level: fc.nat(2),
  })
  let openings = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 6, maxLength: 6 }),
      fc.array(operation, { minLength: 10, maxLength: 40 }),
      async (people, operations) => {
        const { vault, open, clock } = makeVault({ kinds: KINDS })
        const made: { token: string; scope: string; kind: (typeof KINDS)[number]; owner: Viewer }[] = []
        for (const { act, by, asOwner, of, level } of operations) {
          const target = made[of % Math.max(made.length, 1)]
          const who = (act !== 'seal' && asOwner && target?.owner) || people[by]!
          if (act === 'wait') clock.now += 1_000
          else if (act === 'seal') {
            const one = KINDS[level]!
            if (one.scope === 'run' && who.run === undefined) continue
            const sealing = vault.sealing(who)
            const { handle } = sealing.seal(one, `${by}`)
            await vault.commit(sealing)
            made.push({ token: handle, scope: scopeOf(who, one.scope), kind: one, owner: who })
          } else if (target) {
            const own =
              scopeOf(who, target.kind.scope) === target.scope &&
              (target.kind.scope !== 'run' || who.run !== undefined)
            if (act === 'open') {
              const code = codeOf(await open(target.token, who, { kinds: [target.kind.name] }))
              if (!own) expect(code).toBe('handle_not_found')
              else if (code === 'opened') openings++
              continue
            }
            const done = await (act === 'attenuate'
              ? vault.attenuate(target.token, { rights: ['use'] }, who)
              : vault[act](target.token, who)
            ).then(
              (result) => ({ result }),
              (error: HandleError) => ({ error }),
            )
            if (!own) expect('error' in done && done.error.code).toBe('handle_not_found')
            else if (act === 'attenuate' && 'result' in done) {
              made.push({ ...target, token: (done.result as { handle: string }).handle })
            }
          }
        }
        const own = new Map(made.map(({ token, scope }) => [token, scope]))
        for (const who of people) {
          for (const { handle, kind: of } of await vault.list(who, { limit: 1_000 })) {
            expect(own.get(handle)).toBe(scopeOf(who, KINDS.find(({ name }) => name === of)!.scope))
          }
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(openings).toBeGreaterThan(20)
})

test('rights never grow under attenuation', async () => {
  const RIGHT: Right[] = ['use', 'read', 'write']
  const TOOLS = ['a', 'b', 'c']
  const narrowing = fc.record(
    {
      rights: fc.subarray(RIGHT, { minLength: 1 }),
      tools: fc.subarray(TOOLS, { minLength: 1 }),
      uses: fc.integer({ min: 1, max: 3 }),
      expiresAt: fc.integer({ min: 1_764_500_000_001, max: 1_764_500_070_000 }),
    },
    { requiredKeys: [] },
  )
  const step = fc.record({ of: fc.nat(10), narrowing })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(70_000), async (steps, later) => {
      const { vault, seal, open, clock } = makeVault()
      const [root] = await seal(Order, lena, new OrderEntity(1, 'u-17'))
      const family: { token: string; parent?: string }[] = [{ token: root! }]
      for (const { of, narrowing } of steps) {
        const parent = family[of % family.length]!.token
        await vault.attenuate(parent, narrowing, lena).then(
          ({ handle }) => family.push({ token: handle, parent }),
          (error: HandleError) => expect(error.code).toBe('handle_not_permitted'),
        )
      }
      clock.now += later
      for (const { token, parent } of family) {
        if (!parent) continue
        for (const action of RIGHT) {
          for (const tool of TOOLS) {
            if (codeOf(await open(token, lena, { action, tool })) !== 'opened') continue
            expect(codeOf(await open(parent, lena, { action, tool }))).toBe('opened')
          }
        }
      }
      // All children together are used no oftener than what they were made from allows.
      const used = new Map<string, { times: number; allowed: number }>()
      for (let round = 0; round < 4; round++) {
        for (const { token } of family) {
          const answer = await open(token, lena, { tool: 'a' })
          if (answer instanceof HandleError) continue
          await vault.consume([answer])
          for (const { key, stored } of answer.origin!.links) {
            const use = used.get(key) ?? { times: 0, allowed: stored.uses ?? Number.POSITIVE_INFINITY }
            used.set(key, { ...use, times: use.times + 1 })
          }
        }
      }
      for (const { times, allowed } of used.values()) expect(times).toBeLessThanOrEqual(allowed)
    }),
    { numRuns: 60 },
  )
})

test('no sequence of operations on a version loses an update', async () => {
  const step = fc.record({
    act: fc.constantFrom('open', 'open', 'commit', 'commit', 'renew', 'attenuate'),
    of: fc.nat(5),
  })
  let committed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { vault, seal, open } = makeVault()
      const [root] = await seal(Order, lena, new OrderEntity(1, 'u-17'))
      const tokens = [root!]
      const waiting: { note: string; answer: ReturnType<typeof opened> }[] = []
      const kept: string[] = []
      let count = 0
      const commit = async ({ note, answer }: (typeof waiting)[number]) => {
        ;(answer.value as OrderEntity).addNote(note)
        const sealing = vault.sealing(lena)
        sealing.update(answer)
        return vault.commit(sealing).then(
          () => void kept.push(note),
          (error: HandleError) => expect(error.code).toBe('handle_stale'),
        )
      }
      for (const { act, of } of steps) {
        const token = tokens[of % tokens.length]!
        if (act === 'open') {
          waiting.push({ note: `n${count++}`, answer: opened(await open(token, lena, { action: 'write' })) })
        } else if (act === 'renew') await vault.renew(root!, lena)
        else if (act === 'attenuate') {
          const child = await vault.attenuate(token, {}, lena).catch(() => undefined)
          if (child) tokens.push(child.handle)
        } else if (waiting.length > 0) await commit(waiting.splice(of % waiting.length, 1)[0]!)
      }
      // The rest at once, as calls that arrived together do.
      await Promise.all(waiting.map(commit))
      const last = opened(await open(root))
      expect((last.value as OrderEntity).notes).toEqual(kept)
      expect(last.origin!.rev).toBe(kept.length + 1)
      committed += kept.length
    }),
    { numRuns: 100 },
  )
  expect(committed).toBeGreaterThan(100)
})

test('100 000 fuzzed tokens open nothing, and cost no look-up when the checksum fails', async () => {
  const { vault, seal, store } = makeVault()
  const tokens = await seal(Order, lena, ...Array.from({ length: 16 }, (_, i) => new OrderEntity(i, 'u-17')))
  const known = new Set(tokens)
  const samples = fc
    .sample(fuzzed(tokens), 100_000)
    .filter((text) => !known.has(text.replace(/\.\d{1,7}$/, '')))
  expect(samples.length).toBeGreaterThan(95_000)
  store.asked.length = 0
  let wellFormed = 0
  for (let from = 0; from < samples.length; from += 500) {
    const batch = samples.slice(from, from + 500)
    const before = store.asked.length
    const requests = batch.map((value, i) => ({
      value,
      kinds: ['order'],
      action: 'use' as const,
      pointer: `/${i}`,
    }))
    const shown = from % 10_000 === 0 ? tokens : []
    const codes = (await vault.openMany(requests, { viewer: lena, tool: 't', shown })).map(codeOf)
    const good = batch.filter((text) => parseToken(text)).length
    wellFormed += good
    expect(codes.filter((code) => code !== 'handle_malformed')).toEqual(Array(good).fill('handle_not_found'))
    expect(store.asked.length - before).toBe(good > 0 ? 1 : 0)
  }
  // Once in a million a random text passes the checksum; what was minted under another key always does.
  expect(wellFormed).toBeGreaterThan(1_000)
})

function fuzzed(tokens: readonly string[]): fc.Arbitrary<string> {
  const foreign = handleKeys(['f'.repeat(32)])[0]!
  const token = fc.constantFrom(...tokens)
  const at = fc.nat(40)
  const character = fc.constantFrom(
    ...'0123456789abcdefghijklmnopqrstuvwxyzABC_-.~оеаⅼ０\u200b\u202e"\'` \n\0'.split(''),
  )
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(token, at, character).map(([t, i, c]) => t.slice(0, i) + c + t.slice(i + 1)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(token, at, character).map(([t, i, c]) => t.slice(0, i) + c + t.slice(i)),
    },
    { weight: 3, arbitrary: fc.tuple(token, at).map(([t, i]) => t.slice(0, i) + t.slice(i + 1)) },
    { weight: 3, arbitrary: fc.tuple(token, fc.integer({ min: 0, max: 35 })).map(([t, i]) => t.slice(0, i)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(token, fc.nat(34))
        .map(([t, i]) => t.slice(0, i) + t.slice(i).toUpperCase())
        .filter((t) => /[A-Z]/.test(t)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(token, fc.constantFrom('"', "'", '`', '«', ' ', '\n', '\0'))
        .map(([t, q]) => q + t + q),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(token, fc.string({ minLength: 1, maxLength: 8 }))
        .map(([t, s]) => `${t}.${s}`)
        .filter((t) => !/\.\d{1,7}$/.test(t)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(token, token)
        .map(([a, b]) => a.slice(0, 16) + b.slice(16))
        .filter((t) => !tokens.includes(t)),
    },
    { weight: 1, arbitrary: fc.uuid().map((id) => mintToken('order', foreign, id)) },
    { weight: 1, arbitrary: fc.uuid().map((id) => `${mintToken('order', foreign, id)}.3`) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )
}
