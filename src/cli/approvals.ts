// `sallyport questions`: shows what is held in the running gateways, and answers it. Who may answer, and what an
// answer changes, is the gateway's business.

import { Command, InvalidArgumentError, Option } from 'commander'
import { onOneLine } from '../gateway/console.js'
import type { ControlState } from '../gateway/control-state.js'
import { StartError } from '../gateway/fault.js'
import type { AskedPerson } from '../gateway/person.js'
import { askGateway, ControlError, runningGateways, type WhichGateway, whichGateway } from './control.js'
import { approvalCards } from './approval-cards.js'

interface AnswerFlags {
  readonly allow: 'once' | 'value' | 'no'
  readonly until?: string
  readonly uses?: number
}

/** The command, to be added to the program. */
export function approvalsCommand(): Command {
  const answer = whichGateway(new Command('answer'))
    .summary('answer one of them')
    .argument('<id>', 'the question')
    .addOption(
      new Option('--allow <what>', 'once: this very call, one time; value: its values, for this tool; no')
        .choices(['once', 'value', 'no'])
        .makeOptionMandatory(),
    )
    .option(
      '--until <date>',
      "when an approval of values ends, as 2027-01-31 or with a time (for 'value')",
      readDate,
    )
    .option('--uses <number>', "how often it counts (for 'value')", readCount)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showSuggestionAfterError()
    .action(async (id: string, flags: AnswerFlags, command: Command) => {
      print(await answered(id, flags, command.optsWithGlobals<WhichGateway>()))
    })
  return whichGateway(new Command('approvals'))
    .summary('show the calls that wait for a person, and answer them')
    .description('Shows the calls that the running gateways hold until a person has answered.')
    .option('--json', 'as JSON')
    .addCommand(answer)
    .addHelpText(
      'after',
      `
Examples:
  sallyport questions --config mcp.json
  sallyport questions answer q_5f3a --config mcp.json --allow once
  sallyport questions answer q_5f3a --allow value --until 2027-01-31

Exit codes: 0 shown or answered, 1 no gateway runs or it refuses the answer, 2
the command line is at fault.`,
    )
    .action(async (flags: WhichGateway & { readonly json?: true }) => {
      const approvals = [...(await waiting(flags)).values()].map(({ approval }) => approval)
      print(
        flags.json ? JSON.stringify({ approvals }, null, 2) : approvalCards(approvals, process.stdout, flags),
      )
    })
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

interface Waiting {
  readonly gateway: ControlState
  readonly approval: AskedPerson
}

/** The questions of all gateways. One that several know is answered where its call may come again. */
async function waiting(which: WhichGateway): Promise<Map<string, Waiting>> {
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

async function answered(
  id: string,
  { allow, until, uses }: AnswerFlags,
  which: WhichGateway,
): Promise<string> {
  if (allow !== 'value' && (until !== undefined || uses !== undefined)) {
    throw new StartError("--until and --uses are for '--allow value'.", 2)
  }
  const found = (await waiting(which)).get(id)
  if (!found) {
    throw new StartError(
      `no question '${id}' waits; it may have been answered or expired. See: sallyport questions`,
      1,
    )
  }
  const body = {
    id,
    allow: allow === 'no' ? false : allow,
    ...(until !== undefined && { until }),
    ...(uses !== undefined && { uses }),
  }
  await askGateway(found.gateway, 'answer', { body }).catch((error: unknown) => {
    throw refusal(error)
  })
  return `${onOneLine(found.approval.tool)}: ${DONE[allow]}`
}

const DONE: Readonly<Record<AnswerFlags['allow'], string>> = {
  once: 'the same call passes one time, when it is made again.',
  value: 'calls of this tool with these values pass.',
  no: 'the call is refused.',
}

function refusal(error: unknown): StartError {
  const { message } = error as Error
  const words = error instanceof ControlError ? message : `the gateway did not answer (${message}).`
  return new StartError(words, 1, { cause: error })
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
