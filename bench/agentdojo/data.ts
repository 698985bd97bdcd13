// The recorded plays, as they stand in the file: parsed once, checked, typed. Nothing of them is changed here.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Json, JsonObject } from '../../src/json/json.js'
import { EFFECTS, type Effect } from '../../src/tool/effects.js'
import { type FlowOptions, flowOptionsShape } from '../../src/tool/flow/declare.js'

/** A fault in what the replay was given. The message is one line for the person who started it. */
export class InputFault extends Error {
  override readonly name = 'InputFault'
}

/** A call of a play. */
export interface PlayedCall {
  readonly tool: string
  readonly args: JsonObject
  /** What the tool gave; none for a call of an injection. */
  readonly result?: Json
  readonly error?: string | null
}

/** What a user asked for, and the calls that do it. */
export interface UserTask {
  readonly prompt: string
  readonly calls: readonly PlayedCall[]
}

/** What an attacker asks for, and the calls that do it. */
export interface InjectionTask {
  readonly goal: string
  readonly calls: readonly PlayedCall[]
}

/** One suite. */
export interface Suite {
  readonly name: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly args: readonly string[]
    readonly required: readonly string[]
  }[]
  /** The harmless text of each place that an injection can take. */
  readonly vectors: Readonly<Record<string, string>>
  readonly userTasks: Readonly<Record<string, UserTask>>
  readonly injectionTasks: Readonly<Record<string, InjectionTask>>
  readonly roles: Readonly<Record<string, ToolRoles>>
}

/** What a role file says of one tool. */
export interface ToolRoles extends FlowOptions {
  readonly effect: Effect
}

/** @throws InputFault when a file is malformed or a suite has no role file. */
export function loadSuites(dataFile: string, rolesDir: string): readonly Suite[] {
  const { suites } = parse(dataSchema, readJson(dataFile), dataFile)
  return Object.entries(suites).map(([name, suite]) => {
    const roles = loadRoles(name, rolesDir)
    const tools = suite.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      args: Object.keys(tool.args),
      required: Object.entries(tool.args).flatMap(([arg, { required }]) => (required ? [arg] : [])),
    }))
    const missing = tools.find((tool) => !Object.hasOwn(roles, tool.name))
    if (missing)
      throw new InputFault(
        `${rolesDir}/${name}.json: the tool '${missing.name}' is not in it. Declare at least its effect.`,
      )
    const unknown = Object.keys(roles).find((tool) => !tools.some((each) => each.name === tool))
    if (unknown)
      throw new InputFault(`${rolesDir}/${name}.json: the suite has no tool '${unknown}'. Remove it.`)
    return {
      name,
      tools,
      vectors: Object.fromEntries(
        Object.entries(suite.injection_vectors).map(([id, vector]) => [id, vector.default]),
      ),
      userTasks: suite.user_tasks,
      injectionTasks: suite.injection_tasks,
      roles,
    }
  })
}

function loadRoles(suite: string, directory: string): Readonly<Record<string, ToolRoles>> {
  const file = join(directory, `${suite}.json`)
  if (!existsSync(file)) {
    throw new InputFault(
      `${file}: the suite '${suite}' has no role file. Write one; README.md beside the replay says how.`,
    )
  }
  return parse(rolesSchema, readJson(file), file) as Readonly<Record<string, ToolRoles>>
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new InputFault(`${file}: ${(error as Error).message}`)
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, file: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InputFault(`${file}: ${issue?.path.join('.') || 'file'}: ${issue?.message}`)
}

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>
const call = z.object({
  tool: z.string(),
  args: z.record(z.string(), json),
  result: json.optional(),
  error: z.string().nullish(),
}) as unknown as z.ZodType<PlayedCall>
const dataSchema = z.object({
  suites: z.record(
    z.string(),
    z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          args: z.record(z.string(), z.object({ required: z.boolean() })),
        }),
      ),
      injection_vectors: z.record(z.string(), z.object({ default: z.string() })),
      user_tasks: z.record(z.string(), z.object({ prompt: z.string(), calls: z.array(call) })),
      injection_tasks: z.record(z.string(), z.object({ goal: z.string(), calls: z.array(call) })),
    }),
  ),
})
const rolesSchema = z.record(z.string(), z.strictObject({ effect: z.enum(EFFECTS), ...flowOptionsShape }))
