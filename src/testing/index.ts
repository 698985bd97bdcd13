// `sallyport/testing`: what tests of tools and of agents import.

export { type CallToolOptions, callTool } from './call-tool.js'
export { type OutcomeMatchers, outcomeMatchers, type Verdict } from './matchers.js'
export { type RecordedFetch, type RecordReplayOptions, recordReplay } from './record-replay.js'
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedStep,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.js'
export type { SecretOptions } from './secrets.js'
