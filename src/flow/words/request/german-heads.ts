// Where a German verb may ask: an imperative anywhere, "du" with its verb, an infinitive at the end.

import type { Language } from './language.js'
import type { Segment } from './sentences.js'
import type { Token } from './tokens.js'
import type { Before, Head } from './types.js'

/** German asks anywhere: an imperative without its "ich", "du" with its verb, an infinitive at the end. */
export function germanHeads(segment: Segment, before: Before, language: Language): Head[] {
  const { tokens } = segment
  const heads: Head[] = []
  const hasFinite = tokens.some(({ low, quoted }) => !quoted && language.has('finite', low))
  tokens.forEach((token, at) => {
    if (token.quoted || (/^\p{Lu}/u.test(token.text) && at > 0)) return
    const beside = [tokens[at - 1]?.low, tokens[at + 1]?.low]
    if (!beside.includes('ich') && !beside.includes('wir') && !isArticleBefore(tokens, at, language)) {
      heads.push({ at, kinds: ['base'], how: 'is an imperative' })
    }
    if (tokens[at + 1]?.low === 'du') heads.push({ at, kinds: ['second'], how: 'is said to "du"' })
    if (at === 0 && tokens[1]?.text === 'Sie')
      heads.push({ at, kinds: ['infinitive'], how: 'is said to "Sie"' })
  })
  const last = lastWord(tokens, language)
  const isAfterZu =
    /^zu$/.test(tokens[last - 1]?.low ?? '') || /^\p{L}{2,5}zu\p{L}{4,}/u.test(tokens[last]?.low ?? '')
  if ((!hasFinite && !isAfterZu) || before.asking || before.reminding) {
    if (!isAfterZu || before.reminding)
      heads.push({ at: last, kinds: ['infinitive'], how: 'is an infinitive that asks' })
  }
  return heads
}

/** "Ich hätte gern, dass du ... schreibst", "es wäre schön, wenn du ... antworten könntest". */
export function saidToYou({ tokens }: Segment, before: Before, language: Language): Head[] {
  if (!before.asking || !/^(?:du|sie|ihr)$/.test(tokens[1]?.low ?? '')) return []
  const last = tokens.length - 1
  const isHelped = /^(?:könnt|würd)/.test(tokens[last]?.low ?? '')
  const at = isHelped ? last - 1 : lastWord(tokens, language)
  return [{ at, kinds: ['second', 'infinitive', 'third'], how: 'is what "du" shall do' }]
}

/** "die Liste", "eine Bitte": no verb after an article. */
function isArticleBefore(tokens: readonly Token[], at: number, language: Language): boolean {
  const low = tokens[at - 1]?.low ?? ''
  return language.has('articles', low) && !/^(?:das|die|den|der|dem)$/.test(low)
}

function lastWord(tokens: readonly Token[], language: Language): number {
  let last = tokens.length - 1
  while (
    last > 0 &&
    (language.has('please', (tokens[last] as Token).low) || (tokens[last] as Token).kind !== 'word')
  )
    last--
  return last
}
