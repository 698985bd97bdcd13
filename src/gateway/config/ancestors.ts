// Which processes started which: by it a gateway knows the client that runs it, and a command that answers knows that
// it was not the client who started it.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Parent {
  readonly pid: number
  /** Its command line, on one line. */
  readonly line: string
}

/** The processes above one, nearest first. Empty where the system doesn't tell. */
export function ancestorsOf(pid: number): readonly number[] {
  const found: number[] = []
  for (let at = parentOf(pid); at !== undefined && found.length < MOST; at = parentOf(at.pid)) {
    if (at.pid <= 1 || found.includes(at.pid)) break
    found.push(at.pid)
  }
  return found
}

/** The program that started this one, past the shells and package runners between them. */
export function clientOf(pid: number): number | undefined {
  let at = parentOf(pid)
  while (at && at.pid > 1 && LAUNCHER.test(at.line)) at = parentOf(at.pid)
  return at && at.pid > 1 ? at.pid : undefined
}

/** A hand of shells, runners and terminals lies between a person and a command. */
const MOST = 64

const LAUNCHER =
  /^(?:\S*\/)?(?:(?:ba|da|z|a)?sh\s+-c\b|(?:npm|npx|pnpm|yarn|bunx)\b|node\s+\S*(?:npm|npx|pnpm|yarn)[\w.-]*(?:\s|$))/

function parentOf(pid: number): Parent | undefined {
  try {
    if (process.platform === 'linux') {
      // The name of the program stands in parentheses, and may hold some itself.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      const line = readFileSync(`/proc/${parent}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return { pid: parent, line }
    }
    if (process.platform === 'win32') return undefined
    const ask = (field: string, of: number) =>
      execFileSync('ps', ['-o', `${field}=`, '-p', String(of)], { encoding: 'utf8', timeout: 2_000 }).trim()
    const parent = Number(ask('ppid', pid))
    return { pid: parent, line: ask('args', parent) }
  } catch {
    return undefined // it has ended, or is not ours to look at
  }
}
