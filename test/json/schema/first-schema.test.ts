// A file of its own: what it tests happens once in a process, before any value was checked.

import { expect, test } from 'vitest'
import { compileInput, jsonSchema } from '../../../src/json/schema/schema.js'

test('the first schema of a process may have ids and anchors, whose own patterns need their steps', () => {
  const schema = jsonSchema({
    type: 'object',
    properties: {
      to: { $id: 'inner', allOf: [{ $ref: '#addr' }], $defs: { a: { $anchor: 'addr', type: 'string' } } },
    },
  })
  const { defect, check } = compileInput(schema, 't')
  expect(defect()).toBeUndefined()
  expect(check({ to: 'x' })).toEqual([])
})
