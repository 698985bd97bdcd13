// What a tool author imports, and nothing else.

export { DefinitionError } from './base/options.js'
export type { AskPerson } from './door/batch.js'
export { createGate, type Gate, type GateOptions, type SessionOptions } from './door/create-gate.js'
export type { AdvertisedTool, BatchOptions, Call, CallOptions, Session } from './door/session.js'
export type { SessionHandles } from './door/session-handles.js'
export type { InGroup } from './flow/evidence/readers.js'
export type { Mode } from './flow/judge/decision.js'
export type { ExplainedArgument, Explanation } from './flow/judge/explain.js'
export type { PolicyOptions, Rule, RuleMatch } from './flow/judge/rules.js'
export type { TrustedOptions } from './flow/judge/trusted.js'
export type { ApprovalAnswer, ApproveOptions, DenyOptions, RevokeOptions } from './flow/person/answer.js'
export { ApprovalError } from './flow/person/approval-error.js'
export type { Preview } from './gate/gate.js'
export {
  type HandleCode,
  HandleError,
  HandleNotFoundError,
  InvalidHandleError,
  UnexpectedHandleValueError,
} from './handles/errors.js'
export { type HandleDependency, handleDependency } from './handles/kinds/handle-dependency.js'
export { type CardText, type DecodeContext, type Kind, type KindOptions, kind } from './handles/kinds/kind.js'
export { result } from './handles/kinds/result-kind.js'
export { inspectHandle } from './handles/look/inspector.js'
export type { Viewer } from './handles/scope.js'
export type { AttenuateOptions } from './handles/vault/attenuate.js'
export type { Json, JsonObject } from './json/json.js'
export { jsonSchema, type ToolSchema } from './json/schema/schema.js'
export type { Profile } from './profiles/profiles.js'
export type { Can } from './session/core.js'
export type { SessionEvent } from './session/events.js'
export { memoryStore } from './stores/memory.js'
export { type RecordStore, StoreError, type StoreFault } from './stores/store.js'
export type { Logger, Principal, Progress, ToolContext } from './tool/context.js'
export type { Annotations, Effect } from './tool/effects.js'
export type { Egress, FlowOptions } from './tool/flow/declare.js'
export type { Origin, OriginLabel, OriginPlace } from './tool/flow/origin.js'
export type { Role, RolePlace, Roles } from './tool/flow/roles.js'
export type { Limits } from './tool/limits.js'
export type {
  Approval,
  ApprovalCall,
  Card,
  Failure,
  FailureCategory,
  Integrity,
  Label,
  Outcome,
  StandingApproval,
  Status,
  UiView,
} from './tool/outcome.js'
export { empty, failure } from './tool/results.js'
export { type ModelView, type Tool, type ToolOptions, tool, type UiParts } from './tool/tool.js'
export { toolset } from './tool/toolset.js'
export { thirdParty } from './view/fence.js'
export { type Say, say } from './view/say.js'
