// Adds to a JSON file that people write, comments and all. Only ever inserts: each character that stood there
// stands there afterwards.

import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'

/** How the file is written: one level, and the end of a line. */
interface Manner {
  readonly indent: string
  readonly eol: string
}

/** Keys from the root. */
type Keys = readonly string[]

/** Whether a text is JSON with comments and trailing commas, and an object. JSON5 beyond that can't be added to. */
export function canEdit(text: string): boolean {
  const errors: ParseError[] = []
  return parseTree(text, errors, LOOSE)?.type === 'object' && errors.length === 0
}

/** Adds a property behind the last one of an object. Objects on the way that are not there yet are made. */
export function addProperty(text: string, path: Keys, key: string, value: unknown): string {
  const root = parseTree(text, [], LOOSE)
  if (!root) return text
  let depth = path.length
  while (depth > 0 && !findNodeAtLocation(root, [...path.slice(0, depth)])) depth--
  const node = findNodeAtLocation(root, [...path.slice(0, depth)]) ?? root
  const [first = key, ...more] = [...path.slice(depth), key]
  const nested = more.reduceRight((inner, name) => ({ [name]: inner }), value)
  const manner = mannerOf(text)
  const written = `${JSON.stringify(first)}: ${print(nested, manner, depth + 1)}`
  return insert(text, node, depth, written, manner)
}

/** Adds an item behind the last one of a list that is there. */
export function addItem(text: string, path: Keys, value: unknown): string {
  const root = parseTree(text, [], LOOSE)
  const node = root && findNodeAtLocation(root, [...path])
  if (!node) return text
  const manner = mannerOf(text)
  return insert(text, node, path.length, print(value, manner, path.length + 1), manner)
}

/** Writes a value: what fits stands on one line. */
export function print(value: unknown, manner: Manner, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList ? value.map((one) => [undefined, one] as const) : Object.entries(value)
  if (parts.length === 0) return isList ? '[]' : '{}'
  const line = parts.map(([key, one]) => part(key, print(one, manner, depth + 1)))
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const pad = isList ? '' : ' '
  const short = `${open}${pad}${line.join(', ')}${pad}${close}`
  if (depth > ALWAYS_OPEN && !short.includes('\n') && depth * manner.indent.length + short.length <= WIDTH)
    return short
  const inner = manner.eol + manner.indent.repeat(depth + 1)
  return `${open}${inner}${line.join(`,${inner}`)}${manner.eol}${manner.indent.repeat(depth)}${close}`
}

/** How a text is written, going by its first indented line. */
export function mannerOf(text: string): Manner {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return { indent: indent.startsWith('\t') ? '\t' : indent, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

const LOOSE = { allowTrailingComma: true, allowEmptyContent: false }
const WIDTH = 110
/** The first levels are always opened, so that they look alike however little stands in them. */
const ALWAYS_OPEN = 3

function part(key: string | undefined, written: string): string {
  return key === undefined ? written : `${JSON.stringify(key)}: ${written}`
}

function insert(text: string, node: Node, depth: number, written: string, { indent, eol }: Manner): string {
  const end = node.offset + node.length - 1
  const last = node.children?.at(-1)
  const line = eol + indent.repeat(depth + 1)
  const from = last ? last.offset + last.length : node.offset + 1
  // A comma that is there already, and a remark at the end of that line, belong to what stands before.
  const [before = '', comma] = BEHIND.exec(text.slice(from, end)) ?? []
  const at = from + before.length
  const separated = !last || comma !== undefined ? before : `,${before}`
  const rest = text.slice(at, end)
  const closing = rest.includes('\n') ? rest : rest.trimEnd() + eol + indent.repeat(depth)
  return text.slice(0, from) + separated + line + written + closing + text.slice(end)
}

const BEHIND = /^(?:\s*(,))?(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/
