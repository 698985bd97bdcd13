import { createGate, DefinitionError, type Tool, toolset } from 'sallyport'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AnyToolOptions, aTool, openGate } from '../fixtures/open-gate.js'

/** The value that a call of the tool gives on a gate that holds only these tools. */
async function ran(tools: readonly Tool[], name = 'open_ticket', args: unknown = {}): Promise<unknown> {
  const outcome = await openGate(tools).session.call({ id: 'c1', name, args })
  return outcome.status === 'ok' ? outcome.value : outcome
}

const ticket = (over: AnyToolOptions = {}) => aTool({ name: 'open_ticket', run: undefined, ...over })

describe('which code runs is read from the declaration', () => {
  test.each<[what: string, over: AnyToolOptions, host: object | undefined, by: string]>([
    ['the method that handler names', { handler: 'open' }, { open: () => 'method' }, 'method'],
    ['an async method', { handler: 'open' }, { open: async () => 'method' }, 'method'],
    ['the method named like the tool', {}, { open_ticket: () => 'method' }, 'method'],
    ['the method named like the tool, async', {}, { open_ticket: async () => 'method' }, 'method'],
    ['run where no method is', { run: () => 'run' }, { other: () => 'method' }, 'run'],
    ['an async run where no method is', { run: async () => 'run' }, { other: () => 'method' }, 'run'],
    ['run without a host', { run: () => 'run' }, undefined, 'run'],
    ['an async run without a host', { run: async () => 'run' }, undefined, 'run'],
    ['run without a host, handler or not', { run: () => 'run', handler: 'open' }, undefined, 'run'],
    ['an async run, handler or not', { run: async () => 'run', handler: 'open' }, undefined, 'run'],
    [
      'the method before run, both sync',
      { run: () => 'run', handler: 'open' },
      { open: () => 'method' },
      'method',
    ],
    [
      'the async method before a sync run',
      { run: () => 'run', handler: 'open' },
      { open: async () => 'method' },
      'method',
    ],
    [
      'the sync method before an async run',
      { run: async () => 'run', handler: 'open' },
      { open: () => 'method' },
      'method',
    ],
    [
      'the async method before an async run',
      { run: async () => 'run', handler: 'open' },
      { open: async () => 'method' },
      'method',
    ],
    ['the method named like the tool before run', { run: () => 'run' }, { open_ticket: () => 'm' }, 'm'],
    [
      'the handler before the method named like the tool',
      { handler: 'open' },
      { open: () => 'handler', open_ticket: () => 'named' },
      'handler',
    ],
    ['run where the host has a value of that name', { run: () => 'run' }, { open_ticket: 7 }, 'run'],
  ])('%s', async (_, over, host, by) => {
    const made = ticket(over)
    expect(await ran(host ? toolset(host, [made]) : [made])).toBe(by)
  })

  test('the method gets the input and the context, and the host as this', async () => {
    class Desk {
      readonly #place = 'lobby'
      open(input: { n: number }, ctx: { user: string }) {
        return { place: this.#place, n: input.n, user: ctx.user }
      }
    }
    const bound = toolset(new Desk(), [ticket({ handler: 'open', input: z.object({ n: z.number() }) })])
    expect(await ran(bound, 'open_ticket', { n: 4 })).toEqual({ place: 'lobby', n: 4, user: 'u-17' })
  })

  test('methods that a class inherits from its own base are found', async () => {
    class Base {
      open() {
        return 'base'
      }
    }
    class Desk extends Base {}
    expect(await ran(toolset(new Desk(), [ticket({ handler: 'open' })]))).toBe('base')
  })

  test('a host without prototype is taken', async () => {
    const host = Object.assign(Object.create(null), { open: () => 'bare' })
    expect(await ran(toolset(host, [ticket({ handler: 'open' })]))).toBe('bare')
  })

  test('static methods of a class are taken', async () => {
    const host = class {
      readonly desk = true
      static open() {
        return 'static'
      }
    }
    expect(await ran(toolset(host, [ticket({ handler: 'open' })]))).toBe('static')
  })

  test('the host object is kept by reference and not frozen', () => {
    const desk = { open: () => 1 }
    toolset(desk, [ticket({ handler: 'open' })])
    expect(Object.isFrozen(desk)).toBe(false)
  })

  test('two hosts serve two gates with one declaration', async () => {
    const made = ticket({ handler: 'open' })
    expect(await ran(toolset({ open: () => 'one' }, [made]))).toBe('one')
    expect(await ran(toolset({ open: () => 'two' }, [made]))).toBe('two')
  })
})

describe('binding refuses', () => {
  const get = { configurable: true, enumerable: true, get: () => () => 'got' }
  const named = ticket({ handler: 'open' })
  test.each<[what: string, host: object, words: RegExp]>([
    ['a method that is missing', {}, /'open'/],
    ['a value that is no method', { open: 'text' }, /'open'/],
    ['null in place of a method', { open: null }, /'open'/],
    ['a getter', Object.defineProperty({}, 'open', get), /getter/],
    ['a getter that is not enumerable', Object.defineProperty({}, 'open', { get: get.get }), /getter/],
    ['a getter of the prototype', Object.create(Object.defineProperty({}, 'open', get)), /getter/],
    ['a setter', Object.defineProperty({}, 'open', { set: () => {} }), /getter/],
  ])('%s', (_, host, words) => {
    const bind = () => toolset(host, [named])
    expect(bind).toThrow(DefinitionError)
    expect(bind).toThrow(/'open_ticket'/)
    expect(bind).toThrow(words)
  })

  test('and never runs the getter to find out', () => {
    const getter = vi.fn(() => () => 'got')
    const host = Object.defineProperty({}, 'open', { get: getter })
    expect(() => toolset(host, [named])).toThrow()
    expect(getter).not.toHaveBeenCalled()
  })

  test.each(Object.getOwnPropertyNames(Object.prototype))('%s of Object.prototype', (name) => {
    // Refused when declared or when bound: either way before any call.
    expect(() => toolset({}, [ticket({ handler: name })])).toThrow(DefinitionError)
  })

  test.each(['call', 'apply', 'bind'])('%s of Function.prototype', (name) => {
    const host = class {}
    expect(() => toolset(host, [ticket({ handler: name })])).toThrow(DefinitionError)
  })

  test('a method that reached Object.prototype by pollution', () => {
    Object.defineProperty(Object.prototype, 'open', { value: () => 'polluted', configurable: true })
    try {
      expect(() => toolset({}, [named])).toThrow(DefinitionError)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'open')
    }
  })

  test('two tools that claim one method', () => {
    const other = aTool({ name: 'open', run: undefined })
    const bind = () => toolset({ open: () => 1 }, [named, other])
    expect(bind).toThrow(DefinitionError)
    expect(bind).toThrow(/'open_ticket'.*'open'|'open'.*'open_ticket'/)
  })

  test('two tools of two sets of one host that claim one method', () => {
    const host = { open: () => 1 }
    const other = aTool({ name: 'open', run: undefined })
    expect(() => createGate({ tools: [...toolset(host, [named]), ...toolset(host, [other])] })).toThrow(
      DefinitionError,
    )
  })

  test.each([[undefined], [null], ['desk'], [7]])('%j for a host', (host) => {
    expect(() => toolset(host as never, [named])).toThrow(DefinitionError)
  })

  test.each([[undefined], [{}], [[null]], [[{ name: 'open' }]]])('%j for tools', (tools) => {
    expect(() => toolset({ open: () => 1 }, tools as never)).toThrow(DefinitionError)
  })
})

describe('one gate binds a declaration once', () => {
  const made = ticket({ handler: 'open', run: () => 'run' })
  const one = toolset({ open: () => 1 }, [made])
  const two = toolset({ open: () => 2 }, [made])
  test.each<[what: string, tools: readonly Tool[]]>([
    ['two hosts', [...one, ...two]],
    ['bound and unbound', [made, ...one]],
    ['one binding twice', [...one, ...one]],
    ['the declaration twice', [made, made]],
  ])('%s', (_, tools) => {
    expect(() => createGate({ tools })).toThrow(DefinitionError)
    expect(() => createGate({ tools })).toThrow(/'open_ticket'/)
  })

  test('so a bound tool is not bound again', () => {
    expect(() => toolset({ open: () => 3 }, one)).toThrow(DefinitionError)
  })
})

describe('only methods that a bound tool declares can be reached', () => {
  const secret = vi.fn(() => 'secret')
  const host = { open: () => 'open', close: secret, _delete: secret, delete_all: secret }
  const { session } = openGate(toolset(host, [ticket({ handler: 'open' })]))

  test.each([
    'open',
    'close',
    '_delete',
    'delete_all',
    'constructor',
    'toString',
    '__proto__',
    'open_ticket.close',
  ])('not by the name %s', async (name) => {
    expect(await session.call({ id: name, name, args: {} })).toMatchObject({
      status: 'denied',
      error: { code: 'unknown_tool' },
    })
    expect(secret).not.toHaveBeenCalled()
  })

  test.each([
    [{ handler: 'close' }],
    [{ _handler: 'close' }],
    [{ method: 'close' }],
    [{ name: 'close' }],
    ['{"__proto__":{"handler":"close"}}'],
  ])('not by the arguments %j', async (args) => {
    expect(await session.call({ id: JSON.stringify(args), name: 'open_ticket', args })).toMatchObject({
      error: { code: 'invalid_arguments' },
    })
    expect(secret).not.toHaveBeenCalled()
  })

  test.each([
    [{ handler: 'close' }],
    [{ tool: 'close' }],
    [{ run: 'close' }],
    [{ by: 'program' }],
    [{ declaration: {} }],
    [{ grant: ['close'] }],
  ])('not by %j beside the arguments', async (extra) => {
    const call = { id: JSON.stringify(extra), name: 'open_ticket', args: {}, ...extra }
    expect(await session.call(call)).toMatchObject({ status: 'ok', value: 'open' })
    expect(secret).not.toHaveBeenCalled()
  })
})

describe('several tools may name one method', () => {
  const open = (_: unknown, ctx: { tool: string }) => `by ${ctx.tool}`
  const first = ticket({ handler: 'open' })
  const second = aTool({ name: 'reopen_ticket', run: undefined, handler: 'open' })

  test.each<[string, (host: object) => readonly Tool[]]>([
    ['in one set', (host) => toolset(host, [first, second])],
    ['in two sets', (host) => [...toolset(host, [first]), ...toolset(host, [second])]],
  ])('%s, and the method is told which one was declared', async (_, bind) => {
    const tools = bind({ open })
    expect(await ran(tools)).toBe('by open_ticket')
    expect(await ran(tools, 'reopen_ticket')).toBe('by reopen_ticket')
  })

  test('the name is the declared one, however a call writes it', async () => {
    const outcome = await ran(toolset({ open }, [first]), 'Open-Ticket')
    expect(outcome).toMatchObject({ status: 'denied' })
    expect(await ran(toolset({ open }, [first]), 'open_ticket', { tool: 'other' })).toMatchObject({
      status: 'error',
    })
  })
})
