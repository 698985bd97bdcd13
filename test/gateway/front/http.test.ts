// The HTTP front by itself: what a client that behaves badly makes the operator read.

import { request } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { type HttpFront, openHttpFront } from '../../../src/gateway/front/http.js'
import { until } from '../fixtures/running.js'

const token = 'a-token-of-this-test'
let front: HttpFront | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  await front?.close()
})

async function open(warn: (text: string) => void): Promise<HttpFront> {
  const makeServer = () => {
    throw new Error('a fault of ours')
  }
  front = await openHttpFront({ port: 0, token, warn, makeServer, makeSession: makeServer })
  return front
}

test('a client that hangs up in its body is not told of', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const said: string[] = []
  const { url } = await open((text) => said.push(text))
  let closed = 0
  for (let client = 0; client < 5; client += 1) {
    const sent = request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': 100,
      },
    })
    sent.on('error', () => {})
    sent.on('close', () => {
      closed += 1
    })
    sent.write('{"jsonrpc":', () => setTimeout(() => sent.destroy(), 50))
  }
  await until(() => closed === 5, 'the end of the clients')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(printed).not.toHaveBeenCalled()
  expect(said).toEqual([])
})

test('a fault of ours is one line for the operator, and nothing of it for the client', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const said: string[] = []
  const { url } = await open((text) => said.push(text))
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }),
  })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('fault of ours')
  expect(said).toEqual(['a request could not be served: a fault of ours'])
  expect(printed).not.toHaveBeenCalled()
})
