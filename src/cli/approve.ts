// `sallyport approve` and `sallyport deny`: a person's answer to what is held in a running gateway. Who may answer,
// and what an answer changes, is the gateway's business.

import { Command, InvalidArgumentError, Option } from 'commander'
import { onOneLine } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import { approvalCards } from './approval-cards.js'
import { print, refusal, standingAnswers, waiting } from './approvals.js'
import { askGateway, ControlError, runningGateways, type WhichGateway, whichGateway } from './control.js'
import { inOwnTerminal } from './own-terminal.js'

interface ApproveFlags extends WhichGateway {
  readonly for: 'once' | 'value'
  readonly until?: string
  readonly uses?: number
  readonly seen?: string
}

interface DenyFlags extends WhichGateway {
  readonly for: 'once' | 'value'
  readonly until?: string
}

/** `sallyport approve`, to be added to the program. */
export function approveCommand(): Command {
  return whichGateway(new Command('approve'))
    .summary('let a call pass that waits for a person')
    .description('Lets a call pass that a running gateway holds.')
    .argument('<id>', 'the approval, as sallyport approvals shows it')
    .addOption(
      new Option('--for <what>', 'once: this very call, one time; value: its values, for this tool')
        .choices(['once', 'value'])
        .makeOptionMandatory(),
    )
    .option(
      '--until <date>',
      "when an approval of values ends, as 2027-01-31 or with a time (for 'value')",
      readDate,
    )
    .option('--uses <number>', "how often it counts (for 'value')", readCount)
    .option('--seen <revision>', 'which calls you have seen, where it is about several')
    .addHelpText(
      'after',
      `
Examples:
  sallyport approve ap_5f3a --config mcp.json --for once
  sallyport approve ap_5f3a --for value --until 2027-01-31
${EXIT_CODES}`,
    )
    .action(async (id: string, { for: what, until, uses, seen, ...which }: ApproveFlags) => {
      if (what !== 'value' && (until !== undefined || uses !== undefined)) {
        throw new StartError("--until and --uses are for '--for value'.", 2)
      }
      const tool = await answer('approve', { id, for: what, until, uses, seen }, which)
      print(`${tool}: ${PASSES[what]}`)
    })
}

/** `sallyport deny`, to be added to the program. */
export function denyCommand(): Command {
  return whichGateway(new Command('deny'))
    .summary('refuse a call that waits for a person')
    .description('Refuses a call that a running gateway holds.')
    .argument('<id>', 'the approval, as sallyport approvals shows it')
    .addOption(
      new Option('--for <what>', 'once: these very calls; value: never, its values for this tool')
        .choices(['once', 'value'])
        .default('once'),
    )
    .option('--until <date>', "when a never ends, as 2027-01-31 or with a time (for 'value')", readDate)
    .addHelpText(
      'after',
      `
Examples:
  sallyport deny ap_5f3a --config mcp.json
  sallyport deny ap_5f3a --for value
${EXIT_CODES}`,
    )
    .action(async (id: string, { for: what, until, ...which }: DenyFlags) => {
      if (what !== 'value' && until !== undefined) throw new StartError("--until is for '--for value'.", 2)
      const tool = await answer('deny', { id, for: what, until }, which)
      print(`${tool}: ${what === 'value' ? 'calls with these values are refused.' : 'the call is refused.'}`)
    })
}

/** `sallyport revoke`, to be added to the program. */
export function revokeCommand(): Command {
  return whichGateway(new Command('revoke'))
    .summary('take back an answer that goes on counting')
    .description('Takes back an approval of values, or a never: what it was about is asked again.')
    .argument('<id>', 'the answer, as sallyport approvals --standing shows it')
    .addHelpText(
      'after',
      `
Example:
  sallyport revoke end_5f3a --config mcp.json
${EXIT_CODES}`,
    )
    .action(async (id: string, which: WhichGateway) => {
      inOwnTerminal('sallyport revoke', runningGateways(which, 'answers'))
      const found = (await standingAnswers(which)).get(id)
      if (!found) {
        throw new StartError(
          `no answer '${id}' goes on counting; it may have ended. See: sallyport approvals --standing`,
          1,
        )
      }
      await askGateway(found.gateway, 'revoke', { body: { id } }).catch((error: unknown) => {
        throw refusal(error)
      })
      print(`${onOneLine(found.answer.tools.join(', '))}: it is asked about again.`)
    })
}

const EXIT_CODES = `
Exit codes: 0 answered, 1 no gateway runs or it refuses the answer, 2 the command
line is at fault.`

const PASSES: Readonly<Record<ApproveFlags['for'], string>> = {
  once: 'the same call passes one time, when it is made again.',
  value: 'calls of this tool with these values pass.',
}

/** Brings an answer to the gateway that holds the call. Gives the tool's name. */
async function answer(
  operation: 'approve' | 'deny',
  body: { readonly id: string; readonly [option: string]: unknown },
  which: WhichGateway,
): Promise<string> {
  inOwnTerminal(`sallyport ${operation}`, runningGateways(which, 'answers'))
  const found = (await waiting(which)).get(body.id)
  if (!found) {
    throw new StartError(
      `no approval '${body.id}' waits; it may have been answered or expired. See: sallyport approvals`,
      1,
    )
  }
  await askGateway(found.gateway, operation, { body }).catch((error: unknown) => {
    // What joined since it was shown is shown, and then answered.
    const { approval } = error instanceof ControlError ? error.answer : {}
    if (approval) print(approvalCards([{ ...found.approval, ...approval }], process.stdout, which))
    throw refusal(error)
  })
  return onOneLine(found.approval.tool)
}

function readDate(text: string): string {
  const end = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(end.getTime())) return end.toISOString()
  throw new InvalidArgumentError('Write a date as 2027-01-31 or 2027-01-31T18:00Z.')
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number from 1 on.')
}
