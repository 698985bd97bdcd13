// What the command line of `sallyport call` says: which tool, with which arguments, and whether a person is there.

import { StartError } from '../gateway/fault.js'
import { isRecord } from '../json/json.js'

/** The words of the command line. */
export interface CallWords {
  /** Empty where a config is called. */
  readonly module: string
  readonly tool: string
  /** The JSON text of an object. The gate reads it once more, by its own, exacter rules. */
  readonly args: string
}

/**
 * Reads the words of the command line, and stdin where they say so.
 *
 * @param hasConfig The servers of a config are called, so no module stands before the tool.
 * @throws StartError for words that are missing or too many, and arguments that are no JSON object.
 */
export async function readCall(words: readonly string[], hasConfig: boolean): Promise<CallWords> {
  const [module = '', tool, given, ...more] = hasConfig ? ['', ...words] : words
  if (tool === undefined) {
    throw new StartError(`no tool is named: sallyport call ${module} <tool> [json | -]`, 2)
  }
  if (more.length > 0) {
    const mend = 'Write the arguments as one word, in single quotes.'
    throw new StartError(
      `'${more[0]}' is one word too many${hasConfig ? ' (with --config no module is named)' : ''}. ${mend}`,
      2,
    )
  }
  const fromInput = given === '-'
  const text = fromInput ? await readInput() : (given ?? '{}')
  refuseBroken(text, fromInput ? 'the arguments on stdin' : 'the arguments')
  return { module, tool, args: text }
}

/**
 * Words count as a person's only where one may sit: an agent's shell mostly has no terminal.
 *
 * @throws StartError where stdin or stdout is none, or nothing is said.
 */
export function refuseUnattended(said: string): void {
  if (said.trim() === '')
    throw new StartError('--said: says nothing. Write what you want, in your own words.', 2)
  if (process.stdin.isTTY && process.stdout.isTTY) return
  const none = process.stdin.isTTY ? 'stdout' : 'stdin'
  throw new StartError(
    `--said: is for a person at a terminal, and ${none} is none. Run it in a terminal, without a pipe; a program or an agent can't speak for the user.`,
    2,
  )
}

const LARGEST_INPUT = 16 * 1024 * 1024

async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_INPUT) throw new StartError('the arguments on stdin: are larger than 16 MiB.', 2)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refuseBroken(text: string, what: string): void {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StartError(`${what}: are no JSON: ${(error as Error).message}. ${MEND}`, 2)
  }
  if (!isRecord(value)) throw new StartError(`${what}: are JSON, but no object. ${MEND}`, 2)
}

const MEND = `Write one object, in single quotes: '{"name":"value"}'; or - and give it on stdin.`
