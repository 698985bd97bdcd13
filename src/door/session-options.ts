// What a program says when it opens a session: for whom, with which tools. Read once, into a principal that nobody
// changes later.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../base/options.js'
import type { Principal } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'

/** What `gate.session` takes. */
export interface SessionOptions {
  readonly tenant: string
  /** Who it is, verified by the program. Or say `anonymous: true`. */
  readonly user?: string
  readonly anonymous?: true
  readonly conversation: string
  readonly groups?: readonly string[]
  readonly claims?: { readonly [name: string]: unknown }
  /** Tools or names that may be called. Default: all that a model may call. */
  readonly grant?: readonly (string | Tool)[]
  /** Tools that the program was told to use: they need no words of the user for the act. */
  readonly task?: readonly (string | Tool)[]
  /**
   * `false` for a caller inside the trusted boundary, such as a workflow engine: it gives and gets values themselves,
   * and no token is made. Default `true`.
   */
  readonly handles?: boolean
}

/** @throws DefinitionError for an unknown or missing option. */
export function readSession(
  asked: SessionOptions,
): { principal: Principal } & Pick<SessionOptions, 'grant' | 'task' | 'handles'> {
  const given = parseOptions(sessionSchema, asked, 'gate.session()')
  if ((given.user === undefined) === (given.anonymous === undefined)) {
    throw new DefinitionError(
      'gate.session(): give user, or anonymous: true for nobody in particular; not both.',
    )
  }
  const principal: Principal = Object.freeze({
    tenant: given.tenant,
    ...(given.user !== undefined && { user: given.user }),
    conversation: given.conversation,
    groups: Object.freeze([...(given.groups ?? [])]),
    claims: Object.freeze({ ...given.claims }),
  })
  const { grant, task, handles } = given as Pick<SessionOptions, 'grant' | 'task' | 'handles'>
  return {
    principal,
    ...(grant && { grant }),
    ...(task && { task }),
    ...(handles !== undefined && { handles }),
  }
}

const id = z.string().min(1, 'must not be empty').max(512)

const sessionSchema = z.strictObject({
  tenant: id,
  user: id.optional(),
  anonymous: z.literal(true).optional(),
  conversation: id,
  groups: z.array(z.string()).optional(),
  claims: z.record(z.string(), z.unknown()).optional(),
  grant: z.array(z.unknown()).optional(),
  task: z.array(z.unknown()).optional(),
  handles: z.boolean().optional(),
})
