// The content blocks of a result, sorted: what the model reads as text, what goes to the client as it is, and
// what only the UI gets. Nothing here trusts a block; an odd one is named and left out.

import { isRecord, type Json, type JsonObject } from '../../json/json.js'

/** What becomes of the blocks of one result. */
interface SortedBlocks {
  /** Texts for the model, each with where it is from. */
  readonly texts: readonly SourcedText[]
  /** Names of links, a stranger's words as well. */
  readonly labels: readonly string[]
  /** Blocks that a client shows to the model itself: images, audio, files, links. */
  readonly passed: readonly JsonObject[]
  /** Their size in characters, base64 included. */
  readonly passedSize: number
  /** What was left out of both: our words and counts alone. */
  readonly notes: readonly string[]
  /** Whether something was left out for want of room, that could have been shown. */
  readonly crowded: boolean
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
  const labels: string[] = []
  const passed: JsonObject[] = []
  const left = new Map<string, Left>()
  const leave = (note: string, size = 0) => {
    const before = left.get(note) ?? { count: 0, size: 0 }
    left.set(note, { count: before.count + 1, size: before.size + size })
  }
  let passedSize = 0
  let crowded = false
  for (const block of Array.isArray(result.content) ? (result.content as readonly Json[]) : []) {
    if (!isRecord(block)) leave('a block without a form')
    else if (isForUserAlone(block)) leave('a block for the user only')
    else {
      const sorted = sortBlock(source, block as JsonObject)
      if ('text' in sorted) texts.push(sorted)
      else if ('note' in sorted) leave(sorted.note)
      else if (passed.length >= MOST_PASSED || passedSize + sorted.size > MOST_PASSED_BYTES) {
        crowded = true
        leave(KINDS[String(sorted.block.type)] ?? 'a block', sorted.size)
      } else {
        passed.push(sorted.block)
        passedSize += sorted.size
        if (sorted.label !== undefined) labels.push(sorted.label)
      }
    }
  }
  return { texts, labels, passed, passedSize, notes: [...left].map(noteOf), crowded }
}

interface Left {
  readonly count: number
  /** Characters of what was too much. */
  readonly size: number
}

/** One note a reason: a server that sends thousands of odd blocks fills no view with them. */
function noteOf([note, { count, size }]: readonly [string, Left]): string {
  const facts = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(size > 0 ? [`${Math.ceil(size / 1024)} KiB`] : []),
  ]
  return facts.length > 0 ? `${note} (${facts.join(', ')})` : note
}

const KINDS: Readonly<Record<string, string>> = {
  image: 'an image',
  audio: 'an audio block',
  resource: 'a file',
  resource_link: 'a link',
}

/** As many as fit a turn of a model; what is more would push everything else out. */
const MOST_PASSED = 16
/** Base64 included: about what the providers take in one request. */
const MOST_PASSED_BYTES = 4 * 1024 * 1024

type Sorted = SourcedText | { readonly note: string } | Passed

interface Passed {
  readonly block: JsonObject
  readonly size: number
  readonly label?: string
}

function sortBlock(source: string, block: JsonObject): Sorted {
  const { type, text, resource } = block
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { source, text } : { note: 'a text block without text' }
    case 'image':
    case 'audio':
      return sortMedia(type, block)
    case 'resource':
      return isRecord(resource)
        ? sortResource(source, resource as JsonObject)
        : { note: 'a resource without contents' }
    case 'resource_link':
      return sortLink(block)
    default:
      // Its name is a stranger's, and 64 characters of it would be room for an order.
      return { note: 'a block of an unknown kind' }
  }
}

/** A client that checks refuses the whole result for one block that is not base64. */
function sortMedia(type: 'image' | 'audio', block: JsonObject): Sorted {
  const data = base64(block.data)
  const mimeType = mediaType(block.mimeType)
  if (data === undefined) return { note: `${KINDS[type]} without data` }
  if (mimeType === undefined) return { note: `${KINDS[type]} without a media type` }
  return { block: { type, data, mimeType }, size: data.length }
}

/** A file's text is a stranger's words like any other; its bytes are for the client. */
function sortResource(source: string, { uri, text, blob, mimeType }: JsonObject): Sorted {
  const address = addressOf(uri)
  if (typeof text === 'string') return { source: address ? `${source} ${address}` : source, text }
  if (address === undefined) return { note: 'a resource without an address' }
  const data = base64(blob)
  if (data === undefined) return { note: 'a resource without contents' }
  const media = mediaType(mimeType)
  const resource = { uri: address, blob: data, ...(media !== undefined && { mimeType: media }) }
  return { block: { type: 'resource', resource }, size: data.length }
}

/**
 * Without name, title and description: free text that a client would show outside of any fence. The name stands
 * in a fence, the block is named by its address.
 */
function sortLink({ uri, name, mimeType, size }: JsonObject): Sorted {
  const address = addressOf(uri)
  if (address === undefined) return { note: 'a link without an address' }
  const media = mediaType(mimeType)
  const slug = slugOf(address)
  const block = {
    type: 'resource_link',
    uri: address,
    name: slug,
    ...(media !== undefined && { mimeType: media }),
    ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 && { size }),
  }
  const label = typeof name === 'string' && name !== slug ? { label: `${slug}: ${name.slice(0, 512)}` } : {}
  return { block, size: address.length, ...label }
}

/** Whether a server says that a block is for the user, and not for a model. */
export function isForUserAlone({ annotations }: Readonly<Record<string, unknown>>): boolean {
  const audience = isRecord(annotations) ? annotations.audience : undefined
  return Array.isArray(audience) && audience.length > 0 && !audience.includes('assistant')
}

/** Base64 as providers and strict clients take it. Line breaks, as mail has them, are taken out. */
function base64(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined
  const whole = data.replaceAll(/\s+/g, '')
  return whole !== '' && whole.length % 4 === 0 && BASE64.test(whole) ? whole : undefined
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Without parameters, and only of the forms that are registered: there is no room for a sentence. */
function mediaType(type: unknown): string | undefined {
  if (typeof type !== 'string' || type.length > 256) return undefined
  const [essence = ''] = type.toLowerCase().split(';')
  return MEDIA_TYPE.test(essence.trim()) ? essence.trim() : undefined
}

const MEDIA_TYPE =
  /^(?:(?:image|audio|video|font|text|model|message|multipart)\/[a-z0-9.+-]{1,32}|application\/[a-z0-9.+-]{1,80})$/

/** An absolute address in the characters that RFC 3986 has, so that it holds no words, lines or angles. */
function addressOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > 2_048 || !URL.canParse(uri)) return undefined
  return uri.toWellFormed().trim().replaceAll(FOREIGN_TO_ADDRESSES, encodeURIComponent)
}

const FOREIGN_TO_ADDRESSES = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g

/** The end of an address as a name: no room for a sentence. */
function slugOf(address: string): string {
  const last = address.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? ''
  return last.replaceAll(/[^\w.-]/g, '').slice(0, 48) || 'link'
}
