// What an author of agents imports: `sallyport/agents`.

export { type AgentOptions, agent, type Edges } from './agent.js'
export type { BlockedTool, BlockedTools } from './blocked.js'
export type { RunEvent } from './events.js'
export { type ExplainedHandoffs, explainHandoffs, type HandoffPath } from './explain.js'
export type { RunPolicyOptions, Why, Withheld } from './grant.js'
export type {
  Agent,
  ContextPolicy,
  Handoff,
  HandoffFacts,
  HandoffFilter,
  HandoffMessage,
  InstructionContext,
  Instructions,
  ToolPolicyMode,
} from './graph.js'
export { agentTool, type HandoffOptions, handoff } from './handoff.js'
export type { Message } from './messages.js'
export type { Model, ModelMessage, Usage } from './model.js'
export type { HandoffResult, RunResult } from './result.js'
export { type RunOptions, runAgent } from './run.js'
export type { Run, StopWhen } from './run-shape.js'
export type { RunState } from './stored.js'
