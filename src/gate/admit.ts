// Stage 3, admit: what a model wrote to plain JSON that the advertised schema takes.

import { admitArgs } from '../args/admission.js'
import { type TakenOut, takeNatives } from '../handles/kinds/natives.js'
import type { Stop } from '../session/ended.js'
import { canonicalArgs } from '../session/remembered.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Tool } from '../tool/tool.js'
import type { Admitted, Resolved } from './crossing.js'
import { refuseArguments } from './refuse-arguments.js'

/** Reads the arguments once; from here on they are this plain JSON and nothing else. */
export function admit(crossing: Resolved): Admitted | Stop {
  const { tool, asked } = crossing
  const { args: given, faults } = crossing.native
    ? withoutNatives(crossing)
    : { args: asked.args, faults: [] }
  if (faults.length > 0) return refuseArguments(crossing, faults)
  const admission = readArgs(tool, given)
  if ('faults' in admission) {
    asked.refused = canonicalArgs(asked.args)
    return refuseArguments(crossing, admission.faults)
  }
  asked.admitted = admission.args
  return { ...crossing, args: admission.args, notes: admission.notes }
}

function withoutNatives({ tool, asked, core }: Resolved): TakenOut {
  const taken = takeNatives(tool, asked.args, core.handles.kinds)
  asked.natives = taken.natives
  return taken
}

/** What a tool would make of arguments. */
export function readArgs(tool: Tool, args: unknown): ReturnType<typeof admitArgs> {
  return admitArgs(args, {
    schema: tool.schema.input,
    sideEffect: hasSideEffect(tool.effect),
    argBytes: tool.limits.argBytes,
  })
}
