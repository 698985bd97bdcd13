// How handles are written for an operator: a table, the facts of one, JSON. Labels and values are a stranger's words:
// no character of them moves the cursor of who reads this. Tokens are whole only when asked for.

import { printable } from '../gateway/console/console.js'
import { StartError } from '../gateway/fault.js'
import type { Link } from '../handles/record.js'
import type { Owner } from '../handles/scope.js'
import { mintToken, shortToken } from '../handles/token.js'
import type { Holding, OperatorParts } from '../handles/vault/operator.js'
import type { JsonObject } from '../json/json.js'
import { HIDDEN } from '../text/characters.js'
import { inWidth } from '../text/clip.js'

/**
 * A table, one line a handle.
 *
 * @param columns Of the terminal: owners and labels are cut to fit. Default: nothing is cut.
 */
export function table(
  found: readonly Holding[],
  now: number,
  tokens: boolean,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const rows = [
    ['HANDLE', 'KIND', 'STATE', 'SIZE', 'EXPIRES', 'OWNER', 'LABEL'],
    ...found.map((holding) => {
      const { kind, size, expiresAt, label } = holding.link.stored
      const owner = ownerText(holding.owner)
      return [
        nameOf(holding, tokens),
        kind,
        holding.state,
        bytes(size),
        until(expiresAt - now),
        owner,
        printable(label),
      ]
    }),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const column of [OWNER, OWNER + 1]) {
    const over = widths.reduce((sum, width) => sum + width + GAP, -GAP) - columns
    if (over > 0) widths[column] = Math.max(LEAST_CELL, widths[column]! - over)
  }
  return rows.map((row) =>
    row
      .map((cell, column) => inWidth(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

const OWNER = 5
const GAP = 2
const LEAST_CELL = 12

/** Its token, short or whole. */
export function nameOf({ token }: Pick<Holding, 'token'>, whole: boolean): string {
  if (token === undefined) return '(of another key)'
  return whole ? token : shortToken(token)
}

/** All that is known of one, but the value. */
export function facts(holding: Holding, { keys }: OperatorParts, tokens: boolean): string[] {
  const { stored, version } = holding.link
  const { rights, tools, uses, rev, codec, keyId, origin, count, size } = stored
  const parents = holding.above.map((link) =>
    link ? nameOf({ token: tokenOf(link, keys) }, tokens) : '(gone)',
  )
  const lines: [name: string, text: string | undefined][] = [
    ['handle', nameOf(holding, tokens)],
    ['kind', stored.kind],
    ['label', printable(stored.label)],
    ['facts', visibleJson(stored.facts, 0)],
    ['size', count === undefined ? bytes(size) : `${bytes(size)}, ${count} rows`],
    ['state', holding.state],
    ['expires', new Date(stored.expiresAt).toISOString()],
    ['owner', ownerText(holding.owner)],
    ['rights', rights.join(', ')],
    ['tools', tools?.map(printable).join(', ')],
    ['uses left', uses?.toString()],
    ['row', stored.row?.toString()],
    ['version', `${rev} of the value, ${version} of the record, ${codec} of the codec`],
    ['key', keyId],
    ['origin', origin && `${origin.integrity}; readers: ${origin.readers.map(printable).join(', ')}`],
    ['made from', parents.length > 0 ? parents.join(', ') : undefined],
  ]
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(9)}  ${text}`]))
}

/** The same for programs. */
export function factsJson(holding: Holding, tokens: boolean): JsonObject {
  const { stored, version } = holding.link
  const { kind, label, facts, size, count, rights, tools, uses, rev, codec, keyId, origin, row } = stored
  return {
    handle: holding.token === undefined ? null : nameOf(holding, tokens),
    kind,
    label,
    facts,
    size,
    ...(count !== undefined && { count }),
    state: holding.state,
    expiresAt: new Date(stored.expiresAt).toISOString(),
    owner: { ...holding.owner },
    rights,
    ...(tools && { tools }),
    ...(uses !== undefined && { uses }),
    ...(row !== undefined && { row }),
    version: { value: rev, record: version, codec },
    key: keyId,
    ...(origin && { origin: { ...origin } }),
    ...(stored.above && { depth: stored.above.length }),
  }
}

/**
 * The value as it is stored.
 *
 * @throws StartError when it may not be read, or is not kept any more.
 */
export function keptValue({ link, above, state }: Holding): unknown {
  // A kind without the right to read is for secrets; a terminal is no place for them.
  if (!link.stored.rights.includes('read')) {
    throw new StartError(`the value is not shown: a handle of kind '${link.stored.kind}' may not be read.`, 1)
  }
  const { value } = (above.at(-1) ?? link).stored
  const row = [link, ...above].find((one) => one?.stored.row !== undefined)?.stored.row
  const part = row === undefined ? value : (value as readonly unknown[] | undefined)?.[row]
  if (part === undefined) throw new StartError(`there is no value behind this handle any more (${state}).`, 1)
  return part
}

function tokenOf({ stored }: Link, keys: OperatorParts['keys']): string | undefined {
  const key = keys.get(stored.keyId)
  return key && mintToken(stored.kind, key, stored.id)
}

/** JSON in which no character is invisible: escapes of JSON stand for those. */
export function visibleJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replaceAll(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

// What is left of line breaks lays the JSON out; those of values are escaped by then.
const UNSEEN = new RegExp(`(?!\\n)[${HIDDEN}]`, 'gu')

function ownerText({ tenant, user, conversation, run }: Owner): string {
  return [tenant, user ?? '(anonymous)', conversation ?? '(all)', ...(run === undefined ? [] : [run])]
    .map(printable)
    .join(' / ')
}

/** A narrower handle has no value of its own. */
function bytes(size: number): string {
  if (size === 0) return '-'
  if (size < 1_024) return `${size} B`
  return size < 1_024 ** 2 ? `${(size / 1_024).toFixed(1)} KiB` : `${(size / 1_024 ** 2).toFixed(1)} MiB`
}

function until(ms: number): string {
  if (ms <= 0) return 'over'
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return `in ${minutes} min`
  return minutes < 2_880 ? `in ${Math.round(minutes / 60)} h` : `in ${Math.round(minutes / 1_440)} days`
}
