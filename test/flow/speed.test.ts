// How long a decision takes with a full index. Generous, since the machine is shared; `bench/agentdojo` and
// `npm run bench` measure with more care.

import { expect, test } from 'vitest'
import type { Json } from '../../src/tool/json.js'
import { flowTool, Scene, text, texts } from './scene.js'

test('a decision over 1 000 results takes well under a millisecond', () => {
  const mails = flowTool(
    'search_emails',
    'read',
    { query: text },
    { origin: { '*.sender': 'third-party-structured', '*.id': { label: 'first-party', id: 'mail' } } },
  )
  const send = flowTool(
    'send_email',
    'trigger',
    { to: texts, subject: text, body: text },
    { egress: 'send', roles: { to: 'target', subject: 'content', body: 'content' } },
  )
  const scene = new Scene().said(
    ...Array.from(
      { length: 20 },
      (_, i) =>
        `Message ${i}: please send the summary of project ${i} to Lena Meyer at lena@acme.example. ${'More words. '.repeat(20)}`,
    ),
  )
  for (let i = 0; i < 1_000; i++) {
    const rows: Json[] = Array.from({ length: 3 }, (_, j) => ({
      id: `${i}-${j}`,
      sender: `s${i}@x.example`,
      subject: `Project ${i} report ${j}`,
    }))
    scene.shows(mails, rows)
  }
  const times: number[] = []
  for (let i = 0; i < 2_000; i++) {
    const to = i % 2 === 0 ? 'lena@acme.example' : `s${i % 1_000}@x.example`
    times.push(
      scene.judge(send, { to: [to], subject: `Project ${i}`, body: 'The summary follows. '.repeat(20) })
        .micros,
    )
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  console.log(`decision: median ${at(0.5)} us, p99 ${at(0.99)} us`)
  expect(at(0.5)).toBeLessThan(300)
})
