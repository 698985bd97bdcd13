#!/usr/bin/env node
// The command line: which commands there are, and how a fault ends the program. What a command does is in its
// own file.

import { Command, CommanderError } from 'commander'
import { StartError } from '../gateway/fault.js'
import { version } from '../gateway/version.js'
import { gatewayCommand } from './gateway.js'
import { lintCommand } from './lint.js'
import { policyCommand } from './policy.js'

const program = new Command('sallyport')
  .description('The trust boundary for the tools of LLM agents.')
  .usage('<command> [options]')
  .version(version, '-V, --version', 'print the version')
  .helpCommand(false)
  .enablePositionalOptions()
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .addCommand(gatewayCommand())
  .addCommand(lintCommand())
  .addCommand(policyCommand())
  .addHelpText(
    'after',
    `
Examples:
  sallyport gateway -- npx -y @modelcontextprotocol/server-filesystem ~/docs
  sallyport gateway --config mcp.json --http
  sallyport lint -- npx -y @modelcontextprotocol/server-memory

More on each: sallyport <command> --help`,
  )

for (const command of [program, ...program.commands]) {
  command.helpOption('-h, --help', 'print this help').exitOverride().showSuggestionAfterError()
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

/** Writes one line for a fault that its reader can mend, and gives the exit code. */
function report(error: unknown): number {
  // Commander has written its line already; 0 is help and version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`sallyport: ${error.message}\n`)
  return error.exitCode
}
