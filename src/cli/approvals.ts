// `sallyport approvals`: shows what is held in the running gateways.

import { Command } from 'commander'
import type { ControlState } from '../gateway/config/control-state.js'
import { onOneLine } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import type { AskedPerson } from '../gateway/person/person.js'
import { approvalCards } from './approval-cards.js'
import { askGateway, ControlError, runningGateways, type WhichGateway, whichGateway } from './control.js'

/** The command, to be added to the program. */
export function approvalsCommand(): Command {
  return whichGateway(new Command('approvals'))
    .summary('show the calls that wait for a person')
    .description('Shows the calls that the running gateways hold until a person has answered.')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Examples:
  sallyport approvals --config mcp.json
  sallyport approvals --json

Answer them with: sallyport approve <id>, sallyport deny <id>

Exit codes: 0 shown, 1 no gateway runs, 2 the command line is at fault.`,
    )
    .action(async (flags: WhichGateway & { readonly json?: true }) => {
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
  const gateways = runningGateways(which, 'answers')
  const asked = await Promise.allSettled(gateways.map((gateway) => askGateway(gateway, 'approvals')))
  const found = new Map<string, Waiting>()
  for (const [index, each] of asked.entries()) {
    if (each.status === 'rejected') continue
    for (const approval of each.value.approvals as AskedPerson[]) {
      if (found.get(approval.id)?.approval.waits) continue
      found.set(approval.id, { gateway: gateways[index] as ControlState, approval })
    }
  }
  const failed = asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  const [first] = failed
  if (first && failed.length === asked.length) throw refusal(first.reason)
  for (const { reason } of failed) {
    process.stderr.write(`sallyport: a gateway did not answer: ${onOneLine((reason as Error).message)}\n`)
  }
  return found
}

/** Why a gateway did not do it, for the person. */
export function refusal(error: unknown): StartError {
  const { message } = error as Error
  const words = error instanceof ControlError ? message : `the gateway did not answer (${message}).`
  return new StartError(words, 1, { cause: error })
}
