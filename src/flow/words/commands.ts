// The very texts that the user asks to run or to use, each as a whole: a code span, a quotation, a line, or all that
// follows the verb to the end of its sentence. Never a part of one, and never what is denied or only asked about.

import type { Clause } from './request/types.js'
import type { Spoken } from './words.js'

/**
 * Whether the message asks to run or use a text, byte for byte.
 *
 * @param asking Clauses that ask for the very tool.
 */
export function asksFor(message: Spoken, text: string, asking: readonly Clause[]): boolean {
  if (!message.text.includes(text)) return false
  const { clauses } = message.request
  return clauses.some(
    (clause, at) =>
      (asksToRun(clause) || asking.includes(clause)) &&
      textsOf(clause, clauses[at + 1], message.text).includes(text),
  )
}

/** Verbs of any language by which something is run, typed or logged in with. */
const RUNNING = new Set(
  `run rerun execute exec start launch trigger invoke call query evaluate eval issue type enter paste use try apply log sign
  connect authenticate unlock restart retry
  ausführen starten laufen aufrufen eingeben verwenden benutzen nutzen einloggen anmelden verbinden führen
  ejecutar correr lanzar iniciar usar utilizar ingresar introducir conectar
  exécuter lancer démarrer utiliser taper saisir entrer connecter`.split(/\s+/),
)

function asksToRun({ acts }: Clause): boolean {
  return acts.some(
    ({ polarity, verb, families }) =>
      (polarity === 'asked' || polarity === 'reminder') &&
      (RUNNING.has(verb) || families.includes('run') || families.includes('deploy')),
  )
}

function textsOf({ start, end, verbEnd }: Clause, next: Clause | undefined, text: string): readonly string[] {
  const stop = endOfSentence(text, end, next)
  return [
    ...spansIn(text.slice(start, stop)),
    ...restOf(text, verbEnd),
    ...restOf(text, behindItsName(text, start, stop)),
    ...linesAfter(text, endOfLine(text, verbEnd ?? start)),
  ]
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}

/** Quotations after the clause's last word belong to it, up to the next clause or the end of the line. */
function endOfSentence(text: string, end: number, next: Clause | undefined): number {
  const stop = endOfLine(text, end)
  return next && next.start >= end ? Math.min(stop, next.start) : stop
}

const SPANS =
  /`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”|„([^“\n]+)“|«\s?([^»\n]+?)\s?»|(?<=^|[\s(])'([^'\n]+)'(?=$|[\s.,;:!?)])/g

function spansIn(text: string): string[] {
  return [...text.matchAll(SPANS)].map(
    (match) => match.slice(1).find((group) => group !== undefined) as string,
  )
}

/** "Log in with the password hunter2", "set the password to hunter2": what follows is it, as a whole. */
function behindItsName(text: string, start: number, stop: number): number | undefined {
  const found = CREDENTIAL.exec(text.slice(start, stop))
  return found ? start + found.index + found[0].length : undefined
}

const CREDENTIAL =
  /\b(?:password|passphrase|passcode|pin|token|api key|key|secret|passwort|kennwort|schlüssel|contraseña|clave|mot de passe|clé)(?: ?[:=]| (?:to|is|as|auf|ist|lautet|a|es|à|est))? /iu

/** All that follows the verb in its line, with and without the mark at its end. */
function restOf(text: string, verbEnd: number | undefined): string[] {
  if (verbEnd === undefined) return []
  const line = text.slice(verbEnd).split('\n', 1)[0] as string
  const rest = line
    .trim()
    .replace(/^(?:(?:the|this|den|das|el|la|le) )?(?:command|query|befehl|comando|commande):? |^: ?/i, '')
  if (rest === '') return []
  const sentence = /^(.*?)[.!?](?=\s+\p{Lu})/u.exec(rest)?.[1]
  return [rest, rest.replace(/[.!?]$/, ''), ...(sentence === undefined ? [] : [sentence])]
}

/** Below a line that ends there: a fenced block, its lines, and lines up to an empty one. */
function linesAfter(text: string, stop: number): string[] {
  if (!/^[:.]?\s*\n/.test(text.slice(stop)) && text[stop] !== '\n') return []
  const below = text
    .slice(stop)
    .replace(/^[:.]?[^\S\n]*\n\s*?/, '')
    .replace(/^\n/, '')
  const [, fenced] = /^\s*```[^\n]*\n([\s\S]*?)\n?```/.exec(below) ?? []
  const block = fenced ?? (/:\s*$/.test(text.slice(0, stop)) ? (below.split(/\n\s*\n/, 1)[0] as string) : '')
  return block === ''
    ? []
    : [block, ...block.split('\n').map((line) => line.trim())].filter((line) => line !== '')
}
