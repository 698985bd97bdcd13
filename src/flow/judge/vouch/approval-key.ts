// What an approval of a value is bound to.

import { siteOf } from '../../../net/domains.js'
import { type Canonical, canonicalOf } from '../../words/canonical.js'
import { withoutScheme } from '../../words/entities.js'
import type { ArgumentFacts } from '../decision.js'

/** Its canonical form, or the very bytes of a text that is not in it. */
export function approvalKey(form: Canonical, value: string | number | boolean): string {
  return form.exact ? form.key : `raw:${value}`
}

/** Of a link: whoever approves its value opens all that was seen of its site. */
export function siteKey(url: URL): string {
  return `site:${siteOf(url.hostname)}`
}

/** What an approval of an argument as it was found is bound to. */
export function approvalKeyOf({ value, reason }: Pick<ArgumentFacts, 'value' | 'reason'>): string {
  const form = canonicalOf(value)
  const url = reason === 'links_spent' ? (form.url ?? withoutScheme(form.text)) : undefined
  return url ? siteKey(url) : approvalKey(form, value)
}
