import { expect, test } from 'vitest'
import type { Session } from '../../../src/door/session.js'
import type { Passage, Passages } from '../../../src/gateway/passages.js'
import { Person } from '../../../src/gateway/person/person.js'
import { memoryStore } from '../../../src/stores/memory.js'

/** Passages whose sessions only note what they hear. */
function listening() {
  const heard: Record<string, string[]> = {}
  const opened = new Set<Passage>()
  const passages = { opened, principal: { tenant: 'local', user: 'lena' } } as unknown as Passages
  const clock = { now: 1_800_000_000_000 }
  const person = new Person({
    passages,
    store: memoryStore(),
    promptHook: true,
    clock: () => clock.now,
  })
  const open = (conversation: string) => {
    const userSaid = (text: string) => {
      heard[conversation] = [...(heard[conversation] ?? []), text]
    }
    const session = { userSaid } as unknown as Session
    const passage = { conversation, use: (work: (one: Session) => unknown) => work(session) } as Passage
    opened.add(passage)
    passages.onopen?.(passage)
  }
  const say = (text: string, conversation?: string) => person.said({ text, id: text, conversation })
  return { heard, clock, open, say }
}

test('a conversation that is opened hears the last three messages of the last ten minutes, no older ones', async () => {
  const { heard, clock, open, say } = listening()
  await say('old')
  clock.now += 5 * 60_000
  for (const text of ['a', 'b', 'c', 'd']) await say(text)
  open('one')
  expect(heard.one).toEqual(['b', 'c', 'd'])
  clock.now += 10 * 60_000
  open('two')
  expect(heard.two).toBeUndefined()
})

test('words that name a conversation are heard there alone, also when it is opened later', async () => {
  const { heard, open, say } = listening()
  open('one')
  expect(await say('for two', 'two')).toBe(0)
  expect(await say('for all')).toBe(1)
  open('two')
  expect(heard).toEqual({ one: ['for all'], two: ['for two', 'for all'] })
})
