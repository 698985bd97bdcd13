// What a tool author imports, and nothing else.

export type { ApprovalAnswer, ApproveOptions, DenyOptions } from './flow/answer.js'
export { ApprovalError } from './flow/approval.js'
export type { Mode } from './flow/decision.js'
export type { Egress, FlowOptions } from './flow/declare.js'
export type { Origin, OriginLabel, OriginPlace } from './flow/origin.js'
export type { InGroup } from './flow/readers.js'
export type { Role, RolePlace, Roles } from './flow/roles.js'
export type { PolicyOptions, Rule, RuleMatch } from './flow/rules.js'
export type { TrustedOptions } from './flow/trusted.js'
export type { AskPerson } from './gate/batch.js'
export type { Can } from './gate/core.js'
export { createGate, type Gate, type GateOptions, type SessionOptions } from './gate/create-gate.js'
export type { SessionEvent } from './gate/events.js'
export type { Preview } from './gate/gate.js'
export { type HandleDependency, handleDependency } from './gate/handle-dependency.js'
export { inspectHandle } from './gate/inspector.js'
export type { AdvertisedTool, BatchOptions, Call, CallOptions, Session } from './gate/session.js'
export type { SessionHandles } from './gate/session-handles.js'
export type { AttenuateOptions } from './handles/attenuate.js'
export {
  type HandleCode,
  HandleError,
  HandleNotFoundError,
  InvalidHandleError,
  UnexpectedHandleValueError,
} from './handles/errors.js'
export { type CardText, type DecodeContext, type Kind, type KindOptions, kind } from './handles/kind.js'
export { result } from './handles/result-kind.js'
export type { Viewer } from './handles/scope.js'
export { memoryStore } from './stores/memory.js'
export { type RecordStore, StoreError, type StoreFault } from './stores/store.js'
export type { Logger, Principal, Progress, ToolContext } from './tool/context.js'
export type { Annotations, Effect } from './tool/effects.js'
export { thirdParty } from './tool/fence.js'
export type { Json, JsonObject } from './tool/json.js'
export type { Limits } from './tool/limits.js'
export { DefinitionError } from './tool/options.js'
export type {
  Approval,
  Card,
  Failure,
  FailureCategory,
  Integrity,
  Label,
  Outcome,
  Status,
  UiView,
} from './tool/outcome.js'
export type { Profile } from './tool/profiles.js'
export { empty, failure } from './tool/results.js'
export { type Say, say } from './tool/say.js'
export { jsonSchema, type ToolSchema } from './tool/schema.js'
export { type ModelView, type Tool, type ToolOptions, tool, type UiParts } from './tool/tool.js'
export { toolset } from './tool/toolset.js'
