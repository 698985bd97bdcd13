// What the user's newest messages ask of the tools at hand, and what of it was done already. An act is spent with the
// message that asked for it: "send Lena the report" covers one mail, however many turns it takes.

import type { FlowTool } from '../../tool/flow/declare.js'
import { actsAsked, actsDenied } from './request/asked.js'
import { recipientsIn } from './request/recipients.js'
import type { Clause } from './request/types.js'
import type { Spoken, UserWords } from './words.js'

/** A clause that asks for a tool. */
export interface AskedClause {
  readonly message: Spoken
  readonly clause: Clause
}

/** A call that ran, or may have run. */
interface Act {
  readonly tool: string
  readonly callId: string
  /** The moment whose words counted for it. */
  readonly asOf: number
  /** How many it reached. */
  readonly reached: number
}

/** Whether the words of now ask for one more call of a tool. */
export interface ActFacts {
  readonly asked: boolean
  /** Why not: never asked, asked and done, or in words that could not be read. */
  readonly why?: 'not_asked_for' | 'act_done' | 'request_unread' | 'request_too_long'
  /** Calls that the words for it went into. */
  readonly done: readonly Act[]
}

/** What may be asked for with one plural or "each"; more than a person looks at. */
const MOST_OF_ONE = 20
const MOST_KEPT = 200

/** The acts of one session. */
export class Acts {
  readonly #byMessage = new WeakMap<Spoken, Map<string, readonly AskedClause[]>>()
  readonly #deniedIn = new WeakMap<Spoken, ReadonlySet<string>>()
  #done: Act[] = []
  /** Grows with each call that ran. */
  version = 0

  /** @param tools All at hand. An act is asked of those that fit best; of each server's tools by themselves. */
  constructor(
    readonly words: UserWords,
    readonly tools: readonly FlowTool[] = [],
  ) {}

  /** Whether the newest messages ask for one more call of this tool. */
  facts(tool: FlowTool, asOf: number): ActFacts {
    const recent = this.words.recent(asOf)
    const asking = this.clausesFor(tool, asOf)
    if (asking.length === 0) return { asked: false, why: whyNot(recent), done: NONE }
    const left = this.#leftOf(recent, asOf)
    if (asking.some(({ clause }) => (left.get(clause)?.left ?? 1) > 0)) return { asked: true, done: NONE }
    return {
      asked: false,
      why: 'act_done',
      done: [...new Set(asking.flatMap(({ clause }) => left.get(clause)?.done ?? NONE))],
    }
  }

  /** The clauses of the newest messages that ask for this tool, in order. */
  clausesFor(tool: FlowTool, asOf: number): readonly AskedClause[] {
    const recent = this.words.recent(asOf)
    // "No, don't send it" takes back what was asked before it.
    const revoked = recent.findLastIndex((message) => this.#isDenied(message, tool))
    return recent
      .slice(Math.max(0, revoked))
      .flatMap((message) => this.#askedIn(message, tool).get(tool.name) ?? NO_CLAUSES)
  }

  /** A call starts to run. */
  ran(act: Act): void {
    this.version++
    this.#done.push(act)
    if (this.#done.length > MOST_KEPT) this.#done.shift()
  }

  /** It surely didn't run after all. */
  didNotRun(callId: string): void {
    this.version++
    this.#done = this.#done.filter((act) => act.callId !== callId)
  }

  toJSON(): readonly Act[] {
    return this.#done
  }

  /** Takes in what `toJSON` gave, here or elsewhere. */
  absorb(done: readonly Act[]): void {
    const known = new Set(this.#done.map(({ callId }) => callId))
    this.#done.push(...done.filter(({ callId }) => !known.has(callId)))
    this.#done.splice(0, this.#done.length - MOST_KEPT)
    this.version++
  }

  /** What each clause has left, and what it went into: each call takes the oldest that asks for its tool. */
  #leftOf(
    recent: readonly Spoken[],
    asOf: number,
  ): ReadonlyMap<Clause, { readonly left: number; readonly done: readonly Act[] }> {
    const spent = new Map<Clause, { left: number; done: Act[] }>()
    for (const act of this.#done) {
      for (const { clause } of this.#takers(act, recent, asOf)) {
        const own = spent.get(clause) ?? { left: coversOf(clause), done: [] }
        spent.set(clause, own)
        if (own.left <= 0) continue
        own.left -= act.reached
        own.done.push(act)
        break
      }
    }
    return spent
  }

  #isDenied(message: Spoken, tool: FlowTool): boolean {
    if (!message.request.clauses.some(({ acts }) => acts.some(({ polarity }) => polarity === 'denied')))
      return false
    let denied = this.#deniedIn.get(message)
    if (!denied) {
      denied = new Set(
        actsDenied(message.request, this.tools.length > 0 ? this.tools : [tool]).map(
          ({ tool: name }) => name,
        ),
      )
      this.#deniedIn.set(message, denied)
    }
    return denied.has(tool.name)
  }

  #takers(act: Act, recent: readonly Spoken[], asOf: number): readonly AskedClause[] {
    return recent
      .filter(({ seq }) => seq <= act.asOf && seq <= asOf)
      .flatMap((message) => this.#byMessage.get(message)?.get(act.tool) ?? NO_CLAUSES)
  }

  #askedIn(message: Spoken, tool: FlowTool): ReadonlyMap<string, readonly AskedClause[]> {
    let asked = this.#byMessage.get(message)
    if (!asked) {
      asked = new Map()
      this.#byMessage.set(message, asked)
      for (const tools of byServer(this.tools)) addAsked(asked, message, tools)
    }
    // One that nobody told of: it is looked at among those of its server.
    if (!asked.has(tool.name) && !this.tools.includes(tool)) {
      const found = new Map<string, readonly AskedClause[]>()
      addAsked(found, message, [tool, ...this.tools.filter((each) => serverOf(each) === serverOf(tool))])
      asked.set(tool.name, found.get(tool.name) ?? NO_CLAUSES)
    }
    return asked
  }
}

const NONE: readonly Act[] = Object.freeze([])
const NO_CLAUSES: readonly AskedClause[] = Object.freeze([])

function addAsked(
  to: Map<string, readonly AskedClause[]>,
  message: Spoken,
  tools: readonly FlowTool[],
): void {
  for (const { tool, clause } of actsAsked(message.request, tools)) {
    to.set(tool, [...(to.get(tool) ?? NO_CLAUSES), { message, clause }])
  }
}

/** A server's words count among its own tools: another's never take an act away. */
function byServer(tools: readonly FlowTool[]): readonly (readonly FlowTool[])[] {
  const servers = new Map<string, FlowTool[]>()
  for (const tool of tools) {
    const own = servers.get(serverOf(tool))
    if (own) own.push(tool)
    else servers.set(serverOf(tool), [tool])
  }
  return [...servers.values()]
}

function serverOf({ upstream }: FlowTool): string {
  return upstream ? `upstream ${upstream.id}` : ''
}

/** How many calls a clause asks for. */
function coversOf(clause: Clause): number {
  const named = Math.max(1, recipientsIn(clause))
  const { count } = clause
  if (clause.acts.some(({ families }) => families.includes('delegate'))) return MOST_OF_ONE
  if (count.kind === 'number') return Math.max(named, Math.min(count.value, MOST_OF_ONE))
  return count.kind === 'one' ? named : Math.max(named, MOST_OF_ONE)
}

/** "Ok" is in any language. */
const SAYS_SOMETHING = /\p{L}\P{L}+\p{L}+\P{L}+\p{L}|[^\P{L}\p{Script=Latin}]{2}/u

function whyNot(recent: readonly Spoken[]): NonNullable<ActFacts['why']> {
  const unread = recent.findLast(
    ({ request, text }) => request.unread !== undefined && SAYS_SOMETHING.test(text),
  )
  if (!unread) return 'not_asked_for'
  return unread.request.unread === 'too long' ? 'request_too_long' : 'request_unread'
}
