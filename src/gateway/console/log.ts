// The gate's log on the operator's console: one line a fault, under the reference that the client was given.

import type { Logger } from '../../tool/context.js'
import type { GatewayConsole } from './console.js'

/** Warnings and errors go to the console; what is chattier is left out. */
export function consoleLog({ warn }: GatewayConsole): Logger {
  const line = (fields: object, message: string) => warn([message, ...details(fields)].join(' · '))
  return { debug: () => {}, info: () => {}, warn: line, error: line }
}

function details(fields: object): string[] {
  const { tool, ref, code, err } = fields as Readonly<Record<string, unknown>>
  const known = Object.entries({ tool, code, ref }).filter(([, value]) => typeof value === 'string')
  return [...known.map(([key, value]) => `${key} ${value}`), ...(err instanceof Error ? [faultOf(err)] : [])]
}

function faultOf({ name, message, stack }: Error): string {
  const at = stack?.split('\n').find((frame) => frame.trimStart().startsWith('at '))
  return `${name}: ${message}${at ? ` (${at.trim()})` : ''}`
}
