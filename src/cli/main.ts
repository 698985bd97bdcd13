#!/usr/bin/env node
// The command line: how a fault ends the program. Which commands there are stands in `commands.ts`, and what one
// does in its own file.

import { Command, CommanderError } from 'commander'
import { StartError } from '../gateway/fault.js'
import { version } from '../mcp/version.js'
import { commandsFor } from './commands.js'

const isHook = process.argv[2] === 'said'

void main()

async function main(): Promise<void> {
  const commands = await commandsFor(process.argv[2])
  const program = new Command('sallyport')
    .description('The trust boundary for the tools of LLM agents.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      `
Examples:
  sallyport gateway -- npx -y @modelcontextprotocol/server-filesystem ~/docs
  sallyport gateway --config mcp.json --http
  sallyport init --config mcp.json
  sallyport lint -- npx -y @modelcontextprotocol/server-memory
  sallyport call --config mcp.json files_read_text_file '{"path":"notes.md"}'

More on each: sallyport <command> --help`,
    )
  for (const command of commands) program.addCommand(command)
  for (const command of [program, ...commands]) {
    command.helpOption('-h, --help', 'print this help').exitOverride().showSuggestionAfterError()
  }
  try {
    await program.parseAsync()
  } catch (error) {
    // Commander has written its line already; 0 is help and version. To the client of a prompt hook, 2 means that
    // the user's prompt is to be dropped.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : isHook ? 1 : 2
    else if (error instanceof StartError) await end(error)
    else throw error
  }
}

/** Writes the one line, then ends: whatever was opened before the fault must not keep the program up. */
async function end({ message, exitCode }: StartError): Promise<never> {
  await new Promise<void>((resolve) => process.stderr.write(`sallyport: ${message}\n`, () => resolve()))
  process.exit(exitCode)
}
