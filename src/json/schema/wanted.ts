// What a schema asks for, in a few words: the middle part of a fault. No library is named, no schema is quoted.

import type { ErrorObject } from 'ajv'
import { cleanLine } from '../../text/clean.js'
import type { Json, JsonObject } from '../json.js'
import { quote, word } from '../quote.js'
import { at, type Cursor } from './cursor.js'
import { choicesOf, listed, typesOf } from './declared.js'
import { ANY_KIND, HANDLE_KEYWORD } from './marks.js'

/** What a place asks for, in a few words; empty when they say nothing. */
export function wantedFrom({ parts }: Cursor): string {
  const choices = parts.flatMap((part) => choicesOf(part) ?? [])
  const format = parts.map(({ format }) => FORMATS[String(format)]).find(Boolean)
  const pattern = parts.map(({ pattern }) => pattern).find((one) => typeof one === 'string')
  const wanted =
    choices.length > 0 ? oneOf(choices) : (format ?? (pattern ? matching(pattern) : kindWords(parts)))
  return wanted + (format ? '' : exampleIn(...parts))
}

/** `one of a, b`, or the one value. */
function oneOf(choices: readonly Json[]): string {
  const quoted = [
    ...new Set(choices.map((choice) => (typeof choice === 'string' ? word(choice) : quote(choice)))),
  ]
  return quoted.length === 1 ? quoted[0]! : `one of ${shortList(quoted, ', ')}`
}

/** `a handle of kind book or null`: to the schema a handle is a string, and to no reader. */
function kindWords(parts: readonly JsonObject[]): string {
  const kinds = [...new Set(parts.map((part) => part[HANDLE_KEYWORD]))].filter(
    (kind) => typeof kind === 'string',
  )
  const others = parts.filter((part) => part[HANDLE_KEYWORD] === undefined)
  const handles = kinds.map((kind) => (kind === ANY_KIND ? 'a handle' : `a handle of kind ${word(kind)}`))
  const types = [...typesOf(kinds.length > 0 ? others : parts)]
  return [...handles, ...(types.length > 0 ? [typeWords(types)] : [])].join(' or ')
}

/** `a string or null`. */
function typeWords(types: readonly string[]): string {
  return types.map((type) => TYPES[type] ?? word(type)).join(' or ')
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date like 2026-05-01',
  time: 'a time like 09:30:00',
  'date-time': 'a date and time like 2026-05-01T09:30:00Z',
  duration: 'a duration like P3DT4H',
  email: 'an e-mail address',
  uri: 'a URL',
  url: 'a URL',
  uuid: 'a UUID',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}

/** What a failed keyword asks for, with an example when the schema has one. */
export function wantedBy(error: ErrorObject, root: JsonObject): string {
  const parent = (error.parentSchema ?? {}) as JsonObject
  if (error.keyword === 'type') return wantedFrom(at(root, { from: [parent] }))
  return ruleWords(error, parent, root) + exampleIn(parent)
}

function ruleWords({ keyword, params, schema }: ErrorObject, parent: JsonObject, root: JsonObject): string {
  const { limit } = params
  switch (keyword) {
    case 'enum':
    case 'const':
      return oneOf(choicesOf(parent) ?? [])
    case 'pattern':
      return FORMATS[String(parent.format)] ?? matching(String(schema))
    case 'minimum':
      return `at least ${limit}`
    case 'maximum':
      return `at most ${limit}`
    case 'exclusiveMinimum':
      return `above ${limit}`
    case 'exclusiveMaximum':
      return `below ${limit}`
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`
    case 'minLength':
    case 'maxLength':
      return `${keyword === 'minLength' ? 'at least' : 'at most'} ${counted(limit, 'character')}`
    case 'minItems':
    case 'maxItems':
    case 'items':
      return `${keyword === 'minItems' ? 'at least' : 'at most'} ${counted(limit, 'item')}`
    case 'minProperties':
    case 'maxProperties':
      return `${keyword === 'minProperties' ? 'at least' : 'at most'} ${counted(limit, 'key')}`
    case 'uniqueItems':
      return 'no item twice'
    case 'dependentRequired':
    case 'dependencies':
      return `${word(String(params.missingProperty))} beside ${word(String(params.property))}`
    case 'anyOf':
    case 'oneOf':
      return params.passingSchemas ? 'exactly one of the allowed forms' : wantedOfUnion(schema as Json, root)
    case 'false schema':
      return 'nothing here'
    default:
      return `a value that passes ${word(keyword)}`
  }
}

function counted(count: unknown, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

function matching(pattern: string): string {
  return `a string that matches ${cleanLine(pattern, 60)}`
}

function wantedOfUnion(branches: Json, root: JsonObject): string {
  const wanted = [
    ...new Set(listed(branches).map((branch) => wantedFrom(at(root, { from: [branch] })))),
  ].filter(Boolean)
  return wanted.length > 0 ? shortList(wanted, ' or ') : 'one of the allowed forms'
}

function exampleIn(...schemas: readonly JsonObject[]): string {
  const example = schemas.map(({ examples }) => listed(examples)[0]).find((one) => one !== undefined)
  return example === undefined ? '' : `, e.g. ${quote(example)}`
}

/** As many as fit into about 120 characters, and how many more there are. */
export function shortList(words: readonly string[], separator: string): string {
  let text = words[0] ?? ''
  for (let i = 1; i < words.length; i++) {
    if (text.length + words[i]!.length > 120) return `${text} and ${words.length - i} more`
    text += separator + words[i]
  }
  return text
}
