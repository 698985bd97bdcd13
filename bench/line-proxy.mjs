// The least that can stand between a client and a stdio server: lines are read, parsed, printed and passed on.
// What the gateway is measured against.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })

pass(process.stdin, server.stdin)
pass(server.stdout, process.stdout)
process.stdin.on('end', () => server.stdin.end())
server.on('exit', (code) => process.exit(code ?? 1))

function pass(from, to) {
  createInterface({ input: from }).on('line', (line) => {
    to.write(`${JSON.stringify(JSON.parse(line))}\n`)
  })
}
