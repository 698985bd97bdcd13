// What a decision costs with a full index, beside a nearly empty one. How long it takes, `npm run bench` measures.

import { expect, test } from 'vitest'
import type { Json } from '../../src/json/json.js'
import { workOf } from '../fixtures/work.js'
import { flowTool, Scene, text, texts } from './scene.js'

test('a decision over 1 000 results costs little more than one over 100', () => {
  workOfDecisions(100)
  const [few, many] = [workOfDecisions(100), workOfDecisions(1_000)]
  // Looking at each result would make it ten times as much.
  expect(many).toBeLessThan(Math.max(few, 1) * 5)
})

function workOfDecisions(results: number): number {
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
  for (let i = 0; i < results; i++) {
    const rows: Json[] = Array.from({ length: 3 }, (_, j) => ({
      id: `${i}-${j}`,
      sender: `s${i}@x.example`,
      subject: `Project ${i} report ${j}`,
    }))
    scene.shows(mails, rows)
  }
  const decide = (i: number) => {
    const to = i % 2 === 0 ? 'lena@acme.example' : `s${i % results}@x.example`
    scene.judge(send, {
      to: [to],
      subject: `Project ${i % results}`,
      body: 'The summary follows. '.repeat(20),
    })
  }
  decide(0)
  return workOf(() => {
    for (let i = 0; i < 1_000; i++) decide(i)
  })
}
