// What can be wrong with a handle, as errors. Their messages are for a model that has to mend its call: they hold
// nothing of the system, and the cause stays beside them for the log.

import { markAs } from '../base/made-by-us.js'

/** The codes of handle errors. */
export type HandleCode =
  | 'handle_malformed'
  | 'handle_not_found'
  | 'handle_unknown_name'
  | 'handle_expired'
  | 'handle_revoked'
  | 'handle_used'
  | 'handle_gone'
  | 'handle_wrong_kind'
  | 'handle_not_permitted'
  | 'handle_stale'
  | 'handle_quota'
  | 'handle_unexpected_value'
  | 'handle_store_unavailable'
  | 'handle_codec_failed'

/** What an error may carry. */
interface HandleErrorDetails {
  /** JSON Pointer (RFC 6901) to the argument. */
  readonly pointer?: string
  /** For the log only. */
  readonly cause?: unknown
}

/**
 * A handle that can't be used: the caller's argument is to be mended, unless it {@link HandleError.isFault is a fault}
 * of the system or of a tool. Thrown in `run` it ends the call under its own code, with its own text.
 *
 * @example
 * if (!order.lines[n]) throw new HandleNotFoundError('handle_not_found', `This order has no line ${n}.`, { pointer: '/line' })
 */
export class HandleError extends Error {
  override readonly name: string = 'HandleError'
  /** JSON Pointer (RFC 6901) to the argument, where it is one. */
  readonly pointer: string | undefined
  /** Whether the call may succeed when tried again, mended or later. */
  readonly retryable: boolean
  /** For a person. */
  readonly userMessage: string

  constructor(
    readonly code: HandleCode,
    /** For the model: what is wrong and what to do. */
    message: string,
    { pointer, cause }: HandleErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.pointer = pointer
    this.retryable = !HOPELESS.has(code)
    this.userMessage = USER_MESSAGES[code]
  }

  /** Whether the system or a tool failed, and no argument of the caller is to be mended. */
  get isFault(): boolean {
    return FAULTS.has(this.code)
  }
}

const FAULTS: ReadonlySet<string> = new Set<HandleCode>([
  'handle_store_unavailable',
  'handle_codec_failed',
  'handle_unexpected_value',
])

/** No mended argument and no second try helps. */
const HOPELESS: ReadonlySet<string> = new Set<HandleCode>([
  'handle_codec_failed',
  'handle_unexpected_value',
  'handle_quota',
])

markAs(HandleError, 'HandleError')

/** There is no value behind the token any more, or there never was one for this caller. */
export class HandleNotFoundError extends HandleError {
  override readonly name = 'HandleNotFoundError'
}

/** What the caller gave is no handle, is one of another kind, or may not be used here and so. */
export class InvalidHandleError extends HandleError {
  override readonly name = 'InvalidHandleError'
}

/** A value is not of the kind that it stands for: what `decode` or `load` gave back, or what a tool returned. */
export class UnexpectedHandleValueError extends HandleError {
  override readonly name = 'UnexpectedHandleValueError'
}

/** Makes the error that belongs to a code. */
export function handleError(code: HandleCode, message: string, details?: HandleErrorDetails): HandleError {
  return new CLASSES[code](code, message, details)
}

const CLASSES: Readonly<
  Record<HandleCode, new (...args: ConstructorParameters<typeof HandleError>) => HandleError>
> = {
  handle_malformed: InvalidHandleError,
  handle_not_found: HandleNotFoundError,
  handle_unknown_name: HandleNotFoundError,
  handle_expired: HandleNotFoundError,
  handle_revoked: HandleNotFoundError,
  handle_used: HandleNotFoundError,
  handle_gone: HandleNotFoundError,
  handle_wrong_kind: InvalidHandleError,
  handle_not_permitted: InvalidHandleError,
  handle_stale: InvalidHandleError,
  handle_quota: InvalidHandleError,
  handle_unexpected_value: UnexpectedHandleValueError,
  handle_store_unavailable: HandleError,
  handle_codec_failed: HandleError,
}

const USER_MESSAGES: Readonly<Record<HandleCode, string>> = {
  handle_malformed: 'The assistant used a reference that is not complete.',
  handle_not_found: 'The assistant used a reference that does not exist.',
  handle_unknown_name: 'The assistant used a name that does not exist.',
  handle_expired: 'A reference that the assistant used has expired.',
  handle_revoked: 'A reference that the assistant used was withdrawn.',
  handle_used: 'A reference for single use was used already.',
  handle_gone: 'What the assistant referred to is no longer there.',
  handle_wrong_kind: 'The assistant used a reference to something else.',
  handle_not_permitted: 'This may not be done with what the assistant referred to.',
  handle_stale: 'It was changed in the meantime. Try again.',
  handle_quota: 'Too much is held for this conversation at once.',
  handle_unexpected_value: 'The tool made a mistake: it gave a value of the wrong kind.',
  handle_store_unavailable: 'References can not be looked up at the moment. Try again later.',
  handle_codec_failed: 'Something that is kept for this conversation could not be read or written.',
}

/** Whether a code is one of ours: plain JavaScript, and another version of the package, may give any. */
export function isHandleCode(code: unknown): code is HandleCode {
  return typeof code === 'string' && Object.hasOwn(USER_MESSAGES, code)
}
