// The view of a run of agents: fewer tools, and rights of its own.

import { type Grant, rightsOf } from '../session/grant.js'
import type { View } from './under-way.js'

/** @param id Makes rights that no other view has. */
export function narrowView(view: View, wanted: Grant, run: string, id: string): View {
  const { core, principal, native } = view
  const grant = new Set([...view.grant].filter((declaration) => wanted.has(declaration)))
  const rights = `${rightsOf(core.tools, grant, principal, id)}${native ? ' native' : ''}`
  // What holds a handle of one run is nothing for another.
  const own = core.handles.hasRunKinds ? `${rights} ${run}` : rights
  return { ...view, viewer: { ...view.viewer, run }, grant, rights: own }
}
