// Input schemas that are not JSON Schema, or that contradict themselves.

import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import { resolveReference } from '../../json/schema/reference.js'
import type { Complaint, ToolDescription, ToolRule } from '../rule.js'
import { eachSchema, isTooDeep, labelAt } from '../schema.js'
import { cut } from '../words.js'

export const schemaValid: ToolRule = {
  id: 'schema-valid',
  severity: 'error',
  reason:
    'With a schema that no validator takes or no model can fill, clients drop the tool or the whole list.',
  mend: 'Mend the schema; a schema library writes it right.',
  *check(tool) {
    const { inputSchema, outputSchema, raw } = tool
    if (nestsTooDeep(tool)) {
      yield {
        path: '/inputSchema',
        message: 'nests too deep to be read',
        mend: 'Flatten it; no model fills such a schema.',
      }
      return
    }
    if (isRecord(raw) && !isRecord(raw.inputSchema)) {
      yield {
        path: '/inputSchema',
        message: 'has no inputSchema',
        mend: 'Write { "type": "object", "properties": {} } for a tool that takes nothing.',
      }
      return
    }
    if (inputSchema.type !== 'object') {
      yield {
        path: '/inputSchema/type',
        message: "the root of the inputSchema must be of type 'object'",
        mend: 'Write "type": "object" at the root.',
      }
    }
    yield* faultsOf(inputSchema, '/inputSchema')
    if (outputSchema) yield* faultsOf(outputSchema, '/outputSchema')
  },
}

/** Whether a definition nests deeper than rules can walk. */
export function nestsTooDeep({ inputSchema, outputSchema, annotations, raw }: ToolDescription): boolean {
  return isTooDeep(raw ?? [inputSchema, outputSchema ?? null, annotations ?? null])
}

function* faultsOf(root: JsonObject, at: string): Generator<Complaint> {
  const grammar = grammarFault(root, at)
  if (grammar) {
    yield grammar
    return
  }
  for (const { schema, pointer } of eachSchema(root)) {
    const here = `${at}${pointer}`
    yield* requiredFaults(schema, here)
    yield* patternFaults(schema, here)
    const { $ref: reference } = schema
    if (
      typeof reference === 'string' &&
      !reference.startsWith('#') &&
      !resolveReference(root, reference, schema)
    ) {
      yield {
        path: `${here}/$ref`,
        message: `${labelAt(pointer)} refers to another document, ${cut(reference)}`,
        mend: "Put the definition into '$defs'; clients don't fetch.",
      }
    } else if (typeof reference === 'string' && !resolveReference(root, reference, schema)) {
      yield {
        path: `${here}/$ref`,
        message: `${labelAt(pointer)} refers to ${cut(reference)}, and there is nothing`,
        mend: "Add the definition to '$defs'.",
      }
    }
  }
}

function* requiredFaults(schema: JsonObject, at: string): Generator<Complaint> {
  if (!Array.isArray(schema.required) || !isRecord(schema.properties)) return
  const { properties } = schema
  // Combined or patterned schemas may declare the key elsewhere.
  if (['allOf', 'anyOf', 'oneOf', 'patternProperties', '$ref'].some((key) => key in schema)) return
  if (isRecord(schema.additionalProperties) || schema.additionalProperties === true) return
  for (const key of schema.required) {
    if (typeof key !== 'string' || Object.hasOwn(properties, key)) continue
    yield {
      path: `${at}/required`,
      message: `requires '${key}', which is not declared`,
      mend: `Declare '${key}' under 'properties', or don't require it.`,
    }
  }
}

function* patternFaults(schema: JsonObject, at: string): Generator<Complaint> {
  const patterns = [
    ...(typeof schema.pattern === 'string' ? [[`${at}/pattern`, schema.pattern] as const] : []),
    ...Object.keys(isRecord(schema.patternProperties) ? schema.patternProperties : {}).map(
      (pattern) => [`${at}/patternProperties`, pattern] as const,
    ),
  ]
  for (const [path, pattern] of patterns) {
    // Compiled, never run: a stranger's expression may be made to take for ever.
    if (!compiles(pattern, 'u') && !compiles(pattern, '')) {
      yield {
        path,
        message: `the pattern ${cut(pattern)} is no regular expression`,
        mend: 'Write it as ECMA-262 has it; inline flags such as (?i) are not part of it.',
      }
    }
  }
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

/** Asks the meta-schema of the dialect that the schema names; without one MCP means 2020-12. */
function grammarFault(root: JsonObject, at: string): Complaint | undefined {
  const checker = checkerFor(root.$schema)
  if (!checker || checker.validateSchema(root as AnySchemaObject) === true) return undefined
  const fault = checker.errors?.[0]
  return {
    path: `${at}${fault?.instancePath ?? ''}`,
    message:
      `is no valid JSON Schema: ${cut(fault?.instancePath ?? '', 40) || 'the root'} ${fault?.message ?? ''}`.trim(),
  }
}

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const
const DIALECTS = [
  { name: 'draft-07', make: () => new Ajv(OPTIONS) },
  { name: '2019-09', make: () => new Ajv2019(OPTIONS) },
  { name: '2020-12', make: () => new Ajv2020(OPTIONS) },
] as const
const checkers = new Map<string, Ajv>()

/** The checker of a dialect, made once; undefined for a dialect that we don't know. */
function checkerFor(dialect: Json | undefined): Ajv | undefined {
  const named = typeof dialect === 'string' ? dialect : '2020-12'
  const found = DIALECTS.find(({ name }) => named.includes(name))
  if (!found) return undefined
  const checker = checkers.get(found.name) ?? found.make()
  checkers.set(found.name, checker)
  return checker
}
