// The stage without the gate: the judge alone, for working on the flow.

import { compileFlow, type FlowTool } from '../../src/flow/declare.js'
import { askAbout, callDigest } from '../../src/flow/questions.js'
import { FlowState } from '../../src/flow/state.js'
import type { Json, JsonObject } from '../../src/tool/json.js'
import type { Suite } from './data.js'
import type { Stage, Staged } from './stage.js'

const PRINCIPAL = { tenant: 'bench', user: 'user', conversation: 'play', groups: [], claims: {} }

/** Opens a session of its own for one play. `micros` takes how long each decision took. */
export function openFlowStage(suite: Suite, micros: number[], explain?: (line: string) => void): Stage {
  const state = new FlowState({ clock: () => 0 })
  const tools = toolsOf(suite)
  const waiting = new Map<
    string,
    { tool: FlowTool; args: JsonObject; result: Json | undefined; error?: string | null }
  >()
  let said = 0
  let calls = 0
  const step = (
    tool: FlowTool,
    args: JsonObject,
    result: Json | undefined,
    error?: string | null,
  ): Staged => {
    const id = `call_${++calls}`
    const decision = state.judge({ tool, args, principal: PRINCIPAL, grant: [...tools.keys()] })
    micros.push(decision.micros)
    state.called(decision)
    state.settle()
    const digest = callDigest(tool.identity, args)
    if (decision.verdict === 'deny') return { status: 'refused', code: decision.reason ?? 'denied' }
    if (decision.verdict === 'hold' && state.approvals.standing(digest)?.standing !== 'approved') {
      explain?.(
        `${tool.name}: ${decision.reason}: ${decision.items.map((item) => `${item.argument}=${item.value} (${item.role}, ${item.label}, ${item.reason})`).join('; ')}`,
      )
      state.approvals.ask(askAbout({ id, tool, callId: id, args, decision, expiresAt: 1 }))
      waiting.set(id, { tool, args, result, ...(error !== undefined && { error }) })
      return { status: 'held', question: id }
    }
    state.approvals.spend(digest, decision.arguments, tool)
    if (!error && result !== undefined) state.shown(id, tool, result, decision)
    state.settle()
    return { status: 'ran' }
  }
  return {
    said: (text) => state.userSaid(text, `m${++said}`),
    call: async (name, args, result, error) => step(tools.get(name) as FlowTool, args, result, error),
    async allowOnce(question) {
      state.approvals.answer(question, { allow: 'once', by: 'user' }, 'user', () => `e_${question}`)
      const held = waiting.get(question) as NonNullable<ReturnType<typeof waiting.get>>
      return step(held.tool, held.args, held.result, held.error)
    },
    close: async () => {},
  }
}

const COMPILED = new WeakMap<Suite, ReadonlyMap<string, FlowTool>>()

function toolsOf(suite: Suite): ReadonlyMap<string, FlowTool> {
  let tools = COMPILED.get(suite)
  if (!tools) {
    tools = new Map(
      suite.tools.map(({ name, args, required }) => [
        name,
        compileFlow({
          name,
          identity: name,
          ...(suite.roles[name] as Suite['roles'][string]),
          input: inputSchema(args, required),
        }),
      ]),
    )
    COMPILED.set(suite, tools)
  }
  return tools
}

/** The recorded tools say which arguments there are, not of which type. */
export function inputSchema(args: readonly string[], required: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((arg) => [arg, {}])),
    required: [...required],
    additionalProperties: false,
  }
}
