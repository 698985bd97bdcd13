// Makes a real tool of a declaration in a play: its `run` records that it ran, and gives the scripted result.

import { jsonSchema, result, type Tool, type ToolOptions, tool } from 'sallyport'
import { z } from 'zod'
import type { Field, FieldType, ToolPlay } from './play.js'

const TYPES: Readonly<Record<FieldType, () => z.ZodType>> = {
  text: () => z.string(),
  email: () => z.email(),
  url: () => z.url(),
  date: () => z.iso.date(),
  datetime: () => z.iso.datetime({ local: true }),
  number: () => z.number(),
  boolean: () => z.boolean(),
  handle: () => result.handle() as z.ZodType,
}

export function toolOf(play: ToolPlay, run: (args: unknown) => unknown): Tool {
  const { input, foreignInput, modelTokens, ...declared } = play
  const schema = foreignInput ? jsonSchema(foreignInput) : z.object(mapFields(input))
  const options = { ...declared, input: schema, ...(modelTokens && { limits: { modelTokens } }), run }
  return tool(options as unknown as ToolOptions<unknown, unknown, object>) as Tool
}

function mapFields(input: ToolPlay['input']): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(input).map(([name, field]) => [name, typeOf(field)]))
}

function typeOf(field: Field): z.ZodType {
  if (typeof field !== 'string') return z.enum(field)
  if (field.endsWith('?')) return typeOf(field.slice(0, -1) as Field).optional()
  if (field.endsWith('[]')) return z.array(typeOf(field.slice(0, -2) as Field))
  return TYPES[field as FieldType]()
}
