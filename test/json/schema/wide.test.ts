// Objects with thousands of declared keys, and calls with thousands of wrong ones.

import type { ErrorObject } from 'ajv'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json/json.js'
import { explain } from '../../../src/json/schema/explain.js'
import { compileInput, jsonSchema } from '../../../src/json/schema/schema.js'

const keys = (count: number, name = 'number') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`property_${name}_${i}`, { type: 'string' }]))

test('a schema of 5 000 keys can be checked, whatever declares them', () => {
  const properties = keys(5_000)
  const forms: readonly JsonObject[] = [
    { properties },
    { allOf: [{ properties }] },
    { $ref: '#/$defs/wide', $defs: { wide: { properties } } },
  ]
  for (const form of forms) {
    const { check, defect } = compileInput(jsonSchema({ type: 'object', ...form }), 't')
    expect(defect()).toBeUndefined()
    expect(check({ property_number_4999: 'x', property_number_0: 'y' })).toEqual([])
    const [fault] = check({ property_nunber_77: 'x' })
    expect(fault!.text).toMatch(/^property_nunber_77: unknown key; did you mean property_number_77\?/)
    for (const key of ['constructor', 'toString']) expect(check({ [key]: 'x' })).toHaveLength(1)
  }
}, 60_000)

test('the declared keys are read once for each schema and for each fault that is told, not for each wrong key', () => {
  let reads = 0
  const properties = new Proxy(keys(50), {
    ownKeys(target) {
      reads++
      return Reflect.ownKeys(target)
    },
  })
  const root = { type: 'object', properties } as unknown as JsonObject
  const wrong = Object.keys(keys(2_000, 'nunber'))
  const value = Object.fromEntries(wrong.map((key) => [key, 'x']))
  const errors = wrong.map(
    (unevaluatedProperty) =>
      ({
        keyword: 'unevaluatedProperties',
        instancePath: '',
        schemaPath: '#/unevaluatedProperties',
        params: { unevaluatedProperty },
        parentSchema: root,
        data: value,
      }) as ErrorObject,
  )
  const faults = explain(errors, value, root)
  expect(faults).toHaveLength(10)
  expect(faults[0]!.text).toMatch(/did you mean property_number_0\?/)
  expect(reads).toBeLessThan(100)
})
