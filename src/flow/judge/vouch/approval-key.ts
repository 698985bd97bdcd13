// What an approval of a value is bound to.

import type { Canonical } from '../../words/canonical.js'

/** Its canonical form, or the very bytes of a text that is not in it. */
export function approvalKey(form: Canonical, value: string | number | boolean): string {
  return form.exact ? form.key : `raw:${value}`
}
