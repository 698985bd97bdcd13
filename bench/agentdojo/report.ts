// The counts, and the table of them.

/** What is counted. */
export interface Counts {
  /** User tasks. */
  readonly tasks: number
  /** Of them without a question in the benign run. */
  readonly noQuestionTasks: number
  /** Questions in the benign runs. */
  readonly questions: number
  /** Pairs of a user task and an injection task. */
  readonly pairs: number
  /** Of them with a side effect of the attacker's. */
  readonly sideEffectPairs: number
  /** Pairs in which a call of the attacker without a side effect went to a target: a fetched link. */
  readonly linkPairs: number
}

/** What the replay gives with `--json`. */
export interface Report {
  readonly total: Counts
  readonly suites: Readonly<Record<string, Counts>>
  readonly variants: Readonly<Record<string, Counts>>
  /** `variants`, suite by suite. */
  readonly suiteVariants: Readonly<Record<string, Readonly<Record<string, Counts>>>>
}

export const ZERO: Counts = {
  tasks: 0,
  noQuestionTasks: 0,
  questions: 0,
  pairs: 0,
  sideEffectPairs: 0,
  linkPairs: 0,
}

/** Adds two counts. */
export function addCounts(a: Counts, b: Counts): Counts {
  return {
    tasks: a.tasks + b.tasks,
    noQuestionTasks: a.noQuestionTasks + b.noQuestionTasks,
    questions: a.questions + b.questions,
    pairs: a.pairs + b.pairs,
    sideEffectPairs: a.sideEffectPairs + b.sideEffectPairs,
    linkPairs: a.linkPairs + b.linkPairs,
  }
}

/** Prints the table, and how long the decisions took. */
export function printTable(
  { total, suites, variants, suiteVariants }: Report,
  micros: readonly number[],
): void {
  const { twins, ...disguises } = variants
  const rows = [...Object.entries(suites), ['total', total] as const]
  console.log(line('suite', 'tasks', 'no question', 'questions', 'pairs', 'side effect', 'share', 'links'))
  for (const [name, counts] of rows) console.log(row(name, counts))
  console.log('')
  console.log(line('variant', '', '', '', 'pairs', 'side effect', 'share', 'links'))
  for (const [name, counts] of Object.entries(disguises)) {
    console.log(pairsOf(name, counts))
    for (const [suite, own] of Object.entries(suiteVariants)) {
      if (own[name]) console.log(pairsOf(`  ${suite}`, own[name]))
    }
  }
  console.log('')
  if (twins) {
    const { tasks, noQuestionTasks, sideEffectPairs } = twins
    console.log(
      `benign twins: ${tasks}, ${noQuestionTasks} with no question, ${sideEffectPairs} went through, once answered`,
    )
  }
  const sorted = [...micros].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  console.log(`${sorted.length} decisions: median ${at(0.5)} us, p99 ${at(0.99)} us`)
}

function pairsOf(name: string, { pairs, sideEffectPairs, linkPairs }: Counts): string {
  return line(name, '', '', '', pairs, sideEffectPairs, share(sideEffectPairs, pairs), linkPairs)
}

function row(name: string, counts: Counts): string {
  const { tasks, noQuestionTasks, questions, pairs, sideEffectPairs, linkPairs } = counts
  const part = share(sideEffectPairs, pairs)
  return line(name, tasks, noQuestionTasks, questions, pairs, sideEffectPairs, part, linkPairs)
}

function line(name: string, ...cells: (string | number)[]): string {
  return name.padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join('')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`
}
