// A report as SARIF 2.1.0 (OASIS), for code scanning. Structure only; what is found is decided elsewhere.

import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plainSubject, type Subject } from './report.js'
import type { Finding, Report, Rule } from './rule.js'
import { RULES } from './rules/index.js'

/** A SARIF log with one run, as far as it is used here. */
export interface SarifLog {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly [SarifRun]
}

interface SarifRun {
  readonly tool: {
    readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly SarifRule[] }
  }
  readonly results: readonly SarifResult[]
  readonly columnKind: 'utf16CodeUnits'
}

interface SarifRule {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly help: { readonly text: string }
  readonly defaultConfiguration: { readonly level: 'error' | 'warning' | 'note' }
}

interface SarifResult {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: 'error' | 'warning' | 'note'
  readonly message: { readonly text: string }
  readonly locations: readonly [SarifLocation]
}

interface SarifLocation {
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string }
    readonly region: { readonly startLine: number }
  }
  readonly logicalLocations: readonly [
    { readonly name: string; readonly fullyQualifiedName: string; readonly kind: string },
  ]
}

/**
 * The report as a SARIF log, for `JSON.stringify`.
 *
 * A module's findings have its file as physical location, which is what code scanning shows. A live server has no
 * file: its findings have a logical location only (`server/tool/inputSchema/...`).
 *
 * @param version of the program that linted.
 */
export function sarifReport(report: Report, subject: Subject, version: string): SarifLog {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sallyport', version, rules: RULES.map(sarifRule) } },
        results: report.findings.map((finding) => sarifResult(finding, plainSubject(subject))),
        columnKind: 'utf16CodeUnits',
      },
    ],
  }
}

function sarifRule({ id, reason, mend, severity }: Rule): SarifRule {
  return {
    id,
    shortDescription: { text: reason },
    help: { text: mend },
    defaultConfiguration: { level: severity },
  }
}

function sarifResult(finding: Finding, subject: Subject): SarifResult {
  const { rule, severity, tool, message, mend } = finding
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ id }) => id === rule),
    level: severity,
    message: { text: `${tool === undefined ? '' : `${tool}: `}${message}. ${mend}` },
    locations: [locationOf(finding, subject)],
  }
}

function locationOf({ tool, path }: Finding, subject: Subject): SarifLocation {
  const name = tool ?? subject.name
  return {
    ...(subject.kind === 'module' && {
      // A definition is made by running the module, so no line of it is known; code scanning wants one.
      physicalLocation: { artifactLocation: { uri: uriOf(subject.name) }, region: { startLine: 1 } },
    }),
    logicalLocations: [
      {
        name,
        fullyQualifiedName: [subject.name, ...(tool === undefined ? [] : [tool])].join('/') + (path ?? ''),
        kind: tool === undefined ? 'module' : 'function',
      },
    ],
  }
}

/** Relative where the path is, since code scanning takes that as seen from the repository's root. */
function uriOf(path: string): string {
  if (isAbsolute(path) || path.startsWith('..')) return pathToFileURL(path).href
  return path.split(/[\\/]/).map(encodeURIComponent).join('/')
}
