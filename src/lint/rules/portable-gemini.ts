// What Gemini refuses, or what gets lost on the way to it.

import { isRecord, type JsonObject } from '../../json/json.js'
import { typesOf } from '../keywords.js'
import type { Complaint, ToolRule } from '../rule.js'
import { eachSchema, labelAt } from '../schema.js'
import { listNames } from '../words.js'

// Gemini's `parameters` is a subset of OpenAPI 3.0, and what is outside of it is answered with 400: a list of types
// ("Proto field is not repeating, cannot start list", zed-industries/zed#53919), enums of anything but strings
// ("Invalid value ... (TYPE_STRING), 1", BrokkAi/bifrost#25), const ("Unknown name "const"",
// zed-extensions/mcp-server-brave-search#12). Parameter names: Vertex AI reference, FunctionDeclaration.parameters.
// What every client drops or rewrites without loss ($schema, additionalProperties, nullable types) is no finding.
// The newer `parametersJsonSchema` takes more; many clients don't send it.
const PROPERTY = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/

export const portableGemini: ToolRule = {
  id: 'portable-gemini',
  severity: 'warning',
  reason: 'Gemini answers 400 to the whole request, or a client drops the part and what it said.',
  mend: 'Use one type a field, enums of strings, plain property names, arrays of like items, no recursion.',
  *check({ inputSchema }) {
    for (const { schema, pointer } of eachSchema(inputSchema)) {
      for (const { path = '', message, mend } of faultsOf(schema, pointer)) {
        yield {
          path: `/inputSchema${pointer}${path}`,
          message: `${labelAt(pointer)} ${message}`,
          ...(mend !== undefined && { mend }),
        }
      }
    }
  },
}

function* faultsOf(schema: JsonObject, pointer: string): Generator<Complaint> {
  const types = typesOf(schema).filter((type) => type !== 'null')
  if (types.length > 1) {
    yield {
      path: '/type',
      message: `takes ${types.join(' or ')}`,
      mend: 'Choose one type, or list them under anyOf.',
    }
  }
  if (
    Array.isArray(schema.enum) &&
    schema.enum.some((value) => typeof value === 'number' || typeof value === 'boolean')
  ) {
    yield {
      path: '/enum',
      message: 'is an enum of numbers or booleans',
      mend: "Write the values as strings, or a range as 'minimum' and 'maximum'.",
    }
  }
  if (typeof schema.const === 'string') {
    yield {
      path: '/const',
      message: "is a 'const'",
      mend: `Write "enum": [${JSON.stringify(schema.const)}] in its place.`,
    }
  }
  if ('prefixItems' in schema || Array.isArray(schema.items)) {
    yield { message: 'is a tuple', mend: 'Make it an object with a name for each place.' }
  }
  if (typeof schema.$ref === 'string' && isWithin(pointer, schema.$ref)) {
    yield {
      path: '/$ref',
      message: 'refers to a schema that holds it',
      mend: 'Give the nesting a fixed depth, or take a flat list with parent ids.',
    }
  }
  const names = isRecord(schema.properties) ? Object.keys(schema.properties) : []
  const odd = names.filter((name) => !PROPERTY.test(name))
  if (odd.length > 0)
    yield { path: '/properties', message: `has property names that Gemini refuses: ${listNames(odd)}` }
}

function isWithin(pointer: string, reference: string): boolean {
  return `#${pointer}/`.startsWith(`${reference.replace(/\/$/, '')}/`)
}
