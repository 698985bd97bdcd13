// Questions to the person behind a client, in both eras, before a real server.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FAILURE_META } from '../../../src/mcp/tools/results.js'
import { connectPerson, DESKS, picks, type Reply } from '../fixtures/person.js'
import { QUICK, type Running, runGateway, until } from '../fixtures/running.js'
import { freshFolder, realServer } from '../fixtures/servers.js'

const folder = freshFolder()
let running: Running
let count = 0

beforeAll(async () => {
  const rules = [
    {
      pattern: 'write_*',
      effect: 'write',
      egress: false,
      roles: { path: 'target', content: 'content' },
    } as const,
  ]
  running = await runGateway([{ ...realServer('filesystem', folder), rules }], QUICK, {
    operator: { mode: 'ask' },
    people: DESKS,
  })
})
afterAll(() => running.close())

/** Well-formed, and of another gateway. */
const stateOfAnother = `v1.${Buffer.from('{"p":{"approval":"ap_1"},"exp":9999999999}').toString('base64url')}.${'A'.repeat(43)}`

const freshPath = () => join(folder, `${count++}.txt`)
const write = async (client: Client, path: string, options = {}) => {
  const args = { path, content: 'x' }
  const result = await client.callTool({ name: 'filesystem_write_file', arguments: args }, options)
  const { [FAILURE_META]: failure } = (result._meta ?? {}) as { [FAILURE_META]?: { code: string } }
  return result.isError ? failure?.code : 'ok'
}

describe.each(['legacy', 'auto'] as const)('a client of the %s era with a person', (era) => {
  const connect = (reply: () => Reply | Promise<Reply>, client = {}) =>
    connectPerson(running, era, reply, client)

  test('is shown what the call would do, and a call that they allow runs', async () => {
    const { client, shown } = await connect(() => picks('allow once'))
    const path = freshPath()
    expect(await write(client, path)).toBe('ok')
    expect(existsSync(path)).toBe(true)
    expect(shown).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^Sallyport asks: May filesystem_write_file run\? /),
        requestedSchema: {
          type: 'object',
          properties: {
            answer: {
              type: 'string',
              title: 'Answer',
              enum: ['allow once', 'allow these values', 'never', 'refuse'],
            },
          },
          required: ['answer'],
        },
      }),
    ])
    expect(shown[0]?.message).toContain(`\n- target "path": "${path}" (not found in what was shown)`)
    expect(shown[0]?.message).toContain('\n- "content": "x"')
    await client.close()
  })

  test('is asked each time when they allow once, and once when they allow the values', async () => {
    let answer = 'allow once'
    const { client, shown } = await connect(() => picks(answer))
    const path = freshPath()
    await write(client, path)
    answer = 'allow these values'
    await write(client, path)
    expect(shown).toHaveLength(2)
    expect(await write(client, path)).toBe('ok')
    expect(shown).toHaveLength(2)
    await client.close()
  })

  test.each<[what: string, reply: Reply, code: string]>([
    ['they refuse', picks('refuse'), 'not_permitted'],
    ['they refuse for good', picks('never'), 'not_permitted'],
    ['they decline', { action: 'decline' }, 'not_permitted'],
    ['they cancel', { action: 'cancel' }, 'held'],
    ['their answer is none of those offered', picks('yes, and send it to bob@evil.example'), 'held'],
    ['their answer has more in it', { action: 'accept', content: { answer: 'allow once', more: 1 } }, 'held'],
    ['their answer is empty', { action: 'accept' }, 'held'],
    ['their client fails', new Error('no window'), 'held'],
  ])('does not run the call when %s', async (_, reply, code) => {
    const { client, shown } = await connect(() => reply)
    const path = freshPath()
    // The official client of the newer era ends the call itself when its handler fails.
    const ended = write(client, path)
    if (era === 'auto' && reply instanceof Error) await expect(ended).rejects.toThrow()
    else expect(await ended).toBe(code)
    expect(shown).toHaveLength(1)
    expect(existsSync(path)).toBe(false)
    await client.close()
  })

  test.each([
    ['is not listed', { name: 'other' }],
    ['has no forms', { capabilities: {} }],
    ['has forms at a URL only', { capabilities: { elicitation: { url: {} } } }],
  ])('is not asked when it %s', async (_, options) => {
    const { client, shown } = await connect(() => picks('allow once'), options)
    expect(await write(client, freshPath())).toBe('held')
    expect(shown).toEqual([])
    await client.close()
  })

  test('answers for this tool only: what they allowed in one is asked about in another', async () => {
    const { client, shown } = await connect(() => picks(shown.length === 1 ? 'allow these values' : 'refuse'))
    const path = freshPath()
    expect(await write(client, path)).toBe('ok')
    const { isError } = await client.callTool({
      name: 'filesystem_create_directory',
      arguments: { path },
    })
    expect(isError).toBe(true)
    expect(shown[1]?.message).toContain(`"path": "${path}" (not found in what was shown)`)
    await client.close()
  })
})

describe('a question inside of a call, before 2026-07-28', () => {
  test('comes after the one before it was answered', async () => {
    let open = 0
    let most = 0
    const { client, shown } = await connectPerson(running, 'legacy', async () => {
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 20))
      open -= 1
      return picks('allow once')
    })
    const ends = await Promise.all([freshPath(), freshPath(), freshPath()].map((path) => write(client, path)))
    expect(ends).toEqual(['ok', 'ok', 'ok'])
    expect([most, shown.length]).toEqual([1, 3])
    await client.close()
  })

  test('is asked for each of two equal calls, when they are allowed once', async () => {
    const { client, shown } = await connectPerson(running, 'legacy', () => picks('allow once'))
    const path = freshPath()
    expect(await Promise.all([write(client, path), write(client, path)])).toEqual(['ok', 'ok'])
    expect(shown).toHaveLength(2)
    await client.close()
  })

  test('is taken back when the call is cancelled, and stays open', async () => {
    let withdrawn = false
    const { client, shown } = await connectPerson(running, 'legacy', async (_, signal) => {
      if (shown.length > 1) return picks('allow once')
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      withdrawn = true
      return picks('allow once')
    })
    const path = freshPath()
    const controller = new AbortController()
    const pending = write(client, path, { signal: controller.signal })
    await until(() => shown.length === 1, 'the question')
    controller.abort('enough')
    await expect(pending).rejects.toThrow()
    await until(() => withdrawn, 'the cancellation')
    expect(existsSync(path)).toBe(false)
    // The lane is free again, and the same question is asked of the next call.
    expect(await write(client, path)).toBe('ok')
    await client.close()
  })
})

describe('the state of a round, since 2026-07-28', () => {
  const anything = z.looseObject({})
  /** A client that plays its rounds by hand. */
  async function connectByHand() {
    const { client } = await connectPerson(running, 'auto', () => new Error('not asked by itself'))
    const send = (path: string, round: object = {}) => {
      const params = {
        name: 'filesystem_write_file',
        arguments: { content: 'x', path },
        ...round,
      }
      return client.request({ method: 'tools/call', params }, anything, { allowInputRequired: true })
    }
    return { client, send }
  }
  const allowed = { answer: picks('allow once') }
  const refusal = {
    isError: true,
    content: [{ type: 'text', text: expect.stringMatching(/^Not run\. .* belongs to no approval/) }],
    _meta: { [FAILURE_META]: { status: 'denied', code: 'not_permitted' } },
  }

  test('comes with the form, and lets the retry of this call run', async () => {
    const { client, send } = await connectByHand()
    const path = freshPath()
    const held = await send(path)
    expect(held).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
      inputRequests: { answer: { method: 'elicitation/create', params: { mode: 'form' } } },
    })
    expect(held.content).toBeUndefined()
    expect(existsSync(path)).toBe(false)
    expect(await send(path, { requestState: held.requestState, inputResponses: allowed })).not.toHaveProperty(
      'isError',
    )
    expect(existsSync(path)).toBe(true)
    await client.close()
  })

  test('is refused when it is used again, whatever the first answer was', async () => {
    const { client, send } = await connectByHand()
    for (const first of [allowed, { answer: { action: 'cancel' } }]) {
      const path = freshPath()
      const { requestState } = await send(path)
      await send(path, { requestState, inputResponses: first })
      rmSync(path, { force: true })
      expect(await send(path, { requestState, inputResponses: allowed })).toMatchObject(refusal)
      expect(existsSync(path)).toBe(false)
    }
    await client.close()
  })

  test('counts for nobody else, and for no other call', async () => {
    const [one, other] = [await connectByHand(), await connectByHand()]
    const path = freshPath()
    const { requestState } = await one.send(path)
    await other.send(path)
    const retry = { requestState, inputResponses: allowed }
    expect(await other.send(path, retry)).toMatchObject(refusal)
    expect(await one.send(freshPath(), retry)).toMatchObject(refusal)
    expect(existsSync(path)).toBe(false)
    expect(running.lines()).toContain('an answer was refused: it belongs to no approval that waits')
    // None of this has used it up.
    expect((await one.send(path, retry)).isError).toBeUndefined()
    await one.client.close()
    await other.client.close()
  })

  test.each<[string, (state: string) => unknown]>([
    ['made up', () => 'more'],
    ['changed', (state) => state.replace(/^(v1\.)(.)/, (_, head, char) => head + (char === 'e' ? 'f' : 'e'))],
    ['signed with another key', () => stateOfAnother],
    ['empty', () => ''],
    ['huge', (state) => state + 'A'.repeat(100_000)],
    ['no text', () => 1],
    ['null', () => null],
  ])('is refused when it is %s', async (_, forge) => {
    const { client, send } = await connectByHand()
    const path = freshPath()
    const { requestState } = await send(path)
    const forged = forge(requestState as string)
    expect(await send(path, { requestState: forged, inputResponses: allowed })).toMatchObject(refusal)
    expect(existsSync(path)).toBe(false)
    await client.close()
  })

  test('is wanted: an answer without it is none, and the call is asked about', async () => {
    const { client, send } = await connectByHand()
    const path = freshPath()
    await send(path)
    expect(await send(path, { inputResponses: allowed })).toMatchObject({ resultType: 'input_required' })
    expect(existsSync(path)).toBe(false)
    await client.close()
  })

  test('without an answer leaves the call held', async () => {
    const { client, send } = await connectByHand()
    const path = freshPath()
    const { requestState } = await send(path)
    const held = await send(path, { requestState })
    expect(held).toMatchObject({ isError: true, _meta: { [FAILURE_META]: { code: 'held' } } })
    await client.close()
  })

  test('is refused once the question was answered elsewhere', async () => {
    const { client, send } = await connectByHand()
    const path = freshPath()
    const [first, second] = [await send(path), await send(path)]
    await send(path, {
      requestState: first.requestState,
      inputResponses: { answer: { action: 'decline' } },
    })
    const late = await send(path, { requestState: second.requestState, inputResponses: allowed })
    expect(late).toMatchObject(refusal)
    expect(existsSync(path)).toBe(false)
    await client.close()
  })
})
