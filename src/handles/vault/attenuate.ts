// A narrower handle for the same value. Each right, tool, use and hour that it has, its parent has too; whatever is
// asked beyond that is refused.

import { z } from 'zod'
import { parseOptions } from '../../base/options.js'
import type { Card } from '../../tool/outcome.js'
import { handleError } from '../errors.js'
import { type HandleMeta, RIGHTS, type Right, writeLink } from '../record.js'
import type { Viewer } from '../scope.js'
import { lookUpKey, mintToken } from '../token.js'
import { freeDead } from './commit.js'
import { findShown, parseOne } from './life.js'
import type { VaultParts } from './parts.js'
import { ask } from './records.js'
import { toCard } from './sealing.js'

/** What a narrower handle is to have. What is left out stays as the parent has it. */
export interface AttenuateOptions {
  readonly rights?: readonly Right[]
  /** The only tools that may take it. */
  readonly tools?: readonly string[]
  /** How often it may be used. */
  readonly uses?: number
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** How many times a handle may be narrowed further. */
const MAX_DEPTH = 8

/**
 * Makes a narrower handle. Revoking the parent revokes it.
 *
 * @throws HandleError when the handle is not good, or `handle_not_permitted` when more is asked than it has.
 */
export async function attenuate(
  token: string,
  options: AttenuateOptions,
  viewer: Viewer,
  parts: VaultParts,
): Promise<Card> {
  const asked = parseOptions(OPTIONS, options, 'attenuate()')
  const parsed = parseOne(token)
  const links = await findShown(parsed, viewer, parts)
  const { key: parentKey, scope, stored } = links[0]
  const excess = excessOf(asked, stored, parts.clock())
  if (excess) {
    throw handleError('handle_not_permitted', `A narrower handle can't have more than its parent: ${excess}.`)
  }
  if (links.length >= MAX_DEPTH) {
    throw handleError('handle_not_permitted', 'This handle was narrowed too often already.')
  }
  const row = rowOf(parsed.row, links.at(-1)!.stored.count, stored.row)
  const key = parts.keys.values().next().value!
  const id = parts.newId()
  const child: HandleMeta = {
    id,
    keyId: key.id,
    kind: stored.kind,
    codec: stored.codec,
    state: 'live',
    rev: 1,
    expiresAt: asked.expiresAt ?? stored.expiresAt,
    rights: asked.rights ?? stored.rights,
    tools: asked.tools ?? stored.tools,
    uses: asked.uses ?? stored.uses,
    above: [...(stored.above ?? []), parentKey],
    row,
    label: stored.label,
    facts: (asked.rights ?? stored.rights).includes('read') ? stored.facts : {},
    size: 0,
  }
  const made = mintToken(stored.kind, key, id)
  const record = writeLink({ scope, key: lookUpKey(made), version: 1, stored: child }, undefined, parts)
  await ask(parts.quota.reserve(scope, 1, record.value.length, () => freeDead(scope, parts)))
  try {
    await ask(parts.store.putMany([record]))
  } catch (error) {
    parts.quota.giveBack(scope, 1)
    throw error
  }
  return toCard(made, child)
}

const OPTIONS = z.strictObject({
  rights: z.array(z.enum(RIGHTS)).min(1).optional(),
  tools: z.array(z.string().min(1)).min(1).optional(),
  uses: z.int().min(1).optional(),
  expiresAt: z.int().optional(),
})

function excessOf(asked: z.output<typeof OPTIONS>, parent: HandleMeta, now: number): string | undefined {
  const right = asked.rights?.find((one) => !parent.rights.includes(one))
  if (right) return `it has no right to ${right}`
  const tool = parent.tools && asked.tools?.find((one) => !parent.tools!.includes(one))
  if (tool) return `it is not for ${tool}`
  if (parent.uses !== undefined && (asked.uses ?? 0) > parent.uses) return `it has ${parent.uses} uses left`
  if (asked.expiresAt !== undefined && asked.expiresAt > parent.expiresAt) return 'it expires sooner'
  if (asked.expiresAt !== undefined && asked.expiresAt <= now) return 'the given end is over'
  return undefined
}

/** One row of a collection may be handed on by itself. */
function rowOf(
  asked: number | undefined,
  count: number | undefined,
  fixed: number | undefined,
): number | undefined {
  if (asked === undefined) return fixed
  if (count === undefined || fixed !== undefined || asked >= count) {
    throw handleError('handle_not_found', 'This handle has no such row.')
  }
  return asked
}
