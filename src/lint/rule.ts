// The words that rules are written in: what they look at, what they say, what a report is made of.
// No rule lives here.

import type { Json, JsonObject } from '../json/json.js'
import type { Effect } from '../tool/effects.js'
import type { FlowOptions } from '../tool/flow/declare.js'

/** How bad a finding is: `error` breaks or endangers, `warning` misleads a model, `note` is worth a look. */
export type Severity = 'error' | 'warning' | 'note'

/** The severities, worst first. */
export const SEVERITIES = ['error', 'warning', 'note'] as const satisfies readonly Severity[]

/** What a rule sees of a tool. A library tool and a tool of a live server look alike. */
export interface ToolDescription {
  readonly name: string
  /** The advertised text. */
  readonly description?: string
  readonly useWhen?: string
  readonly notFor?: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  /** MCP hints, as they were given. */
  readonly annotations?: JsonObject
  /** Known of library tools only. */
  readonly effect?: Effect
  /** What the declaration says about information flow, as it was given. Known of library tools only. */
  readonly flow?: FlowOptions
  /** Whether the author writes with `tool()`, or a server told of it. */
  readonly source: 'module' | 'server'
  /** The definition as a server gave it. */
  readonly raw?: Json
}

/** What a rule says. `path` is a JSON pointer into the definition; without a tool it is about the whole list. */
export interface Complaint {
  readonly path?: string
  readonly message: string
  /** What to write; the rule's own mend where it says no more than that. */
  readonly mend?: string
}

/** The tools that a model sees together, and what rules ask of the list. */
export interface ToolSet {
  readonly tools: readonly ToolDescription[]
  /** Tools that a model could take in place of this one, by name. */
  readonly relatives: (tool: ToolDescription) => readonly ToolDescription[]
  /** The word that all names start with, as `git` in `git_log`. */
  readonly prefix: string | undefined
  /** Words that stand in most descriptions of a longer list, and so tell nothing apart. */
  readonly boilerplate: ReadonlySet<string>
  /** What the definitions may cost together. */
  readonly budgetTokens: number
  /** What they cost, estimated. */
  readonly tokens: number
  /** A page cursor that the server gave twice. */
  readonly repeatedCursor: string | undefined
}

interface RuleText {
  /** Stable, kebab-case; what `--rule` and `rules` name. */
  readonly id: string
  readonly severity: Severity
  /** Why it matters, in a sentence. */
  readonly reason: string
  /** What to write instead, in a sentence. */
  readonly mend: string
}

/** A rule on one tool, which may look at its neighbours. */
export interface ToolRule extends RuleText {
  readonly check: (tool: ToolDescription, set: ToolSet) => Iterable<Complaint>
}

/** A rule on the list as a whole. */
export interface SetRule extends RuleText {
  readonly checkSet: (set: ToolSet) => Iterable<Complaint>
}

/** One rule. */
export type Rule = ToolRule | SetRule

/** One place that a rule complains of. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** The tool's name; absent when the finding is about the whole list. */
  readonly tool?: string
  /** JSON pointer into the tool's definition. */
  readonly path?: string
  readonly message: string
  readonly mend: string
}

/** What came of linting. */
export interface Report {
  readonly findings: readonly Finding[]
  /** How many tools were looked at. */
  readonly tools: number
  /** What the definitions cost in a model's context: an estimate, bytes / 4. */
  readonly tokens: number
  readonly counts: Readonly<Record<Severity, number>>
}
