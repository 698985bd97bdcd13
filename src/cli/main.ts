#!/usr/bin/env node
// The command line: which commands there are, and how a fault ends the program. What a command does is in its
// own file.

import { Command, CommanderError } from 'commander'
import { StartError } from '../gateway/fault.js'
import { version } from '../gateway/version.js'
import { explainCommand } from './explain.js'
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
  .addCommand(explainCommand())
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
  // Commander has written its line already; 0 is help and version.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof StartError) await end(error)
  else throw error
}

/** Writes the one line, then ends: whatever was opened before the fault must not keep the program up. */
async function end({ message, exitCode }: StartError): Promise<never> {
  await new Promise<void>((resolve) => process.stderr.write(`sallyport: ${message}\n`, () => resolve()))
  process.exit(exitCode)
}
