import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { boundedError } from '../../src/door/bounded-error.js'
import { callOnce } from '../fixtures/open-gate.js'

/** What a log makes of it, in characters. */
function lineOf(err: unknown): string {
  const lines: string[] = []
  pino({ base: null }, { write: (text: string) => void lines.push(text) }).error({ err }, 'x')
  return lines.join('')
}

const long = 'y'.repeat(10_000_000)
const chain = (depth: number): Error =>
  new Error(`${depth} ${'z'.repeat(5_000)}`, depth > 0 ? { cause: chain(depth - 1) } : undefined)
const self = new Error('self')
self.cause = self
const knot = Object.assign(new Error('knot'), { errors: [] as unknown[] })
knot.errors.push(knot)
class Hostile extends Error {
  override get stack(): string {
    throw new Error('no stack')
  }
}

describe('an error in a log', () => {
  test.each<[string, unknown]>([
    ['a plain one', new Error('no such table')],
    [
      'with a code',
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect', errno: -111 }),
    ],
    ['with a cause', new Error('outer', { cause: new Error('inner') })],
    ['several', new AggregateError([new Error('a'), new Error('b')], 'both')],
    ['a text', 'no'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { code: 'x' }],
  ])('%s stays as it is', (_, error) => {
    expect(boundedError(error)).toBe(error)
  })

  test.each<[string, unknown]>([
    ['a message of 10 MB', new Error(long)],
    ['one of escapes', new Error('\u0001'.repeat(100_000))],
    ['one of line ends that look like frames', new Error('\n    at x (y:1:1)'.repeat(100_000))],
    ['a long cause', new Error('short', { cause: new Error(long) })],
    ['many causes', chain(50)],
    ['its own cause', self],
    ['its own part', knot],
    ['a response in it', Object.assign(new Error('x'), { response: { body: long } })],
    ['a socket in it', Object.assign(new Error('x'), { socket: new Map([[long, long]]) })],
    ['a long name', Object.assign(new Error('x'), { name: long })],
    ['a long code', Object.assign(new Error('x'), { code: long })],
    ['a long text', long],
    ['a large object', { rows: Array.from({ length: 10_000 }, () => long.slice(0, 100)) }],
    ['several long ones', new AggregateError([new Error(long), new Error(long)], 'both')],
  ])('%s is cut to 8 KiB', (_, error) => {
    const bounded = boundedError(error)
    expect(bounded instanceof Error).toBe(error instanceof Error)
    expect(lineOf(bounded).length).toBeLessThan(10 * 1_024)
  })

  test('what is left says what it was, and where', () => {
    const { name, message, stack, code } = boundedError(
      Object.assign(new RangeError(`disk full ${long}`), { code: 'ENOSPC' }),
    ) as Error & { code: string }
    expect([name, code]).toEqual(['RangeError', 'ENOSPC'])
    expect(message).toMatch(/^disk full y+ \[cut: 10000010 characters\]$/)
    expect(stack).toMatch(/\n\s+at .*bounded-error\.test/)
  })

  test('one that a tool throws is cut before it is logged', async () => {
    const { lines } = await callOnce({
      run: () => {
        throw new Error(long)
      },
    })
    const errors = lines.flatMap(({ fields }) => ('err' in fields ? [fields.err] : []))
    expect(errors).toHaveLength(1)
    expect(lineOf(errors[0]).length).toBeLessThan(10 * 1_024)
  })

  test('one that throws when it is looked at loses no call', async () => {
    const { lines, status } = await callOnce({
      run: () => {
        throw new Hostile('x')
      },
    })
    expect(status).toBe('error')
    expect(lines).not.toEqual([])
  })
})
