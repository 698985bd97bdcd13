// Loads a module and finds the tools that it exports. Importing runs the module: it is the author's own code.

import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '../json/json.js'
import type { Tool } from '../tool/tool.js'

/** A module that could not be read. The message is for its author. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError'
}

/**
 * The tools that a module exports: by name, in arrays, or in objects.
 *
 * @throws ModuleError when it can't be loaded or exports no tool.
 */
export async function loadTools(path: string): Promise<Tool[]> {
  const exports = await loadExports(path)
  const tools = findIn(exports, isTool)
  if (tools.length > 0) return tools
  const names = Object.keys(exports)
  throw new ModuleError(
    `'${path}' exports no tool made by tool(); it exports ${names.length > 0 ? names.join(', ') : 'nothing'}.`,
  )
}

/**
 * What a module exports.
 *
 * @throws ModuleError when it can't be loaded.
 */
export async function loadExports(path: string): Promise<Record<string, unknown>> {
  const file = resolve(path)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new ModuleError(`there is no file '${path}'.`)
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    throw explainLoad(path, error)
  }
}

/** Why a module did not load, and what to do about it. */
export function explainLoad(path: string, error: unknown): ModuleError {
  const { code, message = String(error) } = error as { code?: string; message?: string }
  const isTypeScript = /^\.[cm]?tsx?$/.test(extname(path))
  if (isTypeScript && code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return new ModuleError(
      `this Node (${process.version}) can't load TypeScript. Compile '${path}' and give the .js file; Node 22.18 and newer load it as it is.`,
    )
  }
  // Sources import './x.js', which is there only once they are compiled.
  const hint =
    isTypeScript && code === 'ERR_MODULE_NOT_FOUND' ? ' Compile it first and give the .js file.' : ''
  return new ModuleError(`'${path}' can't be loaded: ${message}${hint}`)
}

/** What of a kind a module exports: by name, in arrays, or in objects. */
export function findIn<T>(
  exports: Readonly<Record<string, unknown>>,
  is: (value: unknown) => value is T,
): T[] {
  const found = new Set<T>()
  for (const value of Object.values(exports)) collect(value, is, found, 0)
  return [...found]
}

const DEEPEST = 3

function collect<T>(value: unknown, is: (value: unknown) => value is T, into: Set<T>, depth: number): void {
  if (is(value)) into.add(value)
  else if (depth < DEEPEST && (Array.isArray(value) || isPlain(value)))
    for (const one of Object.values(value)) collect(one, is, into, depth + 1)
}

/** By shape: the module may have its own copy of the library, so that no identity would match. */
export function isTool(value: unknown): value is Tool {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.digest === 'string' &&
    typeof value.effect === 'string' &&
    isRecord(value.inputSchema) &&
    isRecord(value.declaration)
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype
}
