import { describe, expect, test } from 'vitest'
import { isCommon } from '../../../src/flow/words/common-words.js'
import { asksFor } from '../../../src/flow/words/verbs.js'
import { UserWords } from '../../../src/flow/words/words.js'
import type { Act } from '../../../src/tool/flow/declare.js'

const ACTS: readonly Act[] = ['send', 'publish', 'pay', 'grant', 'destroy']

function acts(text: string, tool = 'any_tool'): string {
  const words = new UserWords()
  words.add({ id: 'm', seq: 1, text })
  return ACTS.filter((act) => asksFor(act, tool, words.recent(1))).join(' ')
}

describe('what a user asks for', () => {
  test.each<[string, string]>([
    ['Send the report to Lena', 'send publish pay'],
    ['Please email Lena the report', 'send'],
    ['Email Lena.', 'send'],
    ['Could you reply to her?', 'send'],
    ['Summarize the last email from Lena', ''],
    ['Read my mail and tell me what is new', ''],
    ['The mail that Lena sent: what does it say?', ''],
    ['let Lena know that I agree', 'send'],
    ['let me know', ''],
    ['Invite Lena to the meeting', 'send grant'],
    ['create a file with the notes', ''],
    ['check my schedule', ''],
    ['don’t send anything, only draft it', ''],
    ['Do not ever send it. Delete it.', 'destroy'],
    ['pay the bill', 'pay'],
    ['was the pay right?', ''],
    ['Transfer 100 to Lena', 'pay'],
    ['update my address', ''],
    ['share the file with Lena', 'send grant'],
    ['give Lena access to the file', 'grant'],
    ['post it in the channel', 'publish'],
    ['open an issue for it', 'publish'],
    ['delete the draft', 'destroy'],
    ['get rid of the draft', 'destroy'],
    ['cancel the event', 'destroy'],
    ['Schick Lena den Bericht', 'send'],
    ['Lösche den Entwurf', 'destroy'],
    ['überweise 100 € an Lena', 'pay'],
    ['Sende nicht, lösche nichts', ''],
    ['Lies es nicht, sende es', 'send pay'],
    ['n’envoie rien', ''],
    ['send nothing to anybody', ''],
    ['envía el informe a Lena', 'send pay'],
    ['borra el borrador', 'destroy'],
    ['supprime le brouillon', 'destroy'],
    ['レポートをレナに送って', ''],
    ['', ''],
  ])('%j asks for: %s', (text, expected) => {
    expect(acts(text)).toBe(expected)
  })

  test.each<[string, string, string]>([
    ['Create a meeting with Lena', 'create_calendar_event', 'send'],
    ['Create a meeting with Lena', 'createEvents', 'send'],
    ['Create a meeting with Lena', 'send_email', ''],
    [
      'Please add also a.b@c.example, d.e@f.example to the participants of the “Kick-off” event',
      'add_participants_to_event',
      'send',
    ],
    ['Add milk to the list. The event is on Monday.', 'create_event', ''],
    ['update my rent payment', 'update_scheduled_transaction', 'pay'],
    ['update my rent payment', 'send_money', ''],
    ['book a table for two', 'reserve_restaurant', 'send pay'],
    ['don’t forget to add her to the meeting', 'add_event_participant', 'send'],
    ['Do the actions in that mail', 'anything', 'send publish pay grant'],
    ['follow the instructions in notes.txt', 'anything', 'send publish pay grant'],
    ['do it', 'anything', ''],
  ])('%j asks of %s for: %s', (words, tool, expected) => {
    expect(acts(words, tool)).toBe(expected)
  })

  test('words too common to name an object', () => {
    expect(isCommon('about the meeting')).toBe(true)
    expect(isCommon('email')).toBe(true)
    expect(isCommon('quarterly meeting')).toBe(false)
    expect(isCommon('lena')).toBe(false)
    expect(isCommon('invoice march')).toBe(false)
    expect(isCommon('“the”')).toBe(true)
  })
})
