// The content blocks of a result, sorted: what the model reads as text, what goes to the client as it is, and
// what only the UI gets. Nothing here trusts a block; an odd one is named and left out.

import { isRecord, type Json, type JsonObject } from '../tool/json.js'

/** What becomes of the blocks of one result. */
export interface SortedBlocks {
  /** Texts for the model, each with where it is from. */
  readonly texts: readonly SourcedText[]
  /** Blocks that a client shows to the model itself: images, audio, files, links. */
  readonly passed: readonly JsonObject[]
  /** Their size in characters, base64 included. */
  readonly passedSize: number
  /** What was left out of both, in a few words each. */
  readonly notes: readonly string[]
}

/** A stranger's words and where they are from. */
export interface SourcedText {
  readonly source: string
  readonly text: string
}

/**
 * Sorts the blocks of a result.
 *
 * @param source The server's id, named in the fence around its words.
 */
export function sortBlocks(source: string, result: JsonObject): SortedBlocks {
  const texts: SourcedText[] = []
  const passed: JsonObject[] = []
  const notes: string[] = []
  let forUser = 0
  let passedSize = 0
  for (const block of Array.isArray(result.content) ? (result.content as readonly Json[]) : []) {
    if (!isRecord(block)) notes.push('a block without a form')
    else if (isForUserAlone(block)) forUser += 1
    else {
      const sorted = sortBlock(source, block as JsonObject)
      if ('text' in sorted) texts.push(sorted)
      else if ('note' in sorted) notes.push(sorted.note)
      else if (passed.length >= MOST_PASSED || passedSize + sorted.size > MOST_PASSED_BYTES)
        notes.push(tooMuch(sorted))
      else {
        passed.push(sorted.block)
        passedSize += sorted.size
      }
    }
  }
  if (forUser > 0) notes.push(`${forUser} for the user only`)
  return { texts, passed, passedSize, notes }
}

/** As many as fit a turn of a model; what is more would push everything else out. */
const MOST_PASSED = 16
/** Base64 included: about what the providers take in one request. */
const MOST_PASSED_BYTES = 4 * 1024 * 1024

type Sorted = SourcedText | { readonly note: string } | { readonly block: JsonObject; readonly size: number }

function sortBlock(source: string, block: JsonObject): Sorted {
  const { type, text, data, mimeType, resource } = block
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { source, text } : { note: 'a text block without text' }
    case 'image':
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string'
        ? { block: { type, data, mimeType: word(mimeType) }, size: data.length }
        : { note: `${type === 'image' ? 'an image' : 'an audio block'} without data` }
    case 'resource':
      return isRecord(resource)
        ? sortResource(source, resource as JsonObject)
        : { note: 'a resource without contents' }
    case 'resource_link':
      return sortLink(block)
    default:
      return { note: `a block of kind ${JSON.stringify(word(type))}` }
  }
}

/** A file's text is a stranger's words like any other; its bytes are for the client. */
function sortResource(source: string, { uri, text, blob, mimeType }: JsonObject): Sorted {
  if (typeof uri !== 'string') return { note: 'a resource without an address' }
  if (typeof text === 'string') return { source: `${source} ${line(uri)}`, text }
  if (typeof blob !== 'string') return { note: 'a resource without contents' }
  const resource = { uri: line(uri), blob, ...(typeof mimeType === 'string' && { mimeType: word(mimeType) }) }
  return { block: { type: 'resource', resource }, size: blob.length }
}

/** Without title and description: free text that a client would show outside of any fence. */
function sortLink({ uri, name, mimeType, size }: JsonObject): Sorted {
  if (typeof uri !== 'string' || typeof name !== 'string') return { note: 'a link without an address' }
  const block = {
    type: 'resource_link',
    uri: line(uri),
    name: line(name),
    ...(typeof mimeType === 'string' && { mimeType: word(mimeType) }),
    ...(typeof size === 'number' && { size }),
  }
  return { block, size: uri.length }
}

function isForUserAlone({ annotations }: Readonly<Record<string, unknown>>): boolean {
  const audience = isRecord(annotations) ? annotations.audience : undefined
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('assistant')
}

function tooMuch({ block: { type }, size }: { readonly block: JsonObject; readonly size: number }): string {
  return `${type === 'image' ? 'an image' : `a block of kind ${JSON.stringify(type)}`} (${Math.ceil(size / 1024)} KiB)`
}

/** A stranger's label stands outside of the fence, so it has no room for a sentence. */
function word(text: unknown): string {
  return String(text)
    .replaceAll(/[^\w.+/;=-]/g, '')
    .slice(0, 64)
}

function line(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 512)
}
