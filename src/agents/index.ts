// What an author of agents imports: `sallyport/agents`.

export { type AgentOptions, agent, type Edges } from './agent.js'
export type { BlockedTool, BlockedTools } from './blocked.js'
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
export { type HandoffOptions, handoff } from './handoff.js'
