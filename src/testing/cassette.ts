// What a cassette holds: one request and its answers in order, as JSON that a person can read and edit. Bodies
// come back byte by byte; only their form in the file differs.

import { z } from 'zod'
import type { Json } from '../json/json.js'

/**
 * A body in a cassette: JSON as JSON where printing it again gives the same bytes, other text as a text or as
 * its lines, anything else as Base64.
 */
export type CassetteBody =
  | { readonly json: Json; readonly indent?: number }
  | { readonly text: string | readonly string[] }
  | { readonly base64: string }

/** Headers by name: a text, or a list where one came several times (`Set-Cookie`). */
export type CassetteHeaders = Readonly<Record<string, string | readonly string[]>>

/** A request, without its secrets. */
export interface CassetteRequest {
  readonly method: string
  readonly url: string
  readonly headers: CassetteHeaders
  readonly body?: CassetteBody
}

/** An answer, without its secrets. */
export interface CassetteResponse {
  readonly status: number
  readonly statusText?: string
  readonly headers: CassetteHeaders
  readonly body?: CassetteBody
}

/** One file: a request, and what it was answered each time it was made. */
export interface Cassette {
  readonly request: CassetteRequest
  readonly responses: readonly CassetteResponse[]
}

// Not `z.json()`: it drops a key `__proto__`, which a recorded body may have.
const json = z.custom<Json>((value) => value !== undefined, 'must be JSON')

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())], 'must be a text or texts'))

const body = z.union(
  [
    z.strictObject({ json, indent: z.int().positive().max(10).optional() }),
    z.strictObject({ text: z.union([z.string(), z.array(z.string())]) }),
    z.strictObject({ base64: z.base64() }),
  ],
  'must be { json }, { text } or { base64 }',
)

const cassette = z.strictObject({
  request: z.strictObject({ method: z.string(), url: z.url(), headers, body: body.optional() }),
  responses: z
    .array(
      z.strictObject({
        status: z.int().min(200).max(599),
        statusText: z.string().optional(),
        headers,
        body: body.optional(),
      }),
    )
    .min(1, 'must hold an answer'),
})

/**
 * Reads the text of a cassette.
 *
 * @throws Error that names the place, for cassettes are edited by hand.
 */
export function parseCassette(text: string): Cassette {
  const parsed = cassette.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data as Cassette
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

/** The text of a cassette. */
export function printCassette(cassette: Cassette): string {
  return `${JSON.stringify(cassette, null, 2)}\n`
}

/** A body for a cassette; undefined when there are no bytes. */
export function encodeBody(bytes: Uint8Array): CassetteBody | undefined {
  if (bytes.length === 0) return undefined
  const text = utf8Of(bytes)
  if (text === undefined) return { base64: Buffer.from(bytes).toString('base64') }
  return asJson(text) ?? { text: text.includes('\n') ? text.split('\n') : text }
}

/** The bytes of a body in a cassette. */
export function decodeBody(body: CassetteBody | undefined): Uint8Array<ArrayBuffer> {
  if (body === undefined) return new Uint8Array()
  if ('base64' in body) return new Uint8Array(Buffer.from(body.base64, 'base64'))
  return new Uint8Array(Buffer.from(textOf(body)))
}

/** The text of a body that is one. */
export function textOf(body: Exclude<CassetteBody, { base64: string }>): string {
  if ('json' in body) return JSON.stringify(body.json, null, body.indent)
  return typeof body.text === 'string' ? body.text : body.text.join('\n')
}

function asJson(text: string): CassetteBody | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const json = JSON.parse(text) as Json
    if (JSON.stringify(json) === text) return { json }
    return JSON.stringify(json, null, 2) === text ? { json, indent: 2 } : undefined
  } catch {
    return undefined
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
