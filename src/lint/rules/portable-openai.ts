// What OpenAI refuses with or without strict mode.

import { isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachSchema, labelAt } from '../schema.js'

// Seen: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level"
// (langchain-ai/langchainjs#9804, goruck/home-generative-agent#545) and "array schema missing items"
// (digitalocean-labs/mcp-digitalocean#265).
const ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'] as const

export const portableOpenai: ToolRule = {
  id: 'portable-openai',
  severity: 'error',
  reason: 'OpenAI answers 400 to the whole request, with every other tool in it.',
  mend: "Keep the root a plain object, its variants inside a property, and give every array its 'items'.",
  *check({ inputSchema }) {
    for (const key of ROOT.filter((one) => one in inputSchema)) {
      yield { path: `/inputSchema/${key}`, message: `the schema has '${key}' at its root` }
    }
    for (const { schema, pointer } of eachSchema(inputSchema)) {
      if (!isOnly(schema, 'array') || 'items' in schema || 'prefixItems' in schema) continue
      yield {
        path: `/inputSchema${pointer}`,
        message: `${labelAt(pointer)} is an array without 'items'`,
        mend: 'Say what it holds, as in "items": { "type": "string" }.',
      }
    }
  },
}
