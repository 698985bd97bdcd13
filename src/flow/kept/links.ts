// How the links of a session are filled and counted: out of what results show, and by calls that go out for one.

import { worse } from '../../tool/flow/label.js'
import type { Link, Links } from '../evidence/links.js'
import type { Cap, Hear } from '../evidence/shown.js'
import type { Decision } from '../judge/decision.js'
import type { Known } from '../judge/known.js'
import { canonicalOf } from '../words/canonical.js'
import { holdsPrivateNumber, linksIn, withoutScheme } from '../words/entities.js'
import type { Spoken, UserWords } from '../words/words.js'

/** More links than this in one text, and none of them is taken. */
const MAX_IN_TEXT = 2_000

/** Takes the links out of the texts of a result. What a call put in is no link that was seen. */
export function hearLinks(links: Links, of: Pick<Link, 'seq' | 'callId' | 'tool'>, cap: Cap): Hear {
  return (text, label) => {
    for (const key of linksIn(text, MAX_IN_TEXT) ?? []) {
      const capped = worse(label, cap(key.slice('url:'.length), key))
      if (capped !== 'unknown') links.add({ ...of, key, label: capped })
    }
  }
}

/** The links as one call finds them. */
export function linksFor(links: Links, words: UserWords, asOf: number): Known['links'] {
  const isPublic = () => !links.isPrivate && !words.said(asOf).some(holdsPrivate)
  const { pays, told } = links.purse(asOf, isPublic)
  return { pays, told, find: (key, at) => links.find(key, at) }
}

/** A judged call counts: the links that it goes out for, and a secret of the user's that it takes. */
export function countLinks({ arguments: all, verdict, asOf }: Decision, links: Links): void {
  for (const { role, label, by, value } of all) {
    if (role === 'credential' && label === 'user') links.showPrivate()
    if (by !== 'followed' || verdict !== 'allow') continue
    const form = canonicalOf(value)
    const url = form.url ?? withoutScheme(form.text)
    if (url) links.tell(url, form.url ? form.key : canonicalOf(url.href).key, asOf)
  }
}

/** The user's words are no start of it, but for an account, a card or a phone number in them. */
function holdsPrivate(message: Spoken): boolean {
  let holds = HOLDS.get(message)
  if (holds === undefined) {
    holds = holdsPrivateNumber(message.text, message.entities)
    HOLDS.set(message, holds)
  }
  return holds
}

const HOLDS = new WeakMap<Spoken, boolean>()
