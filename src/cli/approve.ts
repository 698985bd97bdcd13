// `sallyport approve` and `sallyport deny`: a person's answer to what is held in a running gateway. Who may answer,
// and what an answer changes, is the gateway's business.

import { Command, InvalidArgumentError, Option } from 'commander'
import { onOneLine } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import { print, refusal, waiting } from './approvals.js'
import { askGateway, type WhichGateway, whichGateway } from './control.js'

interface ApproveFlags extends WhichGateway {
  readonly for: 'once' | 'value'
  readonly until?: string
  readonly uses?: number
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
    .addHelpText(
      'after',
      `
Examples:
  sallyport approve ap_5f3a --config mcp.json --for once
  sallyport approve ap_5f3a --for value --until 2027-01-31
${EXIT_CODES}`,
    )
    .action(async (id: string, { for: what, until, uses, ...which }: ApproveFlags) => {
      if (what !== 'value' && (until !== undefined || uses !== undefined)) {
        throw new StartError("--until and --uses are for '--for value'.", 2)
      }
      const tool = await answer('approve', { id, for: what, until, uses }, which)
      print(`${tool}: ${PASSES[what]}`)
    })
}

/** `sallyport deny`, to be added to the program. */
export function denyCommand(): Command {
  return whichGateway(new Command('deny'))
    .summary('refuse a call that waits for a person')
    .description('Refuses a call that a running gateway holds.')
    .argument('<id>', 'the approval, as sallyport approvals shows it')
    .addHelpText(
      'after',
      `
Example:
  sallyport deny ap_5f3a --config mcp.json
${EXIT_CODES}`,
    )
    .action(async (id: string, which: WhichGateway) => {
      print(`${await answer('deny', { id }, which)}: the call is refused.`)
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
  const found = (await waiting(which)).get(body.id)
  if (!found) {
    throw new StartError(
      `no approval '${body.id}' waits; it may have been answered or expired. See: sallyport approvals`,
      1,
    )
  }
  await askGateway(found.gateway, operation, { body }).catch((error: unknown) => {
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
