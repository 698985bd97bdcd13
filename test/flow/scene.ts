// A small stage for tests of the flow: tools in a few words, one session, one call after the other.

import type { Decision } from '../../src/flow/judge/decision.js'
import type { Case } from '../../src/flow/judge/known.js'
import { compileTrusted, type TrustedOptions } from '../../src/flow/judge/trusted.js'
import type { FlowSetting } from '../../src/flow/kept/setting.js'
import { FlowState } from '../../src/flow/kept/state.js'
import type { Json, JsonObject } from '../../src/json/json.js'
import type { Effect } from '../../src/tool/effects.js'
import { compileFlow, type FlowOptions, type FlowTool } from '../../src/tool/flow/declare.js'

export const PRINCIPAL = { tenant: 'acme', user: 'u-17', conversation: 'c-1', groups: ['staff'], claims: {} }

/** A tool whose properties are texts, unless a schema says otherwise. */
export function flowTool(
  name: string,
  effect: Effect,
  properties: Readonly<Record<string, JsonObject>>,
  options: FlowOptions = {},
): FlowTool {
  const input: JsonObject = { type: 'object', properties, additionalProperties: false }
  return compileFlow({ name, identity: `${name}@1`, effect, input, ...options })
}

export const text: JsonObject = { type: 'string' }
export const number: JsonObject = { type: 'number' }
export const texts: JsonObject = { type: 'array', items: text }

export interface SceneSetting extends Partial<Omit<FlowSetting, 'trusted'>> {
  readonly trusted?: TrustedOptions
}

/** One session. */
export class Scene {
  readonly state: FlowState
  now = 1_750_000_000_000
  #messages = 0
  #calls = 0

  constructor({ trusted, ...setting }: SceneSetting = {}) {
    this.state = new FlowState({
      clock: () => this.now,
      ...(trusted && { trusted: compileTrusted(trusted) }),
      ...setting,
    })
  }

  said(...messages: string[]): this {
    for (const message of messages) this.state.userSaid(message, `m${++this.#messages}`)
    return this
  }

  judge(tool: FlowTool, args: JsonObject, more: Partial<Case> = {}): Decision {
    return this.state.judge({ tool, args, principal: PRINCIPAL, grant: [tool.name], ...more })
  }

  /** Judges a call, and has it count. */
  call(tool: FlowTool, args: JsonObject): Decision {
    const decision = this.judge(tool, args)
    this.state.called(decision)
    return decision
  }

  /** Runs a reading tool: its result is shown, whatever the judge said. */
  shows(tool: FlowTool, result: Json, args: JsonObject = {}): this {
    const decision = this.call(tool, args)
    this.state.shown(`call_${++this.#calls}`, tool, result, decision)
    return this
  }

  /** `allow`, or the reason why not. */
  verdict(tool: FlowTool, args: JsonObject): string {
    const { verdict, reason } = this.judge(tool, args)
    return verdict === 'allow' ? verdict : `${verdict}: ${reason}`
  }
}
