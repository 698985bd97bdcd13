// From what stands at declared positions to values: form, look-up, kind, rights, then the codec and the owner's say.
// One answer for each request, in order. Nothing is written here.

import type { Json } from '../../json/json.js'
import { quote } from '../../json/quote.js'
import { ANY_KIND } from '../../json/schema/marks.js'
import type { Card } from '../../tool/outcome.js'
import { HandleError, handleError } from '../errors.js'
import type { Kind } from '../kinds/kind.js'
import { type Source, Unwrapped } from '../kinds/passage.js'
import { suggestToken } from '../near-token.js'
import type { Right } from '../record.js'
import type { Viewer } from '../scope.js'
import { parseToken, type Token } from '../token.js'
import { type Found, type LookUpParts, lookUp } from './records.js'
import { type Inspects, rowOf, rowsIn } from './rows.js'
import { toCard } from './sealing.js'
import { gone, kindOf, type LoadParts, letGo, load, loadNamed, permit, storedValue } from './value.js'

/** One position to open. */
export interface OpenRequest {
  /** What stands there: a token, or a name. */
  readonly value: unknown
  /** The kinds that the position takes. */
  readonly kinds: readonly string[]
  /** `use` to pass it to a tool, `write` for a tool that updates it, `read` to look inside. */
  readonly action: Right
  /** JSON Pointer (RFC 6901) to the argument. */
  readonly pointer: string
  /**
   * To look inside: the value is then an {@link Inside}, and a list need not name its row. Of a list only the rows that
   * are looked at are loaded and permitted: all, or those that this names.
   */
  readonly inside?: Inspects
}

/** What stands behind a handle, as it is kept. */
export interface Inside {
  readonly card: Card
  /** Undefined for a live object, which has no form that could be read. */
  readonly value: Json | undefined
  /** Rows, if it is a whole list. */
  readonly count: number | undefined
}

/** Who opens, and for what. */
export interface OpenContext {
  readonly viewer: Viewer
  /** The name of the tool that takes the values. */
  readonly tool: string
  /** Tokens that this session was shown lately: the only ones that a malformed one is compared with. */
  readonly shown?: Iterable<string>
  /** The tools of this caller that give handles of a kind. */
  readonly givers?: (kind: string) => readonly string[]
  /** Whether a token is one that this session was shown, and has let go of since. */
  readonly isLetGo?: (token: string) => boolean
}

/** What opening needs of the vault. */
export interface OpenParts extends LookUpParts, LoadParts {}

/** Opens all requests with one look-up. Without a well-formed token among them there is none. */
export async function openMany(
  requests: readonly OpenRequest[],
  context: OpenContext,
  parts: OpenParts,
): Promise<(Unwrapped | HandleError)[]> {
  const plans = requests.map((request) => plan(request, context, parts))
  const tokens = new Map<string, Token>()
  for (const one of plans)
    if ('token' in one) tokens.set(one.token.text, { text: one.token.text, kind: one.token.kind })
  const distinct = [...tokens.values()]
  const found = distinct.length > 0 ? await lookUp(distinct, parts) : []
  const byToken = new Map(distinct.map(({ text }, i) => [text, found[i]!]))
  // One entity for one record, however often its token stands in the arguments.
  const entities = new Map<string, unknown>()
  return Promise.all(
    plans.map(async (one, i) => {
      const request = requests[i]!
      try {
        if (one instanceof HandleError) throw one
        if ('name' in one) return await openName(one.name, one.kind, request, context)
        const links = byToken.get(one.token.text)!
        if (links instanceof HandleError)
          throw context.isLetGo?.(one.token.text) ? letGo(one.token.kind) : links
        return await openFound(links, one.token, request, context, parts, entities)
      } catch (error) {
        if (error instanceof HandleError)
          return handleError(error.code, error.message, { pointer: request.pointer, cause: error.cause })
        throw error
      }
    }),
  )
}

type Plan = HandleError | { readonly token: Token } | { readonly name: string; readonly kind: Kind }

function plan({ value, kinds, pointer }: OpenRequest, { shown }: OpenContext, parts: OpenParts): Plan {
  let named: Kind | undefined
  let takesTokens = false
  for (const name of kinds) {
    if (name === ANY_KIND) {
      takesTokens = true
      continue
    }
    const kind = parts.kinds.get(name)
    if (!kind) throw new TypeError(`${pointer}: no kind '${name}' is registered`)
    if (kind.by === 'name') named ??= kind
    else takesTokens = true
  }
  const ofKind = kinds.includes(ANY_KIND) ? '' : ` of kind ${kinds.join(' or ')}`
  if (typeof value !== 'string') {
    const wanted = `a ${named ? 'name' : 'handle'}${ofKind}`
    return handleError('handle_malformed', `want ${wanted}; got ${quote(value as Json)}`)
  }
  const token = takesTokens ? parseToken(value) : undefined
  if (token) return { token }
  if (named) return { name: value, kind: named }
  const meant = suggestToken(value, shown ?? [])
  const hint = meant ? `Did you mean ${meant}?` : 'Copy it exactly as it was shown.'
  return handleError('handle_malformed', `This is no handle${ofKind}. ${hint}`)
}

async function openName(
  name: string,
  kind: Kind,
  { action, pointer }: OpenRequest,
  { viewer }: OpenContext,
): Promise<Unwrapped> {
  const entity = name.length <= 200 ? await loadNamed(kind, name, viewer) : undefined
  if (entity === undefined || entity === null) {
    throw handleError('handle_unknown_name', `There is no ${kind.name} of the name ${quote(name)}.`)
  }
  await permit(kind, entity, action, viewer)
  return new Unwrapped(kind, entity, undefined, pointer)
}

async function openFound(
  links: Found,
  token: Token,
  { kinds, action, pointer, inside }: OpenRequest,
  { viewer, tool }: OpenContext,
  parts: OpenParts,
  entities: Map<string, unknown>,
): Promise<Unwrapped> {
  const { stored } = links[0]
  const root = links.at(-1)!
  if (!kinds.includes(stored.kind) && !kinds.includes(ANY_KIND)) {
    throw handleError(
      'handle_wrong_kind',
      `This is a handle of kind ${stored.kind}; want one of kind ${kinds.join(' or ')}.`,
    )
  }
  if (links.some((link) => !link.stored.rights.includes(action))) {
    throw handleError(
      'handle_not_permitted',
      `This handle may be used for ${stored.rights.join(', ')}, not for ${action}.`,
    )
  }
  const barred = links.find((link) => link.stored.tools && !link.stored.tools.includes(tool))
  if (barred)
    throw handleError('handle_not_permitted', `This handle is only for ${barred.stored.tools!.join(', ')}.`)
  const kind = kindOf(stored.kind, parts)
  const row = rowOf(links, token, inside !== undefined)
  const loaded = (at: number | undefined) => {
    const id = `${root.key}.${at ?? ''}`
    if (!entities.has(id)) entities.set(id, load(kind, links, at, viewer, parts))
    return entities.get(id)
  }
  let value: unknown
  for (const at of row === undefined ? rowsIn(root.stored, inside) : [row]) {
    const entity = loaded(at)
    value = entity instanceof Promise ? await entity : entity
    if (value === undefined || value === null) throw gone(kind)
    const permitted = permit(kind, value, action, viewer)
    if (permitted) await permitted
  }
  if (inside) value = insideOf(kind, links, row, token, parts)
  // A tool may do with its own copy what it likes.
  else if (root.held) value = structuredClone(value)
  const { origin, labels } = root.held?.origin() ?? root.stored
  const opened: Source = {
    token: token.row === undefined ? token.text : `${token.text}.${token.row}`,
    action,
    id: root.stored.id,
    rev: root.stored.rev,
    row,
    links,
    rights: stored.rights,
    name: stored.label,
    label: origin,
    labels,
  }
  return new Unwrapped(kind, value, opened, pointer)
}

function insideOf(
  kind: Kind,
  links: Found,
  row: number | undefined,
  { text }: Token,
  parts: OpenParts,
): Inside {
  const { stored } = links[0]
  const { count } = links.at(-1)!.stored
  const value = storedValue(kind, links, row, parts)
  return {
    card: toCard(row === undefined ? text : `${text}.${row}`, stored),
    value: kind.live ? undefined : (value as Json),
    count: row === undefined ? count : undefined,
  }
}
