// Links that are followed: a URL that a result showed whole, for a tool that only reads. Which one is opened tells
// whoever wrote it something, so after private content was shown it costs.

import { hasSideEffect } from '../../../tool/effects.js'
import type { FlowTool } from '../../../tool/flow/declare.js'
import { canonicalOf } from '../../words/canonical.js'
import { withoutScheme } from '../../words/entities.js'
import type { Account, Known } from '../known.js'
import { siteKey } from './approval-key.js'
import type { Facts } from './look.js'

/** Undefined: it is no link that could be followed. */
export function follow({ form, label }: Facts, tool: FlowTool, known: Known): Account | undefined {
  if (hasSideEffect(tool.effect) || tool.egress || known.within) return undefined
  const url = form.url ?? withoutScheme(form.text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (known.isPrivate(url)) return { ok: false, reason: 'url_private', label, deny: true }
  const { key } = form.url ? form : canonicalOf(url.href)
  const link = known.links.find(key, known.asOf)
  if (!link) return undefined
  const from = { from: { tool: link.tool, callId: link.callId, path: '' } }
  const found = { label: link.label, ...from }
  if (known.endorsed(siteKey(url), 'target')) return { ok: true, by: 'endorsement', ...found }
  return known.links.pays(url, key)
    ? { ok: true, by: 'followed', ...found }
    : { ok: false, reason: 'links_spent', ...found }
}
