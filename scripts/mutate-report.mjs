// What a mutation run found, for a person: a table by folder, and each change that no test noticed.

import { posix } from 'node:path'

const COUNTED = { Killed: 'killed', Timeout: 'timeout', Survived: 'survived', NoCoverage: 'survived' }

/** A Markdown table by folder. The score: what was noticed, of all that could be. */
export function tableOf(files) {
  const folders = new Map()
  for (const [path, { mutants }] of Object.entries(files)) {
    const folder = posix.dirname(path)
    const row = folders.get(folder) ?? { files: 0, killed: 0, timeout: 0, survived: 0 }
    const counted = mutants.map(({ status }) => COUNTED[status]).filter(Boolean)
    if (counted.length === 0) continue
    for (const each of counted) row[each]++
    row.files++
    folders.set(folder, row)
  }
  const rows = [...folders].sort(([a], [b]) => (a < b ? -1 : 1))
  const all = { files: 0, killed: 0, timeout: 0, survived: 0 }
  for (const [, row] of rows) for (const key of Object.keys(all)) all[key] += row[key]
  const line = (name, { files: count, killed, timeout, survived }) => {
    const score = (100 * (killed + timeout)) / Math.max(1, killed + timeout + survived)
    return `| ${name} | ${count} | ${killed} | ${survived} | ${timeout} | ${score.toFixed(1)} % |`
  }
  return [
    '| folder | files | killed | survived | timeout | score |',
    '|---|---|---|---|---|---|',
    ...rows.map(([folder, row]) => line(`\`${folder}\``, row)),
    line('together', all),
  ].join('\n')
}

/** One line for each change that no test noticed. */
export function survivorsOf(files) {
  return Object.entries(files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => COUNTED[status] === 'survived')
      .map(({ location, mutatorName, replacement, status }) => {
        const was = short(cut(source, location))
        const reached = status === 'NoCoverage' ? ' (no test reaches it)' : ''
        const { line, column } = location.start
        return `${path}:${line}:${column} ${mutatorName}: ${was} -> ${short(replacement ?? '')}${reached}`
      }),
  )
}

function cut(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join(' ')
}

function short(code) {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 87)}...` : line
}
