// Stage 3, admit: what a model wrote to plain JSON that the advertised schema takes.

import { admitArgs } from '../args/admission.js'
import { takeNatives } from '../handles/kinds/natives.js'
import type { Stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Tool } from '../tool/tool.js'
import type { Admitted, Resolved } from './crossing.js'
import { refuseArguments } from './refuse-arguments.js'

/** Reads the arguments once; from here on they are this plain JSON and nothing else. */
export function admit(crossing: Resolved): Admitted | Stop {
  const { tool, asked, native, core, callId } = crossing
  const { calls } = crossing.state
  const taken = native ? takeNatives(tool, asked.args, core.handles.kinds) : undefined
  if (taken && taken.faults.length > 0) return refuseArguments(crossing, taken.faults)
  const admission = readArgs(tool, taken ? taken.args : asked.args)
  // What is compared with a repeat of it is a copy: a caller may change its objects.
  if ('faults' in admission) {
    calls.refused(callId, asked)
    return refuseArguments(crossing, admission.faults)
  }
  calls.admitted(callId, asked, admission.args)
  return { ...crossing, args: admission.args, notes: admission.notes, natives: taken?.natives }
}

/** What a tool would make of arguments. */
export function readArgs(tool: Tool, args: unknown): ReturnType<typeof admitArgs> {
  return admitArgs(args, {
    schema: tool.schema.input,
    sideEffect: hasSideEffect(tool.effect),
    argBytes: tool.limits.argBytes,
  })
}
