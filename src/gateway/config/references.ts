// References in a config: `${env:NAME}`, `${file:path}` and the few that clients know. This keeps secrets out
// of the file; nothing here logs a value, and no error repeats one.

import { homedir } from 'node:os'
import { resolve, sep } from 'node:path'
import { FileFault, readSmallFile } from './small-file.js'

/** Where references are looked up. */
export interface ReferenceScope {
  /** Base of relative paths in `${file:..}`. */
  readonly dir: string
  /** What `${workspaceFolder}` stands for. */
  readonly workspace: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A reference that leads nowhere. The message says which and what to do. */
export class ReferenceFault extends Error {
  override readonly name = 'ReferenceFault'
}

/**
 * Replaces the references in a text. Unknown ones stay as they are: clients that expand nothing pass `${HOME}`
 * on to a shell.
 *
 * @throws ReferenceFault when a variable or a file is missing.
 */
export function expandReferences(text: string, scope: ReferenceScope): string {
  return text.includes('${')
    ? text.replaceAll(REFERENCE, (whole, inner: string) => look(whole, inner, scope))
    : text
}

const REFERENCE = /\$\{([^{}]*)\}/g
const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s
const LARGEST_SECRET = 64 * 1024

function look(whole: string, inner: string, scope: ReferenceScope): string {
  if (inner.startsWith('env:')) return variable(inner.slice(4), scope)
  if (inner.startsWith('file:')) return secretFile(inner.slice(5), scope)
  if (inner.startsWith('input:')) {
    throw new ReferenceFault(
      `'${whole}' asks in the editor, which a gateway can't; write '\${env:NAME}' instead.`,
    )
  }
  if (inner === 'workspaceFolder') return scope.workspace
  if (inner === 'userHome') return homedir()
  if (inner === '/' || inner === 'pathSeparator') return sep
  const named = VARIABLE.exec(inner)
  return (named?.[1] === undefined ? undefined : scope.env[named[1]]) ?? named?.[2] ?? whole
}

function variable(name: string, { env }: ReferenceScope): string {
  const value = env[name]
  if (value === undefined) {
    throw new ReferenceFault(`environment variable '${name}' is not set; set it, or take the reference out.`)
  }
  return value
}

function secretFile(path: string, { dir }: ReferenceScope): string {
  try {
    const file = resolve(dir, path.replace(/^~(?=\/|$)/, homedir()))
    return readSmallFile(file, LARGEST_SECRET).replace(/\r?\n$/, '')
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new ReferenceFault(`file '${path}' ${error.message}; name a file with the secret alone in it.`)
  }
}
