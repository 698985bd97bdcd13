// What an author of agents imports: `sallyport/agents`.

export { type ExplainedHandoffs, explainHandoffs, type HandoffPath } from './explain/explain.js'
export { type AgentOptions, agent, type Edges } from './graph/agent.js'
export type { BlockedTool, BlockedTools } from './graph/blocked.js'
export { dropTools, lastMessages, noSystemText, tokenCap } from './graph/filters.js'
export type { RunPolicyOptions, Why, Withheld } from './graph/grant.js'
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
} from './graph/graph.js'
export { agentTool, type HandoffOptions, type HandoffPolicy, handoff } from './graph/handoff.js'
export type { RunEvent } from './run/events.js'
export type { Message } from './run/messages.js'
export type { Model, ModelMessage, Usage } from './run/model.js'
export type { HandoffResult, RunResult } from './run/result.js'
export { type RunOptions, runAgent } from './run/run.js'
export type { Run, StopWhen } from './run/run-shape.js'
export type { RunState } from './run/stored.js'
