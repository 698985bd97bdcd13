// What a tool does to the world. What may be cached, retried or run at once follows from the effect alone.

/** The effects, mildest first. */
export const EFFECTS = ['explain', 'read', 'derive', 'trigger', 'write', 'destroy'] as const

/**
 * What a tool does: `explain` (says something of itself), `read` (fetches), `derive` (computes from its
 * input), `trigger` (sets something off), `write` (changes), `destroy` (removes for good).
 */
export type Effect = (typeof EFFECTS)[number]

/** MCP tool annotations, which hint at the effect. */
export interface Annotations {
  readonly title?: string
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** Whether the tool changes anything: then it runs in order of arrival, and arguments are repaired less. */
export function hasSideEffect(effect: Effect): boolean {
  return effect === 'trigger' || effect === 'write' || effect === 'destroy'
}

/** The MCP hints that an effect implies. */
export function annotationsOf(effect: Effect, idempotent: boolean): Annotations {
  return {
    readOnlyHint: !hasSideEffect(effect),
    destructiveHint: effect === 'destroy',
    idempotentHint: idempotent || !hasSideEffect(effect),
    openWorldHint: effect === 'read' || effect === 'trigger',
  }
}
