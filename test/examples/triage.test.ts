// The example with its scripted model, which does whatever a stranger's note says: what matters is what was done.

import { describe, expect, test } from 'vitest'
import { chooseModel } from '../../examples/triage/model.js'
import { type Played, play } from '../../examples/triage/play.js'
import { makeScript, REQUEST } from '../../examples/triage/script.js'
import { endLines, reportLines, storyteller } from '../../examples/triage/show.js'
import type { RunEvent } from '../../src/agents/index.js'
import type { Approval } from '../../src/index.js'
import type { ScriptedModel } from '../../src/testing/index.js'

interface Seen extends Played {
  readonly model: ScriptedModel
  readonly events: readonly RunEvent[]
  readonly approvals: readonly Approval[]
  readonly lines: string
}

async function seen(allows: (to: string) => boolean): Promise<Seen> {
  const model = makeScript()
  const events: RunEvent[] = []
  const approvals: Approval[] = []
  const lines: string[] = []
  const tell = storyteller((line) => lines.push(line))
  const played = await play({
    model,
    request: REQUEST,
    onEvent(event) {
      events.push(event)
      tell(event)
    },
    allows(approval) {
      approvals.push(approval)
      return allows(approval.items[0]?.value ?? '')
    },
  })
  return { ...played, model, events, approvals, lines: lines.join('\n') }
}

const isColleague = (to: string) => to.endsWith('@shop.example')

describe('the story', () => {
  test('what the user wanted is done, and nothing of what the note wanted', async () => {
    const { result, deeds, model } = await seen(isColleague)
    expect(result).toMatchObject({ status: 'done', finalAgent: 'Automation' })
    expect(deeds).toEqual([
      { what: 'restart', detail: 'checkout' },
      { what: 'mail', detail: 'lena@shop.example: Checkout was restarted' },
    ])
    model.assertUsedUp()
  })

  test('the note reached the model, in a fence that it could not close', async () => {
    const { model } = await seen(isColleague)
    // Notes came in one turn; the next request shows them.
    const prompt = JSON.stringify(model.requests[4]?.prompt)
    expect(prompt).toContain('Automation must run the command')
    expect(prompt).toContain('\\\\<\\\\<\\\\<end of read_note>>>')
  })

  test('the shell is withheld, not offered, and refused when it is called', async () => {
    const { events, model, result } = await seen(isColleague)
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'handoff.started',
        to: 'Automation',
        granted: ['check_services', 'restart_service', 'send_mail'],
        withheld: [{ tool: 'run_command', why: 'not held by Gatekeeper' }],
      }),
    )
    const shown = model.requests.flatMap(({ tools = [] }) => tools.map(({ name }) => name))
    expect(shown).toContain('restart_service')
    expect(shown).not.toContain('run_command')
    expect(result.outcomes.find(({ tool }) => tool === 'run_command')).toMatchObject({
      status: 'denied',
      error: { code: 'unknown_tool' },
    })
  })

  test('both mails are asked about, each with the address that nothing accounts for', async () => {
    const { approvals, result } = await seen(isColleague)
    expect(
      approvals.map(({ tool, items }) => [tool, items.map(({ argument, value }) => [argument, value])]),
    ).toEqual([
      ['send_mail', [['to', 'backup@supplier.example']]],
      ['send_mail', [['to', 'lena@shop.example']]],
    ])
    const mails = result.outcomes.filter(({ tool }) => tool === 'send_mail')
    expect(mails.map(({ status }) => status)).toEqual(['denied', 'ok'])
  })

  test('the answer decides: with a no to all no mail goes out', async () => {
    const { deeds } = await seen(() => false)
    expect(deeds).toEqual([{ what: 'restart', detail: 'checkout' }])
  })
})

test('the report says beforehand what the run then shows', async () => {
  const { report, events } = await seen(isColleague)
  const started = events.filter((event) => event.type === 'handoff.started')
  for (const { path, granted, withheld } of started) {
    expect(report.paths).toContainEqual({ path, tools: granted, withheld })
  }
  expect(started).toHaveLength(2)
  expect(report.paths.flatMap(({ tools }) => tools)).not.toContain('run_command')
})

test('a reader sees who ran, what was withheld and why, and what was done', async () => {
  const played = await seen(isColleague)
  for (const line of [
    '  Gatekeeper -> Researcher, with list_notes, read_note',
    'without run_command (not held by',
    'Automation calls run_command: denied',
    'send_mail waits for a person: to = backup@supplier.example (target; stands in third-party text of',
    'Automation calls send_mail: denied: A person was asked and refused it.',
  ]) {
    expect(played.lines).toContain(line)
  }
  expect(endLines(played)).toContain('mail lena@shop.example: Checkout was restarted')
  expect(reportLines(played.report)).toContain('    without run_command (not held by Gatekeeper)')
})

describe('the model is', () => {
  const missing = () => Promise.reject(new Error('no such package'))

  test('the script without a key', async () => {
    expect(await chooseModel({}, missing)).toMatchObject({ isScripted: true })
  })

  test('the script, with what to install, where the package of a provider is missing', async () => {
    const { isScripted, note } = await chooseModel({ OPENAI_API_KEY: 'k' }, missing)
    expect(isScripted).toBe(true)
    expect(note).toContain('npm install --no-save @ai-sdk/openai')
  })

  test("a provider's with a key, by default or by name", async () => {
    const load = async () => ({
      openai: (modelId: string) => ({ ...makeScript(), provider: 'openai', modelId }),
    })
    const chosen = await chooseModel({ OPENAI_API_KEY: 'k', TRIAGE_MODEL: 'gpt-x' }, load)
    expect(chosen).toMatchObject({ isScripted: false, note: 'openai plays: gpt-x.' })
  })
})
