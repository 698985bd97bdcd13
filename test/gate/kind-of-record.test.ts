// "The mail about X" is no event, where the gate has tools for both.

import { expect, test } from 'vitest'
import { flowTool, Scene, text, texts } from '../fixtures/scene.js'

const ORGANIZER = 'bob@evil.example'
const mails = flowTool(
  'read_mail',
  'read',
  {},
  { origin: { '*.sender': 'third-party-structured', '*.subject': 'third-party-structured' } },
)
const events = flowTool(
  'list_events',
  'read',
  {},
  { origin: { '*.organizer': 'third-party-structured', '*.title': 'third-party-structured' } },
)
const send = flowTool(
  'send_email',
  'trigger',
  { to: texts, body: text },
  { egress: 'send', roles: { to: 'target', body: 'content' } },
)

test.each([
  ['Send a mail to the organizer of the event “Board Review”', 'allow'],
  ['Reply to the mail “Board Review”', 'held'],
  // A thing that no tool is about speaks against none.
  ['Reply to the draft “Board Review”', 'allow'],
])('%s: %s', async (words, expected) => {
  const verdict = await new Scene()
    .said(words)
    .shows(mails, [{ sender: 'tom@acme.example', subject: 'Lunch' }])
    .shows(events, [{ organizer: ORGANIZER, title: 'Board Review' }])
    .verdict(send, { to: [ORGANIZER], body: 'yes' })
  expect(verdict).toMatch(new RegExp(`^${expected}`))
})
