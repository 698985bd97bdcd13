// Where a result comes from, place by place, as the declaration says. What nobody declared is free text of a
// third party, and below such text nothing is better.

import { DefinitionError } from '../../base/options.js'
import type { Integrity } from '../outcome.js'
import { worse } from './label.js'
import { type PathNode, pathTree, stepDown } from './paths.js'

/** Labels that a declaration may give. `operator` and `user` come from the session alone. */
export const ORIGIN_LABELS = ['first-party', 'third-party-structured', 'third-party-text'] as const

/** One of {@link ORIGIN_LABELS}. A field that outsiders can write is at best `third-party-structured`. */
export type OriginLabel = (typeof ORIGIN_LABELS)[number]

/** What a field names its record by: a person's name or address, or a thing's title. */
export const NAMES = ['person', 'thing'] as const

/**
 * The label of one place, the id space of the ids that stand there, and whether the user's words may name the record by
 * it. Default: a person by `sender, from, to, owner, author, organizer, user, name`, a thing by `title, subject, name,
 * filename, summary`.
 */
export type OriginPlace =
  | OriginLabel
  | {
      readonly label: OriginLabel
      readonly id?: string
      readonly names?: (typeof NAMES)[number]
      /**
       * Of which records the label holds, by fields of the record at this place, or around it: all must hold, and a
       * missing field fails. Then `else` counts; default `third-party-structured`, of texts `third-party-text`.
       *
       * @example { 'transactions.*': { label: 'first-party', where: { sender: { seen: 'own-account' } } } }
       */
      readonly where?: Where
      readonly else?: OriginLabel
    }

/** `origin` of a declaration: one label for all of the result, or by output path; `''` is the result itself. */
export type Origin = OriginLabel | Readonly<Record<string, OriginPlace>>

/** Fields by path, and what each must be; compared by canonical form. */
export type Where = Readonly<Record<string, Condition>>

/**
 * What a field must be: something that the operator trusts, one of these, or a value that stood first-party in an id
 * space, in an earlier result of this conversation.
 */
export type Condition =
  | { readonly trusted: true }
  | { readonly is: readonly (string | number)[] }
  | { readonly seen: string }

/** What is known of one place of a result. A walk over the result steps along with it. */
export interface OriginAt {
  readonly label: Integrity
  /** The id space of a scalar that stands here. */
  readonly id?: string
  /** Whom or what it names. */
  readonly names?: (typeof NAMES)[number]
  /** Whether `*` led here: then the object is one of many, a record of its own. */
  readonly starred: boolean
  /** Of texts here, where they are worse than `label`. */
  readonly texts?: Integrity
  /** The place is better, as {@link OriginAt.ifHolds}, for a record of which this holds. */
  readonly where?: Where
  readonly ifHolds?: OriginAt
  child(key: string): OriginAt
}

interface PlaceLabel {
  readonly label: OriginLabel
  readonly id?: string
  readonly texts?: OriginLabel
  readonly where?: Where
  readonly else?: OriginLabel
  readonly names?: (typeof NAMES)[number]
}

/**
 * Compiles a declared origin.
 *
 * @throws DefinitionError for a bad path, and for a label that could have no effect.
 */
export function compileOrigin(origin: Origin | undefined, what: string): OriginAt {
  if (origin === undefined) return UNDECLARED
  if (typeof origin === 'string') return whole(origin)
  const { '': all, ...below } = origin
  const places = Object.entries(below).map(([path, place]) => [path, asPlace(place)] as const)
  const tree = pathTree(places, `${what}: origin`)
  const root = all === undefined ? undefined : asPlace(all)
  refuseBetterBelowText(tree, root?.label, [], what)
  return new DeclaredPlace(tree, root, false)
}

/** Everything below is free text of a third party. */
const UNDECLARED: OriginAt = whole('third-party-text')

/** One label for everything at and below a place. */
export function whole(label: Integrity): OriginAt {
  const at: OriginAt = { label, starred: false, child: () => at }
  return Object.freeze(at)
}

/** What is known below a part of a result, as {@link placesBelow} gave it. */
export function originFrom(places: Readonly<Record<string, OriginPlace>>, what: string): OriginAt {
  const { '': own, ...below } = places
  const tree = pathTree(
    Object.entries(below).map(([path, place]) => [path, asPlace(place)] as const),
    what,
  )
  return new DeclaredPlace(tree, own === undefined ? undefined : asPlace(own), false)
}

/** What a declaration says of a part of a result and of the places below it; the part itself is `''`. */
export function placesBelow(
  origin: Origin | undefined,
  path: readonly string[],
): Readonly<Record<string, OriginPlace>> {
  if (origin === undefined) return { '': 'third-party-text' }
  if (typeof origin === 'string') return { '': origin }
  const places: Record<string, OriginPlace> = { '': 'third-party-text' }
  let nearest = -1
  for (const [declared, place] of Object.entries(origin)) {
    const segments = declared === '' ? [] : declared.split('.')
    const shared = Math.min(segments.length, path.length)
    if (!path.slice(0, shared).every((step, i) => segments[i] === '*' || segments[i] === step)) continue
    if (segments.length > path.length) places[segments.slice(path.length).join('.')] = place
    else if (segments.length > nearest) {
      nearest = segments.length
      places[''] = place
    }
  }
  return places
}

class DeclaredPlace implements OriginAt {
  readonly label: Integrity
  readonly id?: string
  readonly names?: (typeof NAMES)[number]
  readonly texts?: Integrity
  readonly where?: Where
  readonly ifHolds?: OriginAt
  readonly #own: PlaceLabel
  readonly #tree: PathNode<PlaceLabel> | undefined
  readonly #children = new Map<string, OriginAt>()
  #star: OriginAt | undefined

  constructor(
    tree: PathNode<PlaceLabel> | undefined,
    inherited: PlaceLabel | undefined,
    readonly starred: boolean,
  ) {
    const declared = tree?.value ?? inherited
    // What is asked of the record is not known here, so it counts as not so.
    const place = declared?.where ? otherwise(declared) : declared
    if (declared?.where) {
      const { where, else: _, ...good } = declared
      this.where = where
      this.ifHolds = new DeclaredPlace(tree && { ...tree, value: good }, undefined, starred)
    }
    this.label = place ? place.label : 'third-party-text'
    this.#own = { label: this.label as OriginLabel, ...(place?.texts && { texts: place.texts }) }
    if (place?.texts) this.texts = place.texts
    if (place?.id !== undefined) this.id = place.id
    if (place?.names !== undefined) this.names = place.names
    this.#tree = tree
  }

  child(key: string): OriginAt {
    const named = this.#tree?.children.get(key)
    if (!named) {
      // One object for all keys that nobody named: a result with a million keys costs nothing here.
      this.#star ??= this.#below(stepDown(this.#tree, '*'), this.#tree?.star !== undefined)
      return this.#star
    }
    let at = this.#children.get(key)
    if (!at) {
      at = this.#below(named, false)
      this.#children.set(key, at)
    }
    return at
  }

  #below(tree: PathNode<PlaceLabel> | undefined, starred: boolean): OriginAt {
    const own = { ...this.#own, ...(this.id !== undefined && { id: this.id }) }
    return new DeclaredPlace(tree, own, starred)
  }
}

function otherwise({ else: label }: PlaceLabel): PlaceLabel {
  return label ? { label } : { label: 'third-party-structured', texts: 'third-party-text' }
}

/** The label that a place has, whatever its record is. */
export function surely(place: OriginPlace | undefined): Integrity {
  if (place === undefined) return 'third-party-text'
  if (typeof place === 'string') return place
  return place.where ? (place.else ?? 'third-party-text') : place.label
}

function asPlace(place: OriginPlace): PlaceLabel {
  return typeof place === 'string' ? { label: place } : place
}

function refuseBetterBelowText(
  node: PathNode<PlaceLabel>,
  above: OriginLabel | undefined,
  path: readonly string[],
  what: string,
): void {
  const own = node.value?.label
  if (above === 'third-party-text' && own && worse(own, above) !== own) {
    throw new DefinitionError(
      `${what}: origin '${path.join('.')}' is '${own}' below 'third-party-text', where nothing is better than text. Remove one of them.`,
    )
  }
  const next = own ?? above
  for (const [key, child] of node.children) refuseBetterBelowText(child, next, [...path, key], what)
  if (node.star) refuseBetterBelowText(node.star, next, [...path, '*'], what)
}
