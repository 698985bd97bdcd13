// A report for people, as text, and for programs, as JSON. Decides how findings look, never which there are.

import { styleText } from 'node:util'
import { wrap } from '../text/wrap.js'
import { visible } from './characters.js'
import type { Finding, Report, Severity } from './rule.js'
import { RULES } from './rules/index.js'
import { count, cut } from './words.js'

/** What was linted: a module's path (as seen from the working directory), or a server as it names itself. */
export interface Subject {
  readonly kind: 'module' | 'server'
  readonly name: string
  readonly version?: string
}

/** What `--format json` writes. */
export interface JsonReport extends Report {
  readonly formatVersion: 1
  readonly subject: Subject
}

/** The report as plain data, for `JSON.stringify`. */
export function jsonReport(report: Report, subject: Subject): JsonReport {
  return { formatVersion: 1, subject: plainSubject(subject), ...report }
}

/**
 * The report as text: one block a rule, worst first, equal remarks on several tools on one line.
 *
 * @param options `color`: with ANSI colours, default false. `width`: columns, default 100.
 */
export function textReport(
  report: Report,
  subject: Subject,
  { color = false, width = 100 }: { readonly color?: boolean; readonly width?: number } = {},
): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const { name, version } = plainSubject(subject)
  const title = `${paint('bold', version ? `${name} ${version}` : name)}: ${count(report.tools, 'tool')}, ~${count(report.tokens, 'token')} of definitions`
  const blocks = groupBy(report.findings, ({ rule, severity }) => `${severity} ${rule}`).map((findings) =>
    ruleBlock(findings, paint, width),
  )
  return `${[title, ...blocks, summary(report, paint)].join('\n\n')}\n`
}

/** One line: how many of each severity, and whether that is well. */
function summary({ counts, findings }: Report, paint: Paint): string {
  if (findings.length === 0) return paint('green', 'Nothing to mend.')
  const parts = [count(counts.error, 'error'), count(counts.warning, 'warning'), count(counts.note, 'note')]
  return paint(counts.error > 0 ? 'red' : counts.warning > 0 ? 'yellow' : 'cyan', parts.join(', '))
}

type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan' | 'green', text: string) => string

const STYLE: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = {
  error: 'red',
  warning: 'yellow',
  note: 'cyan',
}

function ruleBlock(findings: readonly Finding[], paint: Paint, width: number): string {
  const { severity, rule } = findings[0] as Finding
  const reason = RULES.find(({ id }) => id === rule)?.reason ?? ''
  const lines = [`${paint(STYLE[severity], severity)} ${paint('bold', rule)}`]
  lines.push(...paragraph(reason, width, '  ').map((line) => paint('dim', line)))
  for (const sameMend of groupBy(findings, ({ mend }) => mend)) {
    for (const same of groupBy(sameMend, ({ message }) => message)) lines.push(...place(same, paint, width))
    lines.push(...bullet('→', sameMend[0]?.mend ?? '', width).map((line) => paint('green', line)))
  }
  return lines.join('\n')
}

/** `tool: message`, or the message once and the tools that share it below. */
function place(findings: readonly Finding[], paint: Paint, width: number): string[] {
  const tools = [...new Set(findings.map(({ tool }) => tool).filter((tool) => tool !== undefined))]
  const message = findings[0]?.message ?? ''
  const line = tools.length === 1 ? `${paint('bold', tools[0] ?? '')}: ${message}` : message
  if (tools.length < 2) return bullet('-', line, width)
  return [...bullet('-', `${message}:`, width), ...paragraph(tools.join(', '), width, '    ')]
}

function bullet(mark: string, text: string, width: number): string[] {
  const [first = '', ...more] = paragraph(text, width, '    ')
  return [`  ${mark} ${first.trimStart()}`, ...more]
}

/** All in one paragraph, indented. */
function paragraph(text: string, width: number, indent: string): string[] {
  return wrap(`${indent}${text.replaceAll(/\s+/g, ' ').trim()}`, width, indent)
}

function groupBy(findings: readonly Finding[], key: (finding: Finding) => string): Finding[][] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(key(finding))
    if (group) group.push(finding)
    else groups.set(key(finding), [finding])
  }
  return [...groups.values()]
}

/** A subject to be shown: a server chooses what it calls itself, so that is cleaned like every other text of it. */
export function plainSubject(subject: Subject): Subject {
  return {
    kind: subject.kind,
    name: visible(cut(subject.name, 200)),
    ...(subject.version !== undefined && { version: visible(cut(subject.version)) }),
  }
}
