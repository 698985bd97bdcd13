// What the compiler knows of a tool: that its result fits its output, and what its value is once it has crossed.

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { empty, failure, jsonSchema, type Tool, tool } from 'sallyport'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Sealed } from '../../src/tool/sealed.js'
import type { ValueOf } from '../../src/tool/tool.js'

const base = { name: 't', description: 'd', useWhen: 'u', effect: 'read', input: z.object({}) } as const
const output = z.object({ a: z.string(), kind: z.enum(['x', 'y']).optional() })

describe('with an output, a run gives what the output takes', () => {
  test('a wrong result does not compile', () => {
    // @ts-expect-error a is a text
    tool({ ...base, output, run: () => ({ a: 1 }) })
    // @ts-expect-error a is missing
    tool({ ...base, output, run: async () => ({}) })
    // @ts-expect-error y is missing in one branch
    tool({ ...base, output, run: () => (Math.random() > 1 ? { a: 'x' } : { b: 1 }) })
    // @ts-expect-error no result
    tool({ ...base, output, run: () => {} })
    // @ts-expect-error arktype
    tool({ ...base, output: type({ a: 'string' }), run: () => ({ a: 1 }) })
    // @ts-expect-error valibot
    tool({ ...base, output: toStandardJsonSchema(v.object({ a: v.string() })), run: () => ({ a: 1 }) })
  })

  test('a right one does, and the value is what the output gives', () => {
    const made = tool({ ...base, output, run: () => ({ a: 'x', kind: 'x' }), toModel: ({ a }) => a })
    expectTypeOf(made).toExtend<Tool<Record<string, never>, Sealed<z.output<typeof output>>>>()
    tool({ ...base, output, run: async () => ({ a: 'x', more: 1 }) })
    tool({ ...base, output, run: () => (Math.random() > 1 ? empty('None.') : { a: 'x' }) })
    tool({ ...base, output, run: async () => failure({ code: 'x', userMessage: 'm' }) })
    tool({ ...base, output, run: () => JSON.parse('{"a":"x"}') })
    tool({ ...base, output: z.array(z.string()), run: (): readonly string[] => ['x'] })
    tool({ ...base, output: z.object({ n: z.number().default(1) }), run: () => ({}) })
    tool({ ...base, output: jsonSchema({ type: 'object' }), run: () => ({ any: 1 }) })
    tool({ ...base, output: type({ a: 'string' }), run: () => ({ a: 'x' }) })
    tool({ ...base, output, handler: 'x', toModel: ({ a }) => a })
  })

  test('the input is known within the run as before', () => {
    const input = z.object({ q: z.string() })
    tool({
      ...base,
      input,
      output,
      run: (given) => {
        expectTypeOf(given).toEqualTypeOf<{ q: string }>()
        return { a: given.q }
      },
    })
  })
})

test('a value has the type of its form after the boundary', () => {
  expectTypeOf<Sealed<Error>>().toEqualTypeOf<{ readonly error: string; readonly code?: string }>()
  expectTypeOf<Sealed<{ f: ReturnType<typeof failure> }>>().toEqualTypeOf<{
    readonly f: { readonly error: string; readonly userMessage: string }
  }>()
  expectTypeOf<Sealed<Float64Array>>().toEqualTypeOf<readonly number[]>()
  expectTypeOf<Sealed<Int16Array>>().toEqualTypeOf<readonly number[]>()
  expectTypeOf<Sealed<BigInt64Array>>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<Sealed<Uint8ClampedArray>>().toEqualTypeOf<string>()
  expectTypeOf<Sealed<DataView>>().toEqualTypeOf<string>()
  expectTypeOf<Sealed<Buffer>>().toEqualTypeOf<string>()
  expectTypeOf<Sealed<Set<undefined | 1>>>().toEqualTypeOf<readonly (1 | null)[]>()
  expectTypeOf<Sealed<(number | undefined)[]>>().toEqualTypeOf<readonly (number | null)[]>()
  expectTypeOf<Sealed<{ a?: Date }>['a']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ValueOf<void>>().toEqualTypeOf<null>()
  expectTypeOf<ValueOf<Promise<undefined>>>().toEqualTypeOf<null>()
})
