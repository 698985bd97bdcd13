// `sallyport said`: the prompt hook of a client. Reads what the user said on stdin and tells the running gateways.
// It never blocks the client: whatever happens, it ends within two seconds, with nothing on stdout.

import { Command } from 'commander'
import { onOneLine } from '../gateway/console/console.js'
import { askGateway, runningGateways, type WhichGateway, whichGateway } from './control.js'
import { type Prompt, promptOf, readPrompt } from './prompt.js'

interface SaidFlags extends WhichGateway {
  readonly text?: string
  readonly conversation?: string
}

/** The command, to be added to the program. */
export function saidCommand(): Command {
  return whichGateway(new Command('said'))
    .summary("tell the gateway what the user said; for a client's prompt hook")
    .description(
      "Tells the running gateways what the user said: the prompt hook's JSON on stdin, or plain text. " +
        'A gateway takes it when its config says "promptHook": true under sallyport.',
    )
    .option('--text <words>', 'what the user said, instead of stdin')
    .option('--conversation <id>', 'the one conversation that it is for (default: all that are open)')
    .addHelpText(
      'after',
      `
Examples:
  sallyport said --config mcp.json     as a UserPromptSubmit hook of Claude Code
  sallyport said --text 'Send it to lena@acme.example'

Exit codes: 0, also when no gateway runs or it takes no words (stderr says so); 1
for a mistake in the command line. Never 2: a client would drop the
user's prompt.`,
    )
    .action(runSaid)
}

async function runSaid(flags: SaidFlags): Promise<void> {
  // Also where the input never ends, or a gateway doesn't answer.
  setTimeout(() => end('it took too long; the words of this prompt do not count'), LONGEST_MS)
  try {
    const said =
      flags.text === undefined
        ? readPrompt(await readInput(), Date.now())
        : promptOf(flags.text, {}, Date.now())
    if ('skipped' in said) end(`not counted: ${said.skipped}`)
    const { failed, conversations } = await tell(said, flags)
    // A hook that worked is silent: its client may show each line. Who types it wants to know.
    const isTyped = flags.text !== undefined || process.stderr.isTTY
    end(failed ?? (isTyped ? toldLine(conversations) : undefined))
  } catch (error) {
    end(onOneLine((error as Error).message))
  }
}

const LONGEST_MS = 2_000
const LARGEST_INPUT = 4 * 1024 * 1024

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new Error('nothing was said: give --text, or the input of a prompt hook.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_INPUT) throw new Error('not counted: the prompt is larger than 4 MiB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface Told {
  /** What went wrong, if anything did. */
  readonly failed: string | undefined
  readonly conversations: number
}

/** Tells all gateways. */
async function tell(said: Prompt, flags: SaidFlags): Promise<Told> {
  const body = { ...said, ...(flags.conversation !== undefined && { conversation: flags.conversation }) }
  const told = await Promise.allSettled(
    runningGateways(flags, 'words').map((gateway) =>
      askGateway(gateway, 'said', { body, timeoutMs: LONGEST_MS }),
    ),
  )
  const [failed] = told.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  const conversations = told.reduce(
    (sum, each) => sum + (each.status === 'fulfilled' ? Number(each.value.conversations) : 0),
    0,
  )
  return { failed: failed && onOneLine((failed.reason as Error).message), conversations }
}

function toldLine(conversations: number): string {
  if (conversations === 0) return 'told; no conversation is open, so it counts for one that begins soon.'
  return `told; it counts in ${conversations} ${conversations === 1 ? 'conversation' : 'conversations'}.`
}

/** Ends at once, with the words on stderr: what a hook prints on stdout, the model reads. */
function end(note: string | undefined): never {
  if (note !== undefined) process.stderr.write(`sallyport said: ${note}\n`)
  process.exit(0)
}
