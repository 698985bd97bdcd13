// Keywords of the validator whose work has no bound, each with one that has. Nothing else about them is changed.

import type { Ajv, CodeKeywordDefinition, KeywordCxt, KeywordDefinition, Name } from 'ajv'
import { ajv2020, ajvCode } from '../../base/late.js'
import { canonicalJson } from '../canonical-json.js'
import type { Json, JsonObject } from '../json.js'
import { type Dispatch, dispatchOf, type UnionKeyword } from './dispatch.js'

/** Puts them in the place of the validator's own. */
export function boundKeywords(ajv: Pick<Ajv, 'getKeyword' | 'removeKeyword' | 'addKeyword'>): void {
  const replace = (keyword: string, by: (own: CodeKeywordDefinition) => CodeKeywordDefinition) => {
    const own = ajv.getKeyword(keyword) as CodeKeywordDefinition
    ajv.removeKeyword(keyword).addKeyword({ ...by(own), keyword })
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) replace(keyword, (own) => dispatching(keyword, own))
  replace('unevaluatedProperties', lookingUp)
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems)
}

/** With all keys in one condition, 5 000 of them take the compiler a quarter of a minute, and then its stack. */
function lookingUp(own: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...own,
    code(cxt, ruleType) {
      const { it, gen } = cxt
      if (
        it.props &&
        it.props !== true &&
        !(it.props instanceof ajv2020().Name) &&
        Object.keys(it.props).length > MANY
      ) {
        it.props = gen.scopeValue('schema', { ref: Object.assign(Object.create(null), it.props) })
      }
      own.code(cxt, ruleType)
    },
  }
}

const MANY = 8

/** The validator compares each item with each: 10 000 objects take seconds. */
const uniqueItems: KeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (isOn: boolean, items: readonly Json[]) =>
    !isOn || new Set(items.map((item) => canonicalJson(item))).size === items.length,
}

/**
 * Where one key tells the branch, only that branch is checked. The validator's own keyword tries all of them, and so
 * does each level of a value, which makes a power of its depth.
 */

function dispatching(keyword: UnionKeyword, own: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...own,
    code(cxt, ruleType) {
      const root = cxt.it.schemaEnv.root.schema as JsonObject
      const dispatch = dispatchOf(cxt.parentSchema as JsonObject, keyword, root)
      if (!dispatch) return own.code(cxt, ruleType)
      if (keyword === 'oneOf') cxt.setParams({ passing: ajv2020()._`null` })
      checkChosen(cxt, keyword, dispatch)
    },
  }
}

function checkChosen(cxt: KeywordCxt, keyword: UnionKeyword, { key, tagged, others }: Dispatch): void {
  const { _, Name } = ajv2020()
  const { gen, data } = cxt
  const valid = gen.let('valid', false)
  const isObject = _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`
  gen.if(
    isObject,
    () => {
      gen.if(ajvCode().isOwnProperty(gen, data as Name, key), () => {
        const tag = gen.const('tag', _`${data}[${key}]`)
        gen.if(false)
        for (const [index, values] of tagged) {
          gen.elseIf(values.map((value) => _`${tag} === ${value}`).reduce((any, one) => _`${any} || ${one}`))
          const passes = gen.name('_valid')
          const branch = cxt.subschema({ keyword, schemaProp: index }, passes)
          cxt.mergeEvaluated(branch, Name)
          gen.assign(valid, passes)
        }
        gen.endIf()
      })
    },
    () => checkOthers(cxt, keyword, others, valid),
  )
  cxt.result(
    valid,
    () => cxt.reset(),
    () => cxt.error(true),
  )
}

/** Of what is no object: as many branches as there are, since none of them is nested by a key. */
function checkOthers(cxt: KeywordCxt, keyword: UnionKeyword, others: readonly number[], valid: Name): void {
  const { gen } = cxt
  // The `type` beside the union says what is wrong.
  if (others.length === 0 && (cxt.parentSchema as JsonObject).type === 'object') {
    gen.assign(valid, true)
    return
  }
  const { _ } = ajv2020()
  const passing = gen.let('passing', 0)
  for (const index of others) {
    const passes = gen.name('_valid')
    const branch = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, passes)
    cxt.mergeValidEvaluated(branch, passes)
    gen.if(passes, () => gen.assign(passing, _`${passing} + 1`))
  }
  gen.assign(valid, keyword === 'oneOf' ? _`${passing} === 1` : _`${passing} > 0`)
}
