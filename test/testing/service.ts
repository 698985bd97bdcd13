// A small real HTTP service on loopback to record from, and a folder for what is recorded.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Starts a service for one test. Gives its origin. */
export async function service(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A folder for one test. */
export function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** All that was written into a folder. */
export function written(dir: string): string {
  return readdirSync(dir)
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('')
}

/** A fetch that no test may reach. */
export const noNetwork: typeof fetch = async () => {
  throw new Error('the network was used')
}
