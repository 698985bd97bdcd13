// `sallyport approvals`: shows what is held in the running gateways.

import { Command } from 'commander'
import type { StoredStanding } from '../flow/kept/flow-store.js'
import type { ControlState } from '../gateway/config/control-state.js'
import { onOneLine } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import type { AskedPerson } from '../gateway/person/person.js'
import { approvalCards, standingLines } from './approval-cards.js'
import { askGateway, ControlError, runningGateways, type WhichGateway, whichGateway } from './control.js'

/** The command, to be added to the program. */
export function approvalsCommand(): Command {
  return whichGateway(new Command('approvals'))
    .summary('show the calls that wait for a person')
    .description('Shows the calls that the running gateways hold until a person has answered.')
    .option('--standing', 'the answers about values that go on counting, yes and never')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Examples:
  sallyport approvals --config mcp.json
  sallyport approvals --json
  sallyport approvals --standing

Answer them with: sallyport approve <id>, sallyport deny <id>
Take an answer back with: sallyport revoke <id>

Exit codes: 0 shown, 1 no gateway runs, 2 the command line is at fault.`,
    )
    .action(async (flags: WhichGateway & { readonly json?: true; readonly standing?: true }) => {
      if (flags.standing) {
        const standing = [...(await standingAnswers(flags)).values()].map(({ answer }) => answer)
        print(flags.json ? JSON.stringify({ standing }, null, 2) : standingLines(standing, flags))
        return
      }
      const approvals = [...(await waiting(flags)).values()].map(({ approval }) => approval)
      print(
        flags.json ? JSON.stringify({ approvals }, null, 2) : approvalCards(approvals, process.stdout, flags),
      )
    })
}

/** Writes a line for the person. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** An approval, and the gateway that takes its answer. */
interface Waiting {
  readonly gateway: ControlState
  readonly approval: AskedPerson
}

/** The approvals of all gateways. One that several know is answered where its call may come again. */
export async function waiting(which: WhichGateway): Promise<Map<string, Waiting>> {
  const found = new Map<string, Waiting>()
  for (const { gateway, said } of await askAll(which, 'approvals')) {
    for (const approval of said.approvals as AskedPerson[]) {
      if (!found.get(approval.id)?.approval.waits) found.set(approval.id, { gateway, approval })
    }
  }
  return found
}

/** The answers of all gateways that go on counting. */
export async function standingAnswers(
  which: WhichGateway,
): Promise<Map<string, { readonly gateway: ControlState; readonly answer: StoredStanding }>> {
  const found = new Map<string, { readonly gateway: ControlState; readonly answer: StoredStanding }>()
  for (const { gateway, said } of await askAll(which, 'standing')) {
    for (const answer of said.standing as StoredStanding[]) {
      if (!found.has(answer.id)) found.set(answer.id, { gateway, answer })
    }
  }
  return found
}

/** What each gateway says that answers. @throws StartError when none does. */
async function askAll(
  which: WhichGateway,
  operation: 'approvals' | 'standing',
): Promise<readonly { readonly gateway: ControlState; readonly said: Readonly<Record<string, unknown>> }[]> {
  const gateways = runningGateways(which, 'answers')
  const asked = await Promise.allSettled(gateways.map((gateway) => askGateway(gateway, operation)))
  const failed = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  const [first] = failed
  if (first && failed.length === asked.length) throw refusal(first.reason)
  for (const { reason } of failed) {
    process.stderr.write(`sallyport: a gateway did not answer: ${onOneLine((reason as Error).message)}\n`)
  }
  return asked.flatMap((each, index) =>
    each.status === 'rejected' ? [] : [{ gateway: gateways[index] as ControlState, said: each.value }],
  )
}

/** Why a gateway did not do it, for the person. */
export function refusal(error: unknown): StartError {
  const { message } = error as Error
  const words = error instanceof ControlError ? message : `the gateway did not answer (${message}).`
  return new StartError(words, 1, { cause: error })
}
