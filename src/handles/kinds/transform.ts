// The inner mechanism by which a value changes its form at the boundary: who takes it, what stands in its place, what
// is asked to get it back, how the position is advertised. A kind is one case of it.

import type { Json, JsonObject } from '../../json/json.js'
import { UnexpectedHandleValueError } from '../errors.js'
import type { OpenRequest } from '../vault/open.js'
import type { SealOptions } from '../vault/pending.js'
import type { Sealing } from '../vault/sealing.js'
import type { Kind } from './kind.js'
import { Sealable } from './passage.js'

/** A position on the way in: what stands there is not known yet. */
type AskedPosition = Omit<OpenRequest, 'value' | 'kinds'>

/** One way for values to change their form. The first one that takes a value ends the matter for it. */
interface Transform {
  readonly name: string
  /** Whether it takes a value on its way out. Asked for each object of a result, so it must be cheap. */
  match(value: unknown): boolean
  /** What stands in the value's place. */
  out(value: unknown, sealing: Sealing, options?: SealOptions): Json
  /** What to ask the vault for when `value` stands at a position of this one. */
  in(value: unknown, position: AskedPosition): OpenRequest
  /** How a position is advertised. */
  describe(): JsonObject
}

/** The transforms of a gate, in the order in which they are asked. */
export function transformsOf(kinds: readonly Kind[]): readonly Transform[] {
  return kinds.map(kindTransform)
}

/** The transform that takes an object, if any. Without kinds the question costs nothing but the call. */
export type Pick = (value: unknown) => Transform | undefined

/** Makes the question that the walk asks. A value at a declared position names its kind, and goes first. */
export function picker(transforms: readonly Transform[]): Pick {
  if (transforms.length === 0) return () => undefined
  const byName = new Map(transforms.map((transform) => [transform.name, transform]))
  return (value) => {
    if (value instanceof Sealable) return byName.get(value.kind.name)
    return transforms.find((transform) => transform.match(value))
  }
}

/** The transform that takes every item of a list; a list with a stranger in it is no collection. */
export function pickForAll(list: readonly unknown[], pick: Pick): Transform | undefined {
  const first = list.length > 0 ? pick(list[0]) : undefined
  return first && list.every((item) => pick(item) === first) ? first : undefined
}

/** A kind as a transform. */
export function kindTransform(kind: Kind): Transform {
  return {
    name: kind.name,
    match: (value) => kind.is(value),
    out: (value, sealing, options) => {
      const entity = value instanceof Sealable ? value.value : value
      return kind.by === 'name' ? nameOf(kind, entity) : sealing.seal(kind, entity, options).handle
    },
    in: (value, position) => ({ ...position, value, kinds: [kind.name] }),
    describe: () => kind.jsonSchema(),
  }
}

function nameOf(kind: Kind, entity: unknown): string {
  const name = kind.nameOf(entity)
  if (typeof name === 'string' && name !== '') return name
  throw new UnexpectedHandleValueError(
    'handle_unexpected_value',
    `A result holds a ${kind.name} without a name.`,
  )
}
