// The one tool that the gate itself offers: `inspect_handle`, by which a model looks into what stands behind a handle
// without loading all of it. Its results are labelled by the record of the handle, place by place.

import { originIn, stepInto, worstBelow } from '../../flow/evidence/part.js'
import type { Json } from '../../json/json.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { SESSION, worse } from '../../tool/flow/label.js'
import { type OriginAt, whole } from '../../tool/flow/origin.js'
import { ownTool, type Tool } from '../../tool/tool.js'
import { estimateTokens } from '../../view/budget.js'
import { handleError } from '../errors.js'
import { anyHandle, type Source, type Unwrapped } from '../kinds/passage.js'
import type { Inside } from '../vault/open.js'
import { type InspectAsk, type Inspection, inspect, inspectSchema } from './inspect.js'
import { asRead } from './json-text.js'

/** Its name. */
export const INSPECTOR = 'inspect_handle'

/** A part of a handle's value, with the flow that its record gives it. */
export class Inspected {
  constructor(
    readonly value: Json,
    readonly flow: FlowTool,
  ) {}
}

/** Tokens of a model view. A page must fit, or what is cut from it would be skipped by the next one. */
const VIEW_TOKENS = 4_000
/** What the view says around the page. */
const FRAME_TOKENS = 400
/** Characters of an answer, tried until its tokens fit. */
const ROOMS = [10_000, 6_000, 3_000, 1_500] as const

const declared = ownTool({
  name: INSPECTOR,
  description: 'Looks at parts of what stands behind a handle.',
  useWhen: 'a result was shown in part, or a handle holds something that has to be read, searched or counted',
  notFor: 'passing a value on: give its handle itself to a tool that takes one',
  input: inspectSchema.extend({ handle: anyHandle('The handle, exactly as it was shown.') }),
  effect: 'read',
  limits: { modelTokens: VIEW_TOKENS },
  roles: { handle: 'control', path: 'control', text: 'content', by: 'control', value: 'content' },
  run: ({ handle, ...ask }) => look(handle as unknown as Unwrapped<Inside>, ask),
})

/** Looks into handles. Every gate has it; an explicit grant names it to allow it. */
export const inspectHandle: Tool = Object.freeze({ ...declared, isInspector: true as const }) as Tool

function look({ value: inside, origin }: Unwrapped<Inside>, ask: InspectAsk): Inspected {
  const { card, value, count } = inside
  if (value === undefined) {
    throw handleError('handle_gone', `A ${card.kind} is a live object: there is nothing in it to read.`, {
      pointer: '/handle',
    })
  }
  const held = { card, value: asRead(value), ...(count !== undefined && { count }) }
  const made = ROOMS.map((room) => () => inspect(held, ask, room))
  let found: Inspection | undefined
  for (const make of made) {
    found = make()
    if (estimateTokens(JSON.stringify(found.value)) <= VIEW_TOKENS - FRAME_TOKENS) break
  }
  return new Inspected(found!.value, flowOf(found!, origin))
}

/** The inspector's own flow, with the origin that the record knows. */
function flowOf({ part }: Inspection, origin: Source | undefined): FlowTool {
  const label = origin?.label ?? { integrity: 'third-party-text' as const, readers: [SESSION] }
  // The record of a list labels its rows by their number.
  const row = origin?.row === undefined ? [] : [String(origin.row)]
  const path = part && [...row, ...part.at.map(String)]
  const below = path && pagedFrom(stepInto(originIn(label, origin?.labels), path), part.from)
  // A card, a shape and matches come from all over the value.
  const rest = worse(label.integrity, worstBelow(label, origin?.labels, row))
  const integrity = path ? worstBelow(label, origin?.labels, path) : rest
  const at: OriginAt = {
    label: rest,
    starred: false,
    child: (key) => (below && key === part.key ? below : whole(rest)),
  }
  const readers = label.readers.includes(SESSION) ? undefined : label.readers
  return {
    ...declared.flow,
    label: { integrity, readers: label.readers },
    origin: at,
    originDeclared: true,
    ...(readers && { readers }),
  }
}

/** Items of a page that begins later are numbered from 0 in the answer. */
function pagedFrom(origin: OriginAt, first: number | undefined): OriginAt {
  return first ? { ...origin, child: (key) => origin.child(String(first + Number(key))) } : origin
}
