// A tool's schemas: what an author may give, and what the gate keeps of it. The JSON Schema is made once and is
// what is advertised and checked; the library's own schema comes second.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { freezeDeep } from '../../base/freeze.js'
import { DefinitionError } from '../../base/options.js'
import { cleanLine } from '../../text/clean.js'
import type { Json, JsonObject } from '../json.js'
import { quote } from '../quote.js'
import { unbounded } from './bounded.js'
import { type Fault, fault } from './fault.js'
import { isMarked, withoutForms } from './marks.js'
import { type Direction, plainSchema, portableSchema } from './portable.js'
import { type Check, compileCheck, compileStrip, reasonOf, type Stripped } from './validate.js'
import { dispatchedBy, validatorOf } from './validator.js'

export type { Fault } from './fault.js'

/**
 * A Standard Schema that also gives JSON Schema: zod 4.2 and later, arktype, valibot through `toStandardJsonSchema`
 * of `@valibot/to-json-schema`, or {@link jsonSchema}.
 */
export type ToolSchema<Out = unknown> = StandardSchemaV1<unknown, Out> & StandardJSONSchemaV1<unknown, Out>

/** What the library's own schema made of a value. */
export type ParseResult = { readonly value: unknown } | { readonly faults: readonly Fault[] }

/** A schema as the gate uses it. */
export interface CompiledSchema {
  /** What is advertised. Frozen. */
  readonly json: JsonObject
  /** Whether it came from elsewhere, by {@link jsonSchema}. */
  readonly foreign: boolean
  /** Whether it marks positions for handles. */
  readonly isMarked: boolean
  /** Checks against the JSON Schema, undeclared keys refused. No faults: good. */
  check(value: Json): readonly Fault[]
  /**
   * The same for a value that leaves, after {@link parse}: undeclared keys are taken out of the value itself,
   * whether the library strips them or not.
   */
  strip(value: Json): Stripped
  /**
   * The library's own schema: defaults, transforms, refinements. A foreign one gives the value as it is.
   * Throws or rejects with whatever the author's code throws.
   */
  parse(value: Json): ParseResult | Promise<ParseResult>
  /** Why nothing can be checked against it; then `check` always finds a fault. A foreign schema compiles here. */
  defect(): string | undefined
}

/**
 * Takes a JSON Schema that came from elsewhere, such as an MCP server's, as it is. Arguments are checked against
 * it and passed on unchanged.
 *
 * @throws DefinitionError when it is not plain JSON, or bigger than any honest schema.
 * @example
 * tool({ ..., input: jsonSchema({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }) })
 */
export function jsonSchema(raw: JsonObject): ToolSchema<JsonObject> {
  const json = freezeDeep(plainSchema(raw, 'jsonSchema()'))
  const schema: ToolSchema<JsonObject> = {
    '~standard': {
      version: 1,
      vendor: 'sallyport',
      validate: (value) => ({ value: value as JsonObject }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
  foreignSchemas.set(schema, json)
  return schema
}

// The mark is out of reach of JSON: no key of a schema can claim it.
const foreignSchemas = new WeakMap<object, JsonObject>()

/**
 * Compiles the schema of a tool's arguments.
 *
 * @throws DefinitionError naming the tool, the path and the mend.
 */
export function compileInput(schema: ToolSchema, tool: string): CompiledSchema {
  return sound(ownInput(schema, tool), `tool '${tool}': input`)
}

/** As {@link compileInput}, for a schema of this library, known to be sound: the checker is loaded at its first check. */
export function ownInput(schema: ToolSchema, tool: string): CompiledSchema {
  return compile(schema, 'input', `tool '${tool}': input`)
}

/**
 * Compiles the schema of a tool's result.
 *
 * @throws DefinitionError naming the tool, the path and the mend.
 */
export function compileOutput(schema: ToolSchema, tool: string): CompiledSchema {
  const what = `tool '${tool}': output`
  return sound(compile(schema, 'output', what), what)
}

/** A foreign schema says at a call what is wrong with it: an upstream's mistake must not end the start. */
function sound(compiled: CompiledSchema, what: string): CompiledSchema {
  const reason = compiled.foreign ? undefined : compiled.defect()
  if (reason === undefined) return compiled
  throw new DefinitionError(`${what}: the JSON Schema can't be used: ${reason}`)
}

function compile(schema: ToolSchema, direction: Direction, what: string): CompiledSchema {
  const raw = foreignSchemas.get(schema)
  if (raw) return compileForeign(raw, direction, what)
  const json = freezeDeep(portableSchema(schema, direction, what))
  const endless = unbounded(json, dispatchedBy(schema))
  if (endless !== undefined) throw new DefinitionError(`${what}: ${endless}. ${TELL_APART}`)
  const { check, strip, defect } = checked(asRead(json, direction), false)
  const validate = validatorOf(schema)
  return Object.freeze({
    json,
    foreign: false,
    isMarked: isMarked(json),
    check,
    strip,
    defect,
    parse(value: Json) {
      const result = validate(value)
      return 'then' in result
        ? Promise.resolve(result).then((late) => parsed(late, value))
        : parsed(result, value)
    },
  })
}

const TELL_APART =
  'Let a key with a constant tell the branches apart (z.discriminatedUnion, v.variant), or give each branch that repeats the whole a key of its own.'

/** What arguments are checked against: what stands at marked positions is read by the gate. */
function asRead(json: JsonObject, direction: Direction): JsonObject {
  return direction === 'input' && isMarked(json) ? withoutForms(json) : json
}

/** Compiled at the first check: hundreds of upstream tools would take most of a second at the start. */
function compileForeign(json: JsonObject, direction: Direction, what: string): CompiledSchema {
  if (direction === 'input' && json.type !== undefined && json.type !== 'object') {
    throw new DefinitionError(`${what}: must be an object, since a call names its arguments.`)
  }
  return Object.freeze({
    json,
    foreign: true,
    isMarked: isMarked(json),
    ...checked(asRead(json, direction), true),
    parse: (value: Json) => ({ value }),
  })
}

function checked(json: JsonObject, foreign: boolean): Pick<CompiledSchema, 'check' | 'strip' | 'defect'> {
  let check: Check | undefined
  let strip: ((value: Json) => Stripped) | undefined
  let reason: string | undefined
  const compiled = () => {
    try {
      const endless = foreign ? unbounded(json) : undefined
      if (endless !== undefined) throw new Error(endless)
      check = compileCheck(json, { foreign })
    } catch (error) {
      reason = reasonOf(error)
      check = () => [fault([], 'schema', 'the schema of this tool is broken, so it can not be called')]
    }
    return check
  }
  return {
    check: (value) => (check ?? compiled())(value),
    strip(value) {
      if (!check) compiled()
      if (reason !== undefined) return { removed: 0, faults: check!(value) }
      strip ??= compileStrip(json, { foreign, trusted: !foreign })
      return strip(value)
    },
    defect() {
      if (!check) compiled()
      return reason
    },
  }
}

function parsed(result: StandardSchemaV1.Result<unknown>, value: Json): ParseResult {
  if (!result.issues) return { value: result.value }
  return { faults: result.issues.slice(0, 10).map((issue) => issueFault(issue, value)) }
}

/** A library's issue as a fault. Its message is the author's or the library's, and may quote the value. */
function issueFault(issue: StandardSchemaV1.Issue, value: Json): Fault {
  const steps = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step))
  const path = steps.map((step) => (typeof step === 'number' ? step : String(step)))
  let got: unknown = value
  for (const step of path)
    got = typeof got === 'object' && got !== null ? (got as JsonObject)[step] : undefined
  const rule = (issue as { code?: unknown; type?: unknown }).code ?? (issue as { type?: unknown }).type
  const came = path.length > 0 && got !== undefined ? `; got ${quote(got as Json)}` : ''
  return fault(
    path,
    typeof rule === 'string' ? rule : 'refinement',
    `${cleanLine(issue.message, 120)}${came}`,
  )
}
