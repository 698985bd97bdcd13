// Upstream processes never outlive the gateway, also when it is killed with SIGKILL and can do nothing more.
// A server that ignores the end of its input is killed by a small shell that holds a pipe to the gateway and
// sees it close.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Ends process groups when the gateway goes, however it goes. */
export interface Watchdog {
  /** From now on the group ends with the gateway. */
  watch(group: number): void
  /** The group has ended; its number may be given to others. */
  release(group: number): void
  /** Lets the shell go. Groups that are still watched get SIGKILL. */
  close(): void
}

/** Starts with the first group that is watched. `warn` gets one line when there is no shell. */
export function createWatchdog(warn: (text: string) => void): Watchdog {
  const groups = new Set<number>()
  let shell: ChildProcess | undefined
  let closed = false
  let deaths = 0
  const tell = (line: string) => {
    if (shell?.stdin?.writable) shell.stdin.write(line)
  }
  const startShell = () => {
    // Windows has neither groups nor this shell; there the end of input is all a server gets.
    if (shell || closed || process.platform === 'win32') return
    const started = Date.now()
    shell = spawn('/bin/sh', ['-c', SCRIPT], {
      // Its own session: what ends the gateway's terminal or group doesn't reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    })
    shell.on('error', () => {
      closed = true
      warn('no /bin/sh: a server that ignores the end of its input could outlive a killed gateway')
    })
    shell.on('exit', () => {
      shell = undefined
      // Someone ended it (out of memory, a tidy user): without it a killed gateway leaves its servers.
      if (closed) return
      deaths = Date.now() - started > STABLE_MS ? 1 : deaths + 1
      if (deaths === 1) warn('the watchdog of the servers was ended; another one is started')
      setTimeout(startShell, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1))).unref()
    })
    shell.stdin?.on('error', () => {})
    shell.unref()
    ;(shell.stdin as Socket | null)?.unref()
    for (const group of groups) tell(`+ ${group}\n`)
  }
  const killAll = () => {
    for (const group of groups) killGroup(group, 'SIGKILL')
  }
  process.once('exit', killAll)
  return {
    watch(group) {
      startShell()
      groups.add(group)
      tell(`+ ${group}\n`)
    },
    release(group) {
      groups.delete(group)
      tell(`- ${group}\n`)
    },
    close() {
      closed = true
      process.off('exit', killAll)
      killAll()
      groups.clear()
      shell?.stdin?.end()
    },
  }
}

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 10_000
/** A shell that lived so long is not in a loop of deaths. */
const STABLE_MS = 60_000

/** Sends a signal to a process group. Returns whether anything was there to get it. */
export function killGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? group : -group, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Reads `+ <group>` and `- <group>`; at the end of input what is left gets TERM, then KILL. */
const SCRIPT = `
trap '' INT TERM HUP
groups=
while read -r op group; do
  rest=
  for known in $groups; do [ "$known" = "$group" ] || rest="$rest $known"; done
  groups=$rest
  [ "$op" = + ] && groups="$groups $group"
done
[ -n "$groups" ] || exit 0
sleep 1
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
sleep 1
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`
