// The tool list of an upstream, as raw definitions. One bad definition is set aside and shown; the rest works.

import { specTypeSchemas } from '@modelcontextprotocol/client'
import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { plainJson } from '../json/plain-json.js'

/** A tool as its server describes it, without what a client would refuse a whole list for. */
export interface RawTool {
  readonly name: string
  readonly inputSchema: JsonObject
  readonly definition: JsonObject
  /** Characters of the definition as JSON. */
  readonly size: number
}

/**
 * Reads all pages of `tools/list`: the tools that can be used.
 *
 * @param ask Sends one request; gets the cursor, if any.
 * @param aside Told of each definition or field that can't be used, and of lists that never end.
 * @throws what `ask` throws.
 */
export async function listTools(ask: AskForPage, aside: (reason: string) => void): Promise<RawTool[]> {
  const tools = new Map<string, RawTool>()
  let size = 0
  const cut = await readPages(
    ask,
    (entry) => {
      const tool = readDefinition(entry, aside)
      if (typeof tool === 'string') aside(tool)
      else if (tools.has(tool.name)) aside(`tool '${tool.name}' is listed twice; the first one counts`)
      else if (tools.size >= MOST_TOOLS) return `more than ${MOST_TOOLS} tools; the rest is left out`
      else if (size + tool.size > LARGEST_LIST) return 'the list is longer than 2 MiB; the rest is left out'
      else {
        tools.set(tool.name, tool)
        size += tool.size
      }
      return undefined
    },
    aside,
  )
  if (cut) aside(cut.reason)
  return [...tools.values()]
}

/** What a server lists, as it came: for who reviews it. */
export interface RawList {
  /** Each entry, the odd ones too. */
  readonly entries: readonly Json[]
  /** Why it is not all of the list. */
  readonly cut?: CutList
}

/** A list that was not read to its end. */
interface CutList {
  readonly reason: string
  /** The cursor that came twice. */
  readonly repeatedCursor?: string
}

/** Reads all pages of `tools/list`: every entry, whatever it is. @throws what `ask` throws. */
export async function listEntries(ask: AskForPage): Promise<RawList> {
  const entries: Json[] = []
  const cut = await readPages(
    ask,
    (entry) => {
      if (entries.length >= MOST_TOOLS) return `more than ${MOST_TOOLS} tools; the rest is left out`
      entries.push(entry)
      return undefined
    },
    () => {},
  )
  return { entries, ...(cut && { cut }) }
}

/** Sends one `tools/list`; gets the cursor, if any. */
type AskForPage = (params: JsonObject) => Promise<JsonObject>

/** Goes through the pages of a list, until it ends or never would, or `take` says why it should. */
async function readPages(
  ask: AskForPage,
  take: (entry: Json) => string | undefined,
  aside: (reason: string) => void,
): Promise<CutList | undefined> {
  const cursors = new Set<string>()
  let params: JsonObject = {}
  for (;;) {
    const { tools: page, nextCursor } = await ask(params)
    if (!Array.isArray(page)) aside('the server answered tools/list without a list')
    for (const entry of Array.isArray(page) ? page : []) {
      const reason = take(entry)
      if (reason !== undefined) return { reason }
    }
    if (nextCursor === undefined || nextCursor === null) return undefined
    if (typeof nextCursor !== 'string')
      return { reason: 'a cursor of tools/list is no text; the list ends there' }
    if (cursors.has(nextCursor)) {
      const reason = 'tools/list repeats a cursor and would never end; it ends there'
      return { reason, repeatedCursor: nextCursor }
    }
    cursors.add(nextCursor)
    if (cursors.size >= MOST_PAGES) {
      return { reason: `tools/list has more than ${MOST_PAGES} pages; the rest is left out` }
    }
    params = { cursor: nextCursor }
  }
}

const MOST_TOOLS = 2_000
const MOST_PAGES = 1_000

/** Characters. The official client takes 10 MiB in a line, and a list is for a model to read. */
const LARGEST_LIST = 2 * 1024 * 1024
/** Deep ones overflow the stack of whoever walks them, long ones fill the context of whoever reads them. */
const LARGEST_DEFINITION = { depth: 128, members: 50_000, bytes: 256 * 1024 }

/** The tool, or why it can't be one. */
function readDefinition(entry: unknown, aside: (reason: string) => void): RawTool | string {
  if (!isRecord(entry)) return 'a tool definition is no object'
  const { name, inputSchema } = entry
  if (typeof name !== 'string' || name === '' || name.length > 256) return 'a tool has no usable name'
  const plain = plainJson(entry, LARGEST_DEFINITION)
  if ('rule' in plain) return `tool '${name}': its definition can't be used (${plain.rule})`
  if (!isRecord(inputSchema) || inputSchema.type !== 'object') {
    return `tool '${name}' has no input schema of type object`
  }
  const definition = acceptable(entry as JsonObject, (field) =>
    aside(`'${field}' of tool '${name}', which is not what the protocol says`),
  )
  if (!definition) return `tool '${name}': its input schema is not what the protocol says`
  const size = JSON.stringify(definition).length
  return { name, inputSchema: inputSchema as JsonObject, definition, size }
}

/**
 * The definition without the fields that the official client would refuse, and with them the lists of all servers.
 * Undefined: it can't do without one of them.
 */
function acceptable(definition: JsonObject, dropped: (field: string) => void): JsonObject | undefined {
  const checked = specTypeSchemas.Tool['~standard'].validate(definition)
  if (!('issues' in checked) || !checked.issues) return definition
  const kept = { ...definition } as Record<string, JsonObject[string]>
  for (const { path = [] } of checked.issues) {
    const [field, member] = path.map((step) => String(typeof step === 'object' ? step.key : step))
    if (field === undefined || field === 'name' || field === 'inputSchema') return undefined
    const value = kept[field]
    if (value === undefined) continue
    // One hint that lies takes no other with it: the others may make the tool stricter.
    if (member !== undefined && isRecord(value)) {
      const { [member]: _, ...rest } = value as JsonObject
      kept[field] = rest
      dropped(`${field}.${member}`)
    } else {
      delete kept[field]
      dropped(field)
    }
  }
  return kept
}
