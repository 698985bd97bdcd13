// What an error of the network comes to: a failure with a code that a program can branch on. The error itself
// goes along as the cause, for the log; none of its words are shown.

import { ownFailure, ToolFailure } from '../tool/results.js'
import { PrivateAddressError } from './addresses.js'

/** Another try would end the same way: no such name, a certificate that is not trusted. */
const PERMANENT = /^(ENOTFOUND|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** The peer speaks, but no HTTP, or no gzip or Brotli. */
const GARBLED = /^(HPE_|HTTPParserError$|Z_|ERR__ERROR_FORMAT|UND_ERR_(RES_CONTENT_LENGTH|HEADERS_OVERFLOW))/

/**
 * What to throw in place of an error of the base fetch or of a body. Once the call is over, its reason; when
 * the tool's own signal ended the request, a `timeout` or that signal's reason; else a failure.
 */
export function upstreamFailure(error: unknown, call: AbortSignal, own?: AbortSignal | null): unknown {
  if (call.aborted) return call.reason
  if (own?.aborted) return isTimeout(own.reason) ? tooSlow(own.reason) : own.reason
  if (error instanceof ToolFailure) return error
  const chain = causes(error)
  if (chain.some((cause) => cause instanceof PrivateAddressError)) return notPermitted(error)
  const codes = chain.flatMap(codesOf)
  if (codes.includes('UND_ERR_HEADERS_TIMEOUT') || codes.includes('UND_ERR_BODY_TIMEOUT'))
    return tooSlow(error)
  if (codes.some((code) => GARBLED.test(code))) return garbled(error)
  return ownFailure({
    code: 'upstream_unavailable',
    retryable: !codes.some((code) => PERMANENT.test(code)),
    userMessage: 'The service could not be reached.',
    cause: error,
  })
}

/** A hop that may not be gone to. */
export function notPermitted(cause: unknown): ToolFailure {
  return ownFailure({
    code: 'not_permitted',
    userMessage: 'The address of the service may not be connected to from here.',
    cause,
  })
}

/** An answer that can't be read. */
export function garbled(cause: unknown): ToolFailure {
  return ownFailure({
    code: 'upstream_error',
    userMessage: 'The service answered with something that cannot be read.',
    cause,
  })
}

function tooSlow(cause: unknown): ToolFailure {
  return ownFailure({
    code: 'timeout',
    retryable: true,
    userMessage: 'The service took too long to answer.',
    cause,
  })
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

/** An error and what caused it, to a depth that a circle of causes can't pass. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at)
  return chain
}

/** The parser's errors have a name and not always a code. */
function codesOf(error: unknown): string[] {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return [code, name].filter((text) => typeof text === 'string')
}
