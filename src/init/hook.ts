// The prompt hook of Claude Code: a command that gets each prompt of the user on its input, in a settings file
// of the project (code.claude.com/docs/en/hooks, event UserPromptSubmit).

import { join, relative, sep } from 'node:path'
import JSON5 from 'json5'
import { lex } from '../args/lex.js'
import { FileFault, readSmallFile } from '../gateway/config/small-file.js'
import { onOneLine } from '../gateway/console/console.js'
import { configError } from '../gateway/fault.js'
import { isRecord } from '../json/json.js'
import { addItem, addProperty, canEdit } from './jsonc.js'

/** The settings file with the hook in it. */
export interface HookEdit {
  readonly file: string
  readonly before: string
  /** Equal to `before` when the hook is there already. */
  readonly after: string
}

/**
 * Adds the hook to the settings of a project. Everything else in them stays.
 *
 * @param project The folder of the project.
 * @param config The config whose gateway is told.
 * @throws StartError when the settings are not JSON.
 */
export function hookForClaudeCode(project: string, config: string): HookEdit {
  const file = join(project, '.claude', 'settings.json')
  const before = readOr(file, '')
  const text = before.trim() === '' ? '{}\n' : before
  if (!canEdit(text)) throw configError(file, 'is no JSON object.', 'Mend it, or leave out --hook.')
  const { duplicateKey } = lex(text)
  // A hook that is added to the first of two lists is never run by a client that reads the second.
  if (duplicateKey !== undefined)
    throw configError(file, `'${onOneLine(duplicateKey)}' is written twice.`, 'Take one of them out.')
  const prompts = promptHooks(file, text)
  const hook = { hooks: [{ type: 'command', command: commandFor(project, config), timeout: LONGEST_S }] }
  if (JSON.stringify(prompts ?? []).includes('sallyport said')) return { file, before, after: before }
  const after = prompts
    ? addItem(text, ['hooks', 'UserPromptSubmit'], hook)
    : addProperty(text, ['hooks'], 'UserPromptSubmit', [hook])
  return { file, before, after }
}

/** Seconds that the client waits for it: the user waits too. */
const LONGEST_S = 10
const LARGEST_FILE = 4 * 1024 * 1024

function promptHooks(file: string, text: string): readonly unknown[] | undefined {
  const { hooks } = JSON5.parse<{ readonly hooks?: unknown }>(text)
  if (hooks === undefined) return undefined
  if (!isRecord(hooks)) throw configError(`${file}: hooks`, 'must be an object.')
  const { UserPromptSubmit: prompts } = hooks
  if (prompts === undefined) return undefined
  if (!Array.isArray(prompts)) throw configError(`${file}: hooks.UserPromptSubmit`, 'must be a list.')
  return prompts
}

/** The client runs it in a shell, and says there where the project is: the file holds no path of this machine. */
function commandFor(project: string, config: string): string {
  const path = relative(project, config)
    .split(sep)
    .join('/')
    .replaceAll(/["$`\\]/g, '\\$&')
  return `npx sallyport said --config "$CLAUDE_PROJECT_DIR/${path}"`
}

function readOr(file: string, otherwise: string): string {
  try {
    return readSmallFile(file, LARGEST_FILE)
  } catch (error) {
    if (error instanceof FileFault && error.kind === 'missing') return otherwise
    throw error instanceof FileFault ? configError(file, `${error.message}.`) : error
  }
}
