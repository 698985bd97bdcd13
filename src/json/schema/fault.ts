// One fault of a value, and the sentence for it: where, what was wanted, what came. Written for a model that has
// to mend its call, so short, and without the name of any library.

import type { ErrorObject } from 'ajv'
import { nearName } from '../../base/names.js'
import type { Json, JsonObject } from '../json.js'
import type { JsonPath } from '../plain-json.js'
import { pathIn, pointerOf } from '../pointer.js'
import { pathText, quote, word } from '../quote.js'
import { at, type Cursor } from './cursor.js'
import { choicesOf, mayBe } from './declared.js'
import { shortList, wantedBy, wantedFrom } from './wanted.js'

/** What is wrong with one place of a value. */
export interface Fault {
  /** `cabin`, `items[2].name`; the empty text for the root. */
  readonly path: string
  /** The same place as a JSON Pointer (RFC 6901). */
  readonly pointer: string
  /** The JSON Schema keyword that failed, `undeclared` for an unknown key, or a rule of admission. */
  readonly rule: string
  /** One line: path, what was wanted, what came (cut to 60 characters), an example when the schema has one. */
  readonly text: string
}

/** Makes a fault: the text is `<path>: <says>`. */
export function fault(path: JsonPath, rule: string, says: string): Fault {
  const where = pathText(path)
  return { path: where, pointer: pointerOf(path), rule, text: where === '' ? says : `${where}: ${says}` }
}

/** What ajv reports (in its verbose form) of a value, as a fault. */
export function faultOf(error: ErrorObject, value: Json, root: JsonObject): Fault {
  const path = pathIn(value, error.instancePath) ?? []
  const schema = (error.parentSchema ?? {}) as JsonObject
  const { params } = error
  const place = at(root, { from: [schema] })
  switch (error.keyword) {
    case 'unevaluatedProperties':
    case 'additionalProperties': {
      const key = String(params.unevaluatedProperty ?? params.additionalProperty)
      const allowed = place.meant(error.data as Json).keys
      return allowed.includes(key)
        ? misfit([...path, key], (error.data as JsonObject)[key] as Json, place.key(key), root)
        : undeclared([...path, key], key, allowed)
    }
    case 'required': {
      const key = String(params.missingProperty)
      const wanted = wantedFrom(place.meant(error.data as Json).key(key))
      return fault([...path, key], 'required', `required${wanted && `: ${wanted}`}`)
    }
    case 'propertyNames': {
      const key = String(params.propertyName)
      const names = choicesOf(error.schema as JsonObject)?.map(String)
      return names
        ? undeclared([...path, key], key, names)
        : fault([...path, key], 'propertyNames', 'this key is not allowed')
    }
    default:
      return fault(path, error.keyword, `want ${wantedBy(error, root)}; got ${quote(error.data as Json)}`)
  }
}

/** A key that only a branch declares which did not fit: ajv forgets what was wrong there, once another one fits. */
function misfit(path: JsonPath, value: Json, place: Cursor, root: JsonObject): Fault {
  const wanted = wantedFrom(place)
  const mayFit = place.schemas.some((schema) => mayBe(schema, value, root))
  if (wanted !== '' && !mayFit) return fault(path, 'type', `want ${wanted}; got ${quote(value)}`)
  return fault(
    path,
    'combination',
    `does not go with the other keys as they are${wanted && `; want ${wanted}`}`,
  )
}

/** An undeclared key: the nearest declared one, and the allowed ones. */
function undeclared(path: JsonPath, key: string, allowed: readonly string[]): Fault {
  const near = nearName(key, allowed)
  const hint = near === undefined ? '' : `; did you mean ${word(near)}?`
  const list =
    allowed.length === 0 ? 'no key is allowed here' : `allowed: ${shortList(allowed.map(word), ', ')}`
  return fault(path, 'undeclared', `unknown key${hint}${hint ? ' ' : '; '}${list}`)
}
