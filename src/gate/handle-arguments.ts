// The handles of a call: found where the declaration marks them, opened with one look-up, and taken up just before
// the run. What is wrong with one is the caller's argument to mend.

import { withDeadline } from '../base/deadline.js'
import { isA } from '../base/made-by-us.js'
import type { HandleFacts } from '../flow/judge/known.js'
import { HandleError } from '../handles/errors.js'
import { type OpenedPlace, Unwrapped } from '../handles/kinds/passage.js'
import { type Position, placesIn, replaceAt } from '../handles/kinds/positions.js'
import { type InspectAsk, rowsSeen } from '../handles/look/inspect.js'
import { isMeantAsToken } from '../handles/near-token.js'
import type { Right } from '../handles/record.js'
import type { ListSize } from '../handles/vault/rows.js'
import { canonicalJson } from '../json/canonical-json.js'
import type { JsonObject } from '../json/json.js'
import { type Place, placeOf } from '../json/place.js'
import { type JsonPath, plainJson } from '../json/plain-json.js'
import { pointerOf } from '../json/pointer.js'
import { kindsMarked } from '../json/schema/marks.js'
import type { Stop } from '../session/ended.js'
import type { Role } from '../tool/flow/roles.js'
import type { Tool } from '../tool/tool.js'
import type { Admitted, Opened } from './crossing.js'
import { refuseHandles } from './refuse-handles.js'
import { aborted, internalFault } from './stops.js'

/** What opening found. */
export interface Found {
  /** The arguments with values in the place of handles, as the input schema takes them. */
  readonly given: JsonObject
  readonly opened: readonly OpenedPlace[] | undefined
  /** What their records say of them, by the place of each. */
  readonly handles: ReadonlyMap<Place, HandleFacts> | undefined
}

/** Larger inputs are known by their arguments alone. */
const COMPARED = { depth: 64, members: 10_000, bytes: 256 * 1024 }

/**
 * What a tool is run with, as a text: calls with one text may share an outcome. It is the input as the schema gives it,
 * so that a default says the same written out or left out. Where that holds handles, or what is no JSON, it is the
 * arguments.
 */
export function givenAs(crossing: Opened): string {
  if (!crossing.opened) {
    const plain = plainJson(crossing.input, COMPARED)
    if ('value' in plain) return `input ${canonicalJson(plain.value)}`
  }
  return `arguments ${canonicalJson(argsAsOpened(crossing))}`
}

/**
 * The arguments with each token replaced by what stands behind it: two tokens of one version of a value make equal
 * calls, and one token whose value has changed does not.
 */
export function argsAsOpened({ args, opened }: Opened): JsonObject {
  if (!opened) return args
  const known = opened.flatMap(({ path, value: { origin } }) =>
    origin ? [{ path, value: `${origin.id} ${origin.rev} ${origin.row ?? ''}` }] : [],
  )
  return known.length > 0 ? (replaceAt(args, known) as JsonObject) : args
}

/** An owner's check or a codec that hangs denies; the store has no longer either. */
const LONGEST_MS = 10_000

/**
 * Opens the handles of a call.
 *
 * @param isTaken Which of them. Default: all.
 */
export async function openHandles(
  crossing: Admitted,
  isTaken: (position: Position) => boolean = () => true,
): Promise<Found | Stop> {
  const { args, tool } = crossing
  const { shownHandles } = crossing.state
  const isMeant = (text: string, kinds: readonly string[]) => isMeantAsToken(text, kinds, shownHandles)
  const places = placesIn(tool.inputSchema, args, isMeant).filter(isTaken)
  if (places.length === 0) return { given: args, opened: undefined, handles: undefined }
  const known = places.map((place) => nativeAt(crossing, place.path))
  const wanted = places.filter((_, i) => !known[i])
  const opened = wanted.length > 0 ? await lookUp(crossing, wanted) : { values: [] }
  if ('kind' in opened) return opened
  const found = [...opened.values]
  const all = places.map(({ path }, i) => ({ path, value: known[i] ?? found.shift()! }))
  const faults = all.flatMap(({ value }) => (value instanceof HandleError ? [value] : []))
  if (faults.length > 0) return refuseHandles(crossing, faults)
  const good = all as readonly OpenedPlace[]
  return { given: givenTo(tool, args, good), opened: good, handles: factsOf(crossing, good) }
}

async function lookUp(
  crossing: Admitted,
  places: readonly Position[],
): Promise<{ readonly values: readonly (Unwrapped | HandleError)[] } | Stop> {
  const { core, tool, viewer, state } = crossing
  const requests = places.map(({ path, value, kinds }) => ({
    value,
    kinds,
    action: actionAt(tool, path),
    pointer: pointerOf(path),
    ...(tool.isInspector && {
      inside: (list: ListSize) => rowsSeen(crossing.args as unknown as InspectAsk, list),
    }),
  }))
  const context = {
    viewer,
    tool: tool.name,
    shown: state.shownHandles,
    givers: (kind: string) => giversOf(crossing, kind),
    isLetGo: (token: string) => state.keptResults.isLetGo(token),
  }
  const found = await bounded(crossing, () => core.handles.vault.openMany(requests, context))
  return 'kind' in found ? found : { values: found.value }
}

/** What a position is opened for. */
function actionAt(tool: Tool, path: JsonPath): Right {
  if (tool.isInspector) return 'read'
  return tool.updates !== undefined && isAt(tool.updates, path) ? 'write' : 'use'
}

function isAt(declared: string, path: JsonPath): boolean {
  const segments = declared.split('.')
  return (
    segments.length === path.length && segments.every((each, i) => each === '*' || each === String(path[i]))
  )
}

/**
 * The tools of this session that give handles of a kind, those that need none first: a name that it may not call is none
 * of its business, and who has no handle is not helped by a tool that takes one.
 */
function giversOf({ core, grant }: Admitted, kind: string): string[] {
  const givers = [...core.tools.values()]
    .filter(({ declaration }) => grant.has(declaration))
    .filter(({ outputSchema }) => outputSchema && kindsMarked(outputSchema).includes(kind))
    .map(({ name, inputSchema }) => ({ name, takes: kindsMarked(inputSchema) }))
    .filter(({ takes }) => !takes.includes(kind))
  return givers.sort((a, b) => a.takes.length - b.takes.length).map(({ name }) => name)
}

/** Asks the vault, for as long as it may take. */
export async function bounded<T>(
  crossing: Admitted,
  ask: () => Promise<T>,
): Promise<{ readonly value: T } | Stop> {
  const { tool, signal } = crossing
  const timeoutMs = Math.min(tool.limits.timeoutMs, LONGEST_MS)
  const ended = await withDeadline(ask, { timeoutMs, signal })
  switch (ended.kind) {
    case 'value':
      return { value: ended.value }
    case 'aborted':
      return aborted()
    case 'timeout':
      return internalFault(crossing, undefined, 'handles could not be opened in time')
    case 'threw':
      if (isA(ended.error, HandleError)) return refuseHandles(crossing, [ended.error])
      return internalFault(crossing, ended.error, 'handles could not be opened')
  }
}

/** A foreign schema has no library that would take the values out of their wrappers. */
function givenTo(tool: Tool, args: JsonObject, opened: readonly OpenedPlace[]): JsonObject {
  const { foreign } = tool.schema.input
  return replaceAt(
    args,
    opened.map(({ path, value }) => ({ path, value: foreign ? value.value : value })),
  ) as JsonObject
}

function factsOf(
  { core }: Admitted,
  opened: readonly OpenedPlace[],
): ReadonlyMap<Place, HandleFacts> | undefined {
  const facts = new Map<Place, HandleFacts>()
  for (const { path, value } of opened) {
    const { origin } = value
    const kind = core.handles.kinds.get(value.kind.name)
    // A name is a text that the caller chose, and is judged as one.
    if (kind?.by === 'name') continue
    facts.set(placeOf(path), {
      kind: value.kind.name,
      // What the program passes as it is comes from its own hands.
      label: origin ? (origin.label?.integrity ?? 'third-party-text') : 'first-party',
      readers: origin?.label?.readers ?? ['session'],
      ...(kind && kind.fills.length > 0 && { fills: kind.fills as readonly Role[] }),
      ...(origin && { name: origin.name }),
    })
  }
  return facts.size > 0 ? facts : undefined
}

/** The native value that stood here when the call came. */
function nativeAt({ natives }: Admitted, path: JsonPath): Unwrapped | undefined {
  const pointer = placeOf(path)
  const native = natives?.get(pointer)
  return native && new Unwrapped(native.kind, native.value, undefined, pointer)
}
