// The information flow of one session: what its user said, what results showed, what calls put in, what people
// approved. It counts moments, so that a call is judged by what was known when it arrived. Everything is bounded.

import type { Json } from '../../json/json.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { PUBLIC } from '../../tool/flow/label.js'
import { Anchors } from '../evidence/anchor.js'
import type { PutIn } from '../evidence/echo.js'
import {
  type Decision,
  type Findings,
  inMode,
  labelOfResult,
  type Verdict,
  worstVerdict,
} from '../judge/decision.js'
import { factDocument } from '../judge/facts.js'
import { judgeFlow } from '../judge/judge.js'
import type { Case } from '../judge/known.js'
import { Refusals } from '../judge/refusals.js'
import { compilePolicy, type Policy } from '../judge/rules.js'
import { Approvals } from '../person/approvals.js'
import { Acts } from '../words/acts.js'
import { showsOthers } from '../words/said.js'
import { UserWords } from '../words/words.js'
import { countLinks, linksFor } from './links.js'
import type { FlowSetting, StoredFlow } from './setting.js'
import { isVouchedKey, type KeptEvidence, keptEvidence, takeIn } from './take-in.js'

/** Indexing that may wait; more is done at once. */
const MAX_WAITING = 64

/** The flow of one session. */
export class FlowState {
  readonly words: UserWords
  /** What was asked for, and what of it was done. */
  readonly acts: Acts
  readonly approvals: Approvals
  readonly refusals: Refusals
  readonly #anchors: Anchors
  readonly #task: ReadonlySet<string>
  readonly #kept: KeptEvidence
  readonly #policy: Policy
  readonly #waiting: (() => void)[] = []
  #seq = 0
  #calls = 0
  #refused = 0
  #thirdPartyText = false

  constructor(readonly setting: FlowSetting) {
    this.#kept = keptEvidence(setting.trusted)
    this.words = new UserWords(setting.languages)
    this.acts = new Acts(this.words, setting.tools)
    this.#anchors = new Anchors(this.acts, this.#kept.index)
    this.approvals = new Approvals(setting.clock, setting.lasting)
    this.refusals = new Refusals(setting.clock)
    this.#task = new Set(setting.task)
    this.#policy = setting.policy ?? compilePolicy()
  }

  /** The user's own words. A message whose id was taken before changes nothing. */
  userSaid(text: string, id: string, lasts = true): void {
    if (!this.words.add({ id, text, seq: ++this.#seq, ...(!lasts && { passing: true }) })) return
    this.refusals.endTurn()
    this.approvals.endTurn()
    if (showsOthers(text)) this.userShared()
  }

  /** A text that the user pasted or attached: a third party's, and evidence for nothing. */
  userShared(readers: readonly string[] = []): void {
    this.#thirdPartyText = true
    if (!readers.includes(PUBLIC)) this.#kept.links.showPrivate()
  }

  /** A call arrives: the moment whose evidence counts for it. */
  arrive(): number {
    return this.#seq
  }

  /** Judges a call. Changes nothing, so that a preview is free. */
  judge(call: Case): Decision {
    const timer = this.setting.timer ?? (() => performance.now())
    const start = timer()
    this.settle()
    const asOf = call.asOf ?? this.#seq
    const { words, approvals } = this
    const found = judgeFlow(call, {
      asOf,
      words,
      index: this.#kept.index,
      anchors: this.#anchors,
      links: linksFor(this.#kept.links, words, asOf),
      isBuilt: (form, shownAt) => this.#kept.putIns.isBuilt(form, shownAt),
      acts: this.acts,
      now: this.setting.clock(),
      trusted: this.#kept.trusted,
      endorsed: (key, role) => approvals.endorsed(key, role, call.tool),
      isPrivate: this.setting.isPrivate ?? (() => false),
      traces: this.#kept.traces,
      ...(this.setting.inGroup && { inGroup: this.setting.inGroup }),
      task: call.task ?? this.#task,
    })
    const flow = approvals.refuse(found, call.tool)
    const ruled = this.#rule(call, flow)
    const judged = worstVerdict([flow.verdict, ruled.verdict])
    const { reason: _, ...findings } = flow
    const reason =
      flow.verdict === judged
        ? flow.reason
        : ruled.rules.some(({ failed }) => failed)
          ? 'policy_failed'
          : 'rule'
    return {
      ...findings,
      verdict: inMode(judged, this.setting.mode ?? 'ask'),
      judged,
      ...(reason && judged !== 'allow' && { reason }),
      rules: ruled.rules,
      asOf,
      micros: Math.round((timer() - start) * 1000),
    }
  }

  /** A judged call counts from now on, whether it runs or not: what nothing accounted for in it stays so. */
  called(decision: Decision): void {
    this.#calls++
    if (decision.verdict !== 'allow') this.#refused++
    const seq = ++this.#seq
    countLinks(decision, this.#kept.links)
    this.#later(() =>
      this.#kept.putIns.add(
        decision.arguments,
        (key) => isVouchedKey(key, decision.asOf, this.words, this.#kept),
        seq,
      ),
    )
  }

  /** A result was delivered; it may be given as what makes it. It is indexed soon: by the next judge, or by whoever calls {@link settle} first. */
  shown(
    callId: string,
    tool: FlowTool,
    value: Json | (() => Json),
    decision: Decision,
    held?: () => readonly PutIn[],
  ): void {
    const seq = ++this.#seq
    const { integrity } = labelOfResult(tool, decision)
    this.#thirdPartyText ||= integrity === 'third-party-text'
    if (!tool.label.readers.includes(PUBLIC)) this.#kept.links.showPrivate()
    this.#later(() => {
      const result = typeof value === 'function' ? value() : value
      takeIn({ seq, callId, tool, result, decision, behind: held?.() ?? [] }, this.#kept)
    })
  }

  /** Does the indexing that waits. Never throws. */
  settle(): void {
    for (const work of this.#waiting.splice(0)) {
      try {
        work()
      } catch (error) {
        // What was not taken in could be missing as counter-evidence.
        this.blur()
        this.setting.onFault?.(error)
      }
    }
  }

  /** What came before is not known: from now on no result counts. Words and approvals do. */
  blur(): void {
    this.#kept.putIns.fill()
    this.#kept.links.lose()
    this.#kept.index.blurred = true
    this.#kept.traces.fill(this.setting.declaredReaders ?? [])
    this.#thirdPartyText = true
  }

  /** The latest that was known is lost, words too: no act and no object was asked for lately. */
  lose(): void {
    this.blur()
    this.words.lose(++this.#seq)
  }

  #later(work: () => void): void {
    this.#waiting.push(work)
    if (this.#waiting.length > MAX_WAITING) this.settle()
  }

  toJSON(): StoredFlow {
    this.settle()
    return {
      v: 1,
      seq: this.#seq,
      calls: this.#calls,
      refused: this.#refused,
      thirdPartyText: this.#thirdPartyText,
      messages: this.words.toJSON(),
      index: this.#kept.index.toJSON(),
      putIns: this.#kept.putIns.toJSON(),
      traces: this.#kept.traces.toJSON(),
      acts: this.acts.toJSON(),
      links: this.#kept.links.toJSON(),
    }
  }

  /** Takes up what `toJSON` gave, in a state that is still empty. */
  restore(stored: StoredFlow): void {
    this.#seq = stored.seq
    this.#calls = stored.calls
    this.#refused = stored.refused
    this.#thirdPartyText = stored.thirdPartyText
    this.approvals.texts.hasRestarted = true
    for (const message of stored.messages) this.words.add(message)
    this.#kept.index.restore(stored.index)
    this.#kept.putIns.restore(stored.putIns)
    this.#kept.traces.restore(stored.traces)
    this.acts.absorb(stored.acts ?? [])
    this.#kept.links.restore(stored.links)
  }

  /** Takes up what another one on this session learnt against values. What it learnt for them only asks more. */
  absorb({ thirdPartyText, index, putIns, traces, acts, links }: StoredFlow): void {
    this.settle()
    this.#thirdPartyText ||= thirdPartyText
    this.#kept.index.absorb(index)
    this.#kept.putIns.absorb(putIns)
    this.#kept.traces.absorb(traces)
    this.acts.absorb(acts ?? [])
    this.#kept.links.absorb(links)
  }

  #rule(call: Case, flow: Findings): { readonly verdict: Verdict; readonly rules: Decision['rules'] } {
    if (this.#policy.isEmpty) return { verdict: 'allow', rules: [] }
    const { tool, args, principal, grant } = call
    const session = {
      messages: this.words.said(call.asOf ?? this.#seq).length,
      calls: this.#calls,
      refused: this.#refused,
      thirdPartyText: this.#thirdPartyText,
    }
    return this.#policy.evaluate(factDocument({ ...flow, tool, args, principal, grant, session }), tool)
  }
}
