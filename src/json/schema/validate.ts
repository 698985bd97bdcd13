// JSON Schema validation: the one place that knows ajv. Compiling happens once for a schema, and an error in a
// stranger's schema is a reason, never an exception at a call.

import type { Options, ValidateFunction } from 'ajv'
import type { Ajv2019 } from 'ajv/dist/2019.js'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { ajv2019, ajv2020 } from '../../base/late.js'
import { cleanLine } from '../../text/clean.js'
import { isRecord, type Json, type JsonObject } from '../json.js'
import { stepsOf, valueAt } from '../pointer.js'
import { quote } from '../quote.js'
import { closed } from './closed.js'
import { listed } from './declared.js'
import { explain } from './explain.js'
import { type Fault, fault } from './fault.js'
import { boundKeywords } from './keywords.js'
import { compilePattern, guardedPattern, withinBudget } from './patterns.js'
import { brokenReference } from './reference.js'

/** A compiled check. No faults: the value is good. */
export type Check = (value: Json) => readonly Fault[]

/** A check of what leaves. */
export interface Stripped {
  /** How many undeclared keys were taken out of the value itself. */
  readonly removed: number
  /** What else is wrong with it. */
  readonly faults: readonly Fault[]
}

const NO_FAULTS: readonly Fault[] = Object.freeze([])

/**
 * Compiles the check of a schema with its objects closed.
 *
 * @throws Error with the reason when the schema is none, or refers to what isn't there.
 */
export function compileCheck(json: JsonObject, options: CheckOptions): Check {
  return compileBoth(json, options).check
}

/** As {@link compileCheck}, for values of our own making, whose undeclared keys are taken out. */
export function compileStrip(json: JsonObject, options: CheckOptions): (value: Json) => Stripped {
  const { check, undeclaredIn } = compileBoth(json, options)
  return (value) => {
    const faults = check(value)
    if (faults.length === 0) return { removed: 0, faults }
    const found = undeclaredIn()
    let removed = 0
    for (const [pointer, key] of found) if (remove(value, pointer, key)) removed++
    return removed === 0 ? { removed, faults } : { removed, faults: check(value) }
  }
}

/** How a schema is compiled. */
interface CheckOptions {
  readonly foreign: boolean
  /** Patterns without a guard: where the author's own library has matched each text before. */
  readonly trusted?: boolean
}

interface Both {
  readonly check: Check
  /** Of the last value: where a key stood that nothing declares. None if anything else was wrong. */
  undeclaredIn(): readonly (readonly [pointer: string, key: string])[]
}

function compileBoth(json: JsonObject, options: CheckOptions): Both {
  const broken = brokenReference(json)
  if (broken !== undefined) throw new Error(`it refers to ${quote(broken)}, which is not in it`)
  const schema = closed(json, { lenient: options.foreign })
  const validate = compile(schema, dialectOf(json), options)
  const check = (value: Json) => {
    try {
      if (withinBudget(() => validate(value)) === true) return NO_FAULTS
      if (validate.errors?.length) return explain(validate.errors, value, schema)
    } catch {
      // A schema that refers to itself without end overflows the stack.
    }
    validate.errors = null
    return [fault([], 'schema', 'this value is too much for the schema of the tool')]
  }
  const undeclaredIn = () => {
    const errors = validate.errors ?? []
    // Beside another failure a declared key counts as unevaluated too, and a union reports what its branches lack.
    if (!errors.every(({ keyword }) => UNDECLARED.includes(keyword))) return []
    return errors.map(({ instancePath, params }): [string, string] => [
      instancePath,
      params.unevaluatedProperty ?? params.additionalProperty,
    ])
  }
  return { check, undeclaredIn }
}

const UNDECLARED = ['unevaluatedProperties', 'additionalProperties']

function remove(value: Json, pointer: string, key: string): boolean {
  const at = valueAt(value, stepsOf(pointer) ?? [])
  if (!isRecord(at) || !Object.hasOwn(at, key)) return false
  return Reflect.deleteProperty(at, key)
}

type Dialect = '2020' | '2019'

/** Draft 7 is read as 2019-09, which keeps its tuples and knows unevaluated keys. Default: 2020-12, as MCP says. */
function dialectOf(json: JsonObject): Dialect {
  if (typeof json.$schema === 'string') return /draft-0|2019-09/.test(json.$schema) ? '2019' : '2020'
  return hasTupleItems(json, 0) ? '2019' : '2020'
}

function hasTupleItems(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 64) return false
  return Object.entries(value).some(
    ([key, part]) =>
      (key === 'items' && listed(part).some((item) => typeof item === 'object')) ||
      hasTupleItems(part, depth + 1),
  )
}

function compile(schema: JsonObject, dialect: Dialect, options: CheckOptions): ValidateFunction {
  // ajv keeps ids for all schemas of an instance: one stranger's `$id` must not answer another's `$ref`.
  const ajv = hasIds(schema) ? makeValidator(dialect, options) : sharedValidator(dialect, options)
  try {
    // What checks the schema itself has patterns too, for names and ids.
    return withinBudget(() => ajv.compile(schema))
  } finally {
    // It would also keep every schema it ever saw; upstreams change theirs while the gateway runs.
    ajv.removeSchema(schema)
  }
}

function hasIds(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"$id"')
}

const shared = new Map<string, Validator>()

/** Made when first needed: a foreign one reads the meta-schemas, and most gates have no foreign schemas. */
function sharedValidator(dialect: Dialect, options: CheckOptions): Validator {
  const key = `${dialect} ${options.foreign} ${options.trusted === true}`
  const known = shared.get(key) ?? makeValidator(dialect, options)
  shared.set(key, known)
  return known
}

type Validator = Ajv2020 | Ajv2019

const asEngine = (make: (source: string) => { test(text: string): boolean }) =>
  Object.assign((source: string) => make(source), { code: 'pattern' }) as never
const GUARDED = asEngine(guardedPattern)
const UNGUARDED = asEngine(compilePattern)

function makeValidator(dialect: Dialect, { foreign, trusted = false }: CheckOptions): Validator {
  const options: Options = {
    allErrors: true,
    verbose: true,
    strict: false,
    logger: false,
    // Formats are annotations in 2020-12. The library checks its own, an upstream checks its own.
    validateFormats: false,
    validateSchema: foreign,
    // Only what is validated needs the meta-schemas: they are half of what a validator takes to be made.
    meta: foreign,
    // A required `constructor` is not there because every object has one.
    ownProperties: true,
    code: { regExp: trusted ? UNGUARDED : GUARDED },
  }
  const ajv = dialect === '2020' ? new (ajv2020().Ajv2020)(options) : new (ajv2019().Ajv2019)(options)
  boundKeywords(ajv)
  return ajv
}

/** Why a schema could not be compiled, for the operator. */
export function reasonOf(error: unknown): string {
  return cleanLine(error instanceof Error ? error.message : String(error), 300)
}
