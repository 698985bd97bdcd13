// Our own key in an `mcpServers` file: `sallyport`. Everything has a default, unknown keys are refused, and
// what a later version will take is refused as such: nothing accepted is ignored.

import { z } from 'zod'
import { nearName } from '../../base/names.js'
import { DefinitionError, parseOptions } from '../../base/options.js'
import { compileGroups, type Groups } from '../../flow/evidence/groups.js'
import { MODES, type Mode } from '../../flow/judge/decision.js'
import { checkExemptions, compilePolicy } from '../../flow/judge/rules.js'
import { compileTrusted } from '../../flow/judge/trusted.js'
import type { OperatorOptions } from '../../flow/kept/flow-core.js'
import { LANGUAGES } from '../../flow/words/request/language.js'
import { isRecord } from '../../json/json.js'
import { limitsPolicySchema, type ToolRule, toolPolicySchema } from '../../mcp/tools/policy.js'
import { type Limits, timesFault } from '../../tool/limits.js'
import { configError } from '../fault.js'

/** What the key `sallyport` says. */
export interface Settings {
  readonly port?: number
  /** Default deadline of every tool, in milliseconds. */
  readonly timeoutMs?: number
  /** The client's prompt hook tells this gateway what the user says (`sallyport said`). Default: false. */
  readonly promptHook?: boolean
  readonly operator: OperatorOptions & { readonly mode: Mode }
  readonly servers: ReadonlyMap<string, ServerSettings>
  /** Names of the clients that have a person who answers questions. */
  readonly people: ReadonlySet<string>
}

/** What it says of one server. */
interface ServerSettings {
  readonly rules: readonly ToolRule[]
  readonly timeoutMs?: number
  readonly limits?: Partial<Limits>
}

/**
 * Checks the value of `sallyport`.
 *
 * @param file How the file is called in messages.
 * @param ids The servers that the file has, so that settings for another are found out.
 * @throws StartError, one line, exit code 2.
 */
export function readSettings(file: string, value: unknown, ids: readonly string[]): Settings {
  if (value === undefined) return { servers: new Map(), people: new Set(), operator: WATCHING }
  const root = check(file, 'sallyport', value, rootSchema)
  const servers = new Map<string, ServerSettings>()
  for (const [id, entry] of Object.entries(root.servers ?? {})) {
    if (!ids.includes(id)) {
      const near = nearName(id, ids)
      throw configError(
        `${file}: sallyport.servers.${id}`,
        'there is no such server in the file;',
        near ? `did you mean '${near}'?` : `it has: ${ids.join(', ') || 'none'}.`,
      )
    }
    servers.set(id, readServer(file, `sallyport.servers.${id}`, entry, root.timeoutMs))
  }
  return {
    servers,
    people: readPeople(file, root.clients),
    operator: readOperator(file, root, servers),
    ...(root.port !== undefined && { port: root.port }),
    ...(root.timeoutMs !== undefined && { timeoutMs: root.timeoutMs }),
    ...(root.promptHook !== undefined && { promptHook: root.promptHook }),
  }
}

const milliseconds = z.int().positive().max(2_147_483_647)
const entries = z.record(z.string(), z.unknown())

const rootSchema = z.strictObject({
  port: z.int().min(1).max(65_535).optional(),
  timeoutMs: milliseconds.optional(),
  servers: entries.optional(),
  clients: entries.optional(),
  mode: z.enum(MODES).optional(),
  /** The client's prompt hook tells what users say. */
  promptHook: z.boolean().optional(),
  trusted: entries.optional(),
  rules: z.union([z.array(z.unknown()), entries]).optional(),
  groups: entries.optional(),
  /** The languages that users write in. */
  languages: z.array(z.enum(LANGUAGES)).min(1).optional(),
})

const serverSchema = z.strictObject({
  timeoutMs: milliseconds.optional(),
  limits: limitsPolicySchema.optional(),
  tools: entries.optional(),
})

const clientSchema = z.strictObject({ person: z.boolean().optional() })

/** Keys of the documented config that this version doesn't act on yet. */
const LATER: ReadonlySet<string> = new Set(['host'])

/** Nothing was said: everything runs, and the record says what would have been. */
const WATCHING = { mode: 'observe' } as const

function readOperator(
  file: string,
  { mode, trusted, rules, groups, languages }: z.output<typeof rootSchema>,
  servers: Settings['servers'],
): Settings['operator'] {
  const policy = rules as NonNullable<OperatorOptions['rules']> | undefined
  const said = <T>(at: string, check: () => T): T => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error
      throw configError(`${file}: sallyport.${at}`, error.message.split('\n')[0] ?? '')
    }
  }
  said('trusted', () => compileTrusted(trusted))
  said('rules', () => compilePolicy(policy))
  const inGroup = groups && said('groups', () => compileGroups(groups as Groups))
  for (const [id, { rules: declared }] of servers) {
    for (const { pattern, exempt = [] } of declared) {
      said(`servers.${id}.tools`, () => checkExemptions(policy ?? [], [{ name: pattern, exempt }]))
    }
  }
  return {
    mode: mode ?? WATCHING.mode,
    ...(trusted && { trusted }),
    ...(policy && { rules: policy }),
    ...(inGroup && { inGroup }),
    ...(languages && { languages }),
  }
}

/** A client's name is the one that it gives itself when it connects, so any may stand here. */
function readPeople(file: string, clients: Readonly<Record<string, unknown>> = {}): ReadonlySet<string> {
  const checked = Object.entries(clients).map(
    ([name, entry]) => [name, check(file, `sallyport.clients.${name}`, entry, clientSchema)] as const,
  )
  return new Set(checked.flatMap(([name, { person }]) => (person ? [name] : [])))
}

function readServer(file: string, at: string, value: unknown, usualMs?: number): ServerSettings {
  const server = check(file, at, value, serverSchema)
  const rules = Object.entries(server.tools ?? {}).map(([pattern, entry]): ToolRule => {
    // exactOptionalPropertyTypes: zod leaves keys out that were not given.
    const policy = check(file, `${at}.tools.${pattern}`, entry, toolPolicySchema) as Omit<ToolRule, 'pattern'>
    return { pattern, ...policy }
  })
  const { timeoutMs } = server
  const limits = server.limits as Partial<Limits> | undefined
  const usual = timeoutMs ?? usualMs
  const known = { ...(usual !== undefined && { timeoutMs: usual }), ...limits }
  refuseTimes(`${file}: ${at}`, known)
  for (const { pattern, limits: own } of rules)
    refuseTimes(`${file}: ${at}.tools.${pattern}`, { ...known, ...own })
  return { rules, ...(timeoutMs !== undefined && { timeoutMs }), ...(limits && { limits }) }
}

/** Times of a server and of its tools meet only here. */
function refuseTimes(where: string, limits: Partial<Limits>): void {
  const fault = timesFault(limits)
  if (fault !== undefined) throw configError(where, `limits: ${fault}.`)
}

function check<S extends z.ZodObject>(file: string, at: string, value: unknown, schema: S): z.output<S> {
  const where = `${file}: ${at}`
  if (!isRecord(value)) throw configError(where, 'must be an object.', 'Write { ... }.')
  const later = Object.keys(value).find((key) => LATER.has(key) && !(key in schema.shape))
  if (later) throw configError(where, `'${later}' is not supported yet;`, 'take it out.')
  try {
    return parseOptions(schema, value, where)
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const [first = error.message] = error.message.split('\n')
    throw configError(where, first.slice(where.length + 2))
  }
}
