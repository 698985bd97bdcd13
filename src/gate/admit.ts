// Stage 3, admit: what a model wrote to plain JSON that the advertised schema takes.

import { hasSideEffect } from '../tool/effects.js'
import { admitArgs } from './admission.js'
import type { Admitted, Resolved } from './crossing.js'
import type { Stop } from './ended.js'
import { refuseArguments } from './refuse-arguments.js'

/** Reads the arguments once; from here on they are this plain JSON and nothing else. */
export function admit(crossing: Resolved): Admitted | Stop {
  const { tool, asked } = crossing
  const admission = admitArgs(asked.args, {
    schema: tool.schema.input,
    sideEffect: hasSideEffect(tool.effect),
    argBytes: tool.limits.argBytes,
  })
  if ('faults' in admission) return refuseArguments(crossing, admission.faults)
  asked.args = admission.args
  return { ...crossing, args: admission.args, notes: admission.notes }
}
