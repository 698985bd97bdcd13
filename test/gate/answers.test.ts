import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApprovalError, DefinitionError, memoryStore, type Outcome, tool } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalOf, ask, mailbox, openMailbox, settled } from '../fixtures/mail.js'
import { aTool, codeOf, latch, openGate, PRINCIPAL, standingClock } from '../fixtures/open-gate.js'

const BOB = { to: 'bob@other.example', body: 'hello' }
const BY = { by: 'u-17' }

/** A mailbox whose user wants something sent, and a call of that which is held. */
async function heldOnce(options: Parameters<typeof openMailbox>[0] = {}) {
  const opened = openMailbox(options)
  opened.session.userSaid('Send hello to Bob', { id: 'u1' })
  const held = await opened.session.call({ id: 'c1', name: 'send_mail', args: BOB })
  return { ...opened, held, approval: approvalOf(held) }
}

describe('an answer', () => {
  test('once: the model’s own retry passes, and only one', async () => {
    const { session, box, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'once', ...BY })
    expect((await ask(session, 'send_mail', BOB)).status).toBe('ok')
    expect((await ask(session, 'send_mail', BOB)).status).toBe('held')
    expect(box.sent).toEqual([BOB])
  })

  test('once: resume runs the stored call under its own id, and its outcome is the latest', async () => {
    const { session, box, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'once', ...BY })
    const outcome = await session.resume(approval.id)
    expect(outcome).toMatchObject({ status: 'ok', callId: 'c1' })
    expect(session.outcome('c1')).toBe(outcome)
    // The model calls again under the same id: that call is done, and is not done again.
    expect(await session.call({ id: 'c1', name: 'send_mail', args: BOB })).toMatchObject({
      status: 'ok',
      replayed: 'id',
    })
    expect(box.sent).toEqual([BOB])
  })

  test('once: under the same id too, since a held outcome is not shared once it is answered', async () => {
    const { session, approval } = await heldOnce()
    const again = () => session.call({ id: 'c1', name: 'send_mail', args: BOB })
    expect(await again()).toMatchObject({ status: 'held', replayed: 'id' })
    await session.approve(approval.id, { for: 'once', ...BY })
    const outcome = await again()
    expect(outcome.status).toBe('ok')
    expect(outcome.replayed).toBeUndefined()
  })

  test('once is bound to the arguments: one byte changed asks again', async () => {
    const { session, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'once', ...BY })
    const other = await ask(session, 'send_mail', { ...BOB, body: 'hello!' })
    expect(approvalOf(other).id).not.toBe(approval.id)
  })

  test('value: the value passes with other content, for this tool', async () => {
    const { session, box, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'value', ...BY })
    expect((await ask(session, 'send_mail', { ...BOB, body: 'more' })).status).toBe('ok')
    expect((await ask(session, 'send_mail', { to: 'eve@other.example', body: '' })).status).toBe('held')
    expect(box.sent).toHaveLength(1)
  })

  test('value with uses: counts runs, also of calls that wait for their turn together', async () => {
    const { session, box, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'value', uses: 2, ...BY })
    const outcomes = await session.callAll(
      ['a', 'b', 'c'].map((body) => ({ id: body, name: 'send_mail', args: { ...BOB, body } })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'held'])
    expect(box.sent).toHaveLength(2)
  })

  test('two who resume at once, or call again under the same id, make one run', async () => {
    const { session, box, approval } = await heldOnce()
    await session.approve(approval.id, { for: 'value', ...BY })
    const again = () => session.call({ id: 'c1', name: 'send_mail', args: BOB })
    const outcomes = await Promise.all([again(), session.resume(approval.id), again()])
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
    expect(box.sent).toEqual([BOB])
  })

  test('value with until: ends', async () => {
    const clock = standingClock()
    const { session, approval } = await heldOnce({ clock })
    await session.approve(approval.id, { for: 'value', until: clock() + 5_000, ...BY })
    expect((await ask(session, 'send_mail', { ...BOB, body: 'a' })).status).toBe('ok')
    clock.forward(5_001)
    expect((await ask(session, 'send_mail', { ...BOB, body: 'b' })).status).toBe('held')
  })

  test('no: denied, by retry and by resume', async () => {
    const { session, box, approval } = await heldOnce()
    await session.deny(approval.id, { ...BY })
    expect(codeOf(await ask(session, 'send_mail', BOB))).toBe('not_permitted')
    expect(codeOf(await session.resume(approval.id))).toBe('not_permitted')
    expect(box.sent).toEqual([])
  })

  test('once lets one of two equal calls run that wait for their turn', async () => {
    const gone = latch()
    let runs = 0
    const base = { description: 'x.', useWhen: 'x', effect: 'write' as const, egress: 'send' as const }
    const slow = tool({ ...base, name: 'slow', input: z.object({}), egress: false, run: () => gone.opened })
    const send = tool({
      ...base,
      name: 'send',
      input: z.object({ to: z.string() }),
      run: () => ({ runs: ++runs }),
    })
    const { session } = openGate([slow, send] as never, { mode: 'ask' }, { task: ['send'] })
    const call = (id: string) => session.call({ id, name: 'send', args: { to: BOB.to } })
    await session.approve(approvalOf(await call('c1')).id, { for: 'once', ...BY })
    const ahead = session.call({ id: 's', name: 'slow', args: {} })
    const both = [call('c2'), call('c3')]
    await settled()
    gone.open()
    await ahead
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['ok', 'held'])
    expect(runs).toBe(1)
  })

  test.each<[what: string, options: object, words: RegExp]>([
    ['somebody else', { for: 'once', by: 'u-18' }, /Only the user of the session or an operator/],
    ['nobody', { for: 'once', by: '' }, /Only the user/],
    ['a use for once', { for: 'once', uses: 2, ...BY }, /are for an answer about values/],
    ['an end in the past', { for: 'value', until: '2001-01-01', ...BY }, /in the past/],
    ['an end that is none', { for: 'value', until: 'soon', ...BY }, /no date/],
  ])('is not taken from %s', async (_, options, words) => {
    const { session, approval } = await heldOnce()
    await expect(session.approve(approval.id, options as never)).rejects.toThrow(words)
    await expect(session.approve(approval.id, options as never)).rejects.toBeInstanceOf(ApprovalError)
    expect((await ask(session, 'send_mail', BOB)).status).toBe('held')
  })

  test.each<[what: string, options: unknown, words: RegExp]>([
    ['nothing', undefined, /^session.approve\(\): /],
    ['no scope', BY, /^session.approve\(\): for: /],
    ['a scope that is none', { for: 'always', ...BY }, /for: .*"once"\|"value"/],
    ['nobody named', { for: 'once' }, /by: give who answers/],
    ['a person as an object', { for: 'once', by: { user: 'u-17' } }, /by: give who answers/],
    ['no use at all', { for: 'value', uses: 0, ...BY }, /uses: must be 1 or more/],
    ['half a use', { for: 'value', uses: 1.5, ...BY }, /uses: /],
    [
      'a misspelt key',
      { for: 'value', untill: '2099-01-01', ...BY },
      /unknown key 'untill'; did you mean 'until'/,
    ],
    ['another key', { for: 'once', forever: true, ...BY }, /unknown key 'forever'/],
  ])('options are refused by what is wrong in them: %s', async (_, options, words) => {
    const { session, approval } = await heldOnce()
    await expect(session.approve(approval.id, options as never)).rejects.toThrow(words)
    await expect(session.approve(approval.id, options as never)).rejects.toBeInstanceOf(DefinitionError)
    expect((await ask(session, 'send_mail', BOB)).status).toBe('held')
  })

  test('a no takes no number of uses, and nobody for its author', async () => {
    const { session, approval } = await heldOnce()
    await expect(session.deny(approval.id, { uses: 1, ...BY } as never)).rejects.toThrow(
      /^session.deny\(\): unknown key 'uses'/,
    )
    await expect(session.deny(approval.id, {} as never)).rejects.toBeInstanceOf(DefinitionError)
    await expect(session.deny(approval.id, { by: 'u-18' })).rejects.toBeInstanceOf(ApprovalError)
    expect((await ask(session, 'send_mail', BOB)).status).toBe('held')
  })

  test('is not taken twice, and not for an approval of another session', async () => {
    const { gate, session, approval } = await heldOnce()
    const other = gate.session({ ...PRINCIPAL, conversation: 'c-2' })
    await expect(other.approve(approval.id, { for: 'once', ...BY })).rejects.toThrow('no such approval')
    await expect(other.resume(approval.id)).rejects.toThrow('no such approval')
    await session.deny(approval.id, { by: 'operator:desk' })
    await expect(session.approve(approval.id, { for: 'once', ...BY })).rejects.toThrow('answered before')
  })
})

describe('approvals', () => {
  test('an equal held call has the same approval', async () => {
    const { session, approval } = await heldOnce()
    const again = await ask(session, 'send_mail', { body: BOB.body, to: BOB.to })
    expect(approvalOf(again).id).toBe(approval.id)
    expect(await session.approvals()).toEqual([approval])
  })

  test('at most five are open; a sixth call is denied', async () => {
    const { session } = openMailbox()
    session.userSaid('Send it', { id: 'u1' })
    const outcomes: Outcome[] = []
    for (let at = 0; at < 6; at++)
      outcomes.push(await ask(session, 'send_mail', { ...BOB, to: `${at}@x.example` }))
    expect(outcomes.map((outcome) => codeOf(outcome))).toEqual([...Array(5).fill('held'), 'rate_limited'])
  })

  test('end after an hour; then the call is asked about anew', async () => {
    const clock = standingClock()
    const { session, approval } = await heldOnce({ clock })
    clock.forward(3_600_001)
    await expect(session.approve(approval.id, { for: 'once', ...BY })).rejects.toThrow('expired')
    const again = await session.call({ id: 'c1', name: 'send_mail', args: BOB })
    expect(approvalOf(again).id).not.toBe(approval.id)
  })
})

describe('preview', () => {
  test.each<[status: string, name: string, args: object]>([
    ['allow', 'read_mail', {}],
    ['held', 'send_mail', BOB],
    ['denied', 'no_such_tool', {}],
    ['error', 'send_mail', { too: 'x' }],
  ])('%s: %s %j', async (status, name, args) => {
    const { session, box, events } = openMailbox()
    session.userSaid('Send hello to Bob', { id: 'u1' })
    expect((await session.preview({ id: 'p', name, args })).status).toBe(status)
    expect(box.sent).toEqual([])
    expect(events).toEqual([])
  })

  test('has the approval that the call itself will have', async () => {
    const { session } = openMailbox()
    session.userSaid('Send hello to Bob', { id: 'u1' })
    const { approval } = await session.preview({ id: 'c1', name: 'send_mail', args: BOB })
    const held = await session.call({ id: 'c1', name: 'send_mail', args: BOB })
    expect(approvalOf(held)).toEqual(approval)
  })

  test('changes nothing: no try is counted, nothing is put in', async () => {
    const { session } = openMailbox({}, { task: ['send_mail'] })
    session.userSaid('Boiler invoice', { id: 'u1' })
    for (let at = 0; at < 5; at++) {
      await session.preview({ id: 'p', name: 'send_mail', args: { too: 'x' } })
      await session.preview({ id: 'p', name: 'send_mail', args: { to: 'lena@acme.example', body: 'yes' } })
    }
    const faulty = await ask(session, 'send_mail', { too: 'x' })
    expect(faulty).toMatchObject({ error: { retryable: true } })
    // Had the previews counted as calls, the sender would be the model's own word by now.
    await ask(session, 'read_mail')
    expect((await ask(session, 'send_mail', { to: 'lena@acme.example', body: 'no' })).status).toBe('ok')
  })
})

describe('callAll with onApproval', () => {
  const batch = [
    { id: 'a', name: 'read_mail', args: {} },
    { id: 'b', name: 'send_mail', args: BOB },
    { id: 'c', name: 'send_mail', args: { to: 'eve@other.example', body: 'x' } },
    { id: 'd', name: 'send_mail', args: BOB },
  ]

  test('asks, one after another, and gives final outcomes in order', async () => {
    const { session, box } = openMailbox()
    session.userSaid('Send hello to Bob', { id: 'u1' })
    const asked: string[] = []
    const outcomes = await session.callAll(batch, {
      onApproval({ items }) {
        const value = String(items[0]?.value)
        asked.push(value)
        return value === BOB.to ? { approve: { for: 'once', ...BY } } : { deny: BY }
      },
    })
    expect(outcomes.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
      'a ok',
      'b ok',
      'c denied',
      'd ok',
    ])
    // Two sends are two acts, and each was asked about.
    expect(asked).toEqual([BOB.to, 'eve@other.example', BOB.to])
    expect(box.sent).toEqual([BOB, BOB])
  })

  test('what nobody answers stays held, and a fault of who asks ends nothing', async () => {
    const { session } = openMailbox()
    session.userSaid('Send hello to Bob', { id: 'u1' })
    const none = await session.callAll(batch.slice(0, 2), { onApproval: () => undefined })
    expect(none.map(({ status }) => status)).toEqual(['ok', 'held'])
    const thrown = await session.callAll([{ ...batch[1]!, id: 'z' }], {
      onApproval() {
        throw new Error('the screen is gone')
      },
    })
    expect(thrown.map(({ status }) => status)).toEqual(['held'])
  })

  test.each<[what: string, given: unknown, words: RegExp]>([
    ['null', null, /^onApproval: /],
    ['the options alone', { for: 'once', ...BY }, /unknown key 'for'/],
    ['a misspelt key', { aprove: { for: 'once', ...BY } }, /did you mean 'approve'/],
    ['both', { approve: { for: 'once', ...BY }, deny: BY }, /either/],
    ['neither', {}, /either/],
    ['a key too many', { approve: { for: 'once', use: 1, ...BY } }, /unknown key 'approve.use'/],
  ])('an answer of another form leaves the call held, and is logged: %s', async (_, given, words) => {
    const { session, lines } = openMailbox()
    session.userSaid('Send hello to Bob', { id: 'u1' })
    const [outcome] = await session.callAll([batch[1]!], { onApproval: () => given as never })
    expect(outcome?.status).toBe('held')
    const faults = lines.filter(({ message }) => message === 'onApproval failed; the call stays held')
    expect(faults.map(({ fields }) => (fields.err as Error).message)).toEqual([expect.stringMatching(words)])
  })
})

describe('what is known of a session', () => {
  const file = () => join(mkdtempSync(join(tmpdir(), 'sallyport-')), 'state.db')
  const LENA = { to: 'lena@acme.example', body: 'yes' }

  test('survives a restart: words, evidence, approvals, endorsements', async () => {
    const path = file()
    const open = () => {
      const store = sqliteStore({ path })
      const { tools } = mailbox()
      const opened = openGate(tools, { mode: 'ask', store })
      const stop = () => opened.gate.close().then(() => store.close())
      return { ...opened, stop }
    }
    const first = open()
    first.session.userSaid('Send hello to Bob', { id: 'u0' })
    first.session.userSaid('Send yes to the mail Boiler invoice', { id: 'u1' })
    await ask(first.session, 'read_mail')
    const held = approvalOf(await ask(first.session, 'send_mail', BOB))
    const open2 = approvalOf(await ask(first.session, 'send_mail', { to: 'eve@other.example', body: 'x' }))
    await first.session.approve(held.id, { for: 'value', uses: 2, ...BY })
    expect((await ask(first.session, 'send_mail', BOB)).status).toBe('ok')
    await first.stop()

    const second = open()
    // An anchored sender: words and evidence are there. The endorsement has one use left.
    expect((await ask(second.session, 'send_mail', LENA)).status).toBe('ok')
    expect((await ask(second.session, 'send_mail', BOB)).status).toBe('ok')
    expect((await ask(second.session, 'send_mail', BOB)).status).toBe('held')
    await second.session.approve(open2.id, { for: 'once', ...BY })
    await second.stop()

    const third = open()
    expect((await third.session.resume(open2.id)).status).toBe('ok')
    // Once more is the same call, and a new one is asked about anew.
    expect(await third.session.resume(open2.id)).toMatchObject({ status: 'ok', replayed: 'id' })
    expect((await ask(third.session, 'send_mail', { to: 'eve@other.example', body: 'x' })).status).toBe(
      'held',
    )
    await third.stop()
  })

  test('an approval that was used up stays so, even when the process ends without a word', async () => {
    const store = memoryStore()
    const { tools } = mailbox()
    const first = openGate(tools, { mode: 'ask', store })
    first.session.userSaid('Send hello to Bob', { id: 'u1' })
    const { id } = approvalOf(await ask(first.session, 'send_mail', BOB))
    await first.session.approve(id, { for: 'once', ...BY })
    expect((await first.session.resume(id)).status).toBe('ok')
    // No close: another gate on the same store is what a restart after a crash sees.
    const second = openGate(mailbox().tools, { mode: 'ask', store })
    expect((await ask(second.session, 'send_mail', BOB)).status).toBe('held')
  })

  test('is there when the session is opened again in one gate', async () => {
    const { gate, session } = openMailbox({ store: undefined as never })
    session.userSaid('Send “yes” to lena@acme.example', { id: 'u1' })
    await ask(session, 'read_mail')
    session.close()
    expect((await ask(gate.session(PRINCIPAL), 'send_mail', LENA)).status).toBe('ok')
    expect((await ask(gate.session({ ...PRINCIPAL, user: 'u-18' }), 'send_mail', LENA)).status).toBe('held')
  })

  test('ends after a day without use, but for approvals with an end of their own', async () => {
    const clock = standingClock()
    const { session, approval } = await heldOnce({ clock })
    await session.approve(approval.id, { for: 'value', until: clock() + 30 * 86_400_000, ...BY })
    session.userSaid('Send “yes” to lena@acme.example', { id: 'u2' })
    clock.forward(86_400_001)
    session.userSaid('Send it', { id: 'u3' })
    expect((await ask(session, 'send_mail', LENA)).status).toBe('held')
    expect((await ask(session, 'send_mail', { ...BOB, body: 'later' })).status).toBe('ok')
  })

  test('a session whose store is down asks, and words that come then still count', async () => {
    const store = memoryStore()
    const down = { ...store, getMany: () => Promise.reject(new Error('down')) } as typeof store
    for (const key of ['putMany', 'deleteMany', 'compareAndSet'] as const)
      Object.assign(down, { [key]: store[key].bind(store) })
    const { session, lines } = openMailbox({ store: down })
    session.userSaid('Send “yes” to lena@acme.example', { id: 'u1' })
    expect((await ask(session, 'send_mail', LENA)).status).toBe('ok')
    await ask(session, 'read_mail')
    expect(lines.some(({ message }) => /evidence was lost/.test(message))).toBe(true)
  })

  test('where no tool needs evidence nothing was indexed, so another gate does not count its results', async () => {
    const store = memoryStore()
    const notes = aTool({ name: 'notes', origin: 'first-party', run: () => ({ name: 'plan.txt' }) })
    const reading = openGate([notes], { store, mode: 'ask' })
    reading.session.userSaid('Open my notes', { id: 'u1' })
    await ask(reading.session, 'notes')
    await reading.gate.close()
    const opens = aTool({
      name: 'opens',
      effect: 'write',
      egress: false,
      input: z.object({ name: z.string() }),
    })
    const { session } = openGate([notes, opens], { store, mode: 'ask' })
    await ask(session, 'notes')
    expect((await ask(session, 'opens', { name: 'plan.txt' })).status).toBe('held')
  })
})
