// Open strings whose description lists the values.

import { isClosed, isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { listNames } from '../words.js'

const QUOTED = `(?:"[^"\\n]{1,40}"|'[^'\\n]{1,40}'|\`[^\`\\n]{1,40}\`)`
const BARE = '[A-Za-z0-9][A-Za-z0-9_.+-]{0,30}'
const NEXT = '\\s*(?:,\\s*(?:and|or)?|/|\\||\\bor\\b)\\s*'
const list = (item: string) => `(${item}(?:${NEXT}${item})+)`

// A sentence that announces a closed list may give bare words; without one, only quotes and bars make a list.
const ANNOUNCED = new RegExp(
  `\\b(?:one of|(?:allowed|valid|possible|accepted|supported|permitted) values?(?: are)?|options(?: are)?|choices(?: are)?)(?: the following)?\\s*:?\\s*\\(?\\[?(?:${list(QUOTED)}|${list(BARE)})`,
  'i',
)
const QUOTED_LIST = new RegExp(
  `(?:\\b(?:either|must be|can be|is|are)\\s*:?\\s+|\\(|^\\s*)${list(QUOTED)}(?=\\s*(?:[.;)]|$))`,
  'i',
)
const BARRED = new RegExp(
  `(?:^|[\\s:(])(${QUOTED}(?:\\s*\\|\\s*${QUOTED})+|[a-z0-9_-]{1,30}(?:\\s?\\|\\s?[a-z0-9_-]{1,30})+)(?=$|[\\s).,;])`,
  'i',
)
const OPEN_ENDED =
  /\b(?:e\.?g\.?|for example|for instance|examples?|such as|like|includ(?:e|es|ing)|default(?:s to)?|etc\.?)\W*$/i
/** "At least one of title, body or labels must be given" speaks of the parameters beside it. */
const OF_PARAMETERS = /\bat least $/i
const GIVEN = /^[\s)]*(?:must|has to|have to|needs? to|should|is|are)\b/i
/** "Region code (eu-west-1 | us-east-1 | ...)" goes on. */
const GOES_ON = /^[\s,|]*(?:etc|and so on|and more|\.\.\.|…)/i

export const enumInProse: ToolRule = {
  id: 'enum-in-prose',
  severity: 'warning',
  reason: 'Values that stand in prose are not enforced, so a near miss reaches the tool; an enum stops it.',
  mend: "Move the values into 'enum' (in zod: z.enum([...])) and let the description say what each means.",
  *check({ inputSchema }) {
    const parameters = eachParameter(inputSchema)
    const names = new Set(parameters.map(({ name }) => name.toLowerCase()))
    const enums = parameters.flatMap(({ core }) => (Array.isArray(core.enum) ? [core.enum] : []))
    for (const { core, label, pointer, description } of parameters) {
      const open = isOnly(core, 'string') && !isClosed(core) && !('pattern' in core) && !('format' in core)
      const values = open ? listedValues(description) : []
      // A text may speak of the values of the field beside it.
      if (values.every((value) => names.has(value.toLowerCase()))) continue
      if (values.length < 2 || enums.some((known) => values.every((value) => known.includes(value)))) continue
      yield {
        path: `/inputSchema${pointer}`,
        message: `'${label}' takes any text; its description lists ${listNames(values)}`,
      }
    }
  },
}

/** The values that a description lists as the only ones; none when the list is open. */
function listedValues(description: string): string[] {
  for (const pattern of [ANNOUNCED, QUOTED_LIST, BARRED]) {
    const match = pattern.exec(description)
    const found = match?.slice(1).find((group) => group !== undefined)
    if (!match || found === undefined) continue
    const start = match.index + match[0].indexOf(found)
    const after = description.slice(match.index + match[0].length, match.index + match[0].length + 12)
    const before = description.slice(Math.max(0, start - 30), start).replace(/["'`([]+$/, '')
    if (OPEN_ENDED.test(before) || GOES_ON.test(after)) return []
    if (pattern === ANNOUNCED && isOfParameters(description.slice(0, match.index), after)) return []
    if (pattern === QUOTED_LIST && (description.match(QUOTED_ASIDE)?.length ?? 0) > 1) return []
    if (pattern === BARRED && !isSetOff(description.slice(0, start), found, after)) return []
    const values = found
      .split(new RegExp(NEXT, 'i'))
      .map((value) => value.replaceAll(/^["'`]|["'`.]$/g, '').trim())
      .filter(Boolean)
    return values.some((value) => /^(?:etc|more|others?)\.?$/i.test(value)) ? [] : values
  }
  return []
}

/** Two or more asides in quotes are examples: `A date ("2024-01-01") or an expression ("yesterday", "today")`. */
const QUOTED_ASIDE = /\(["'`]/g

function isOfParameters(before: string, after: string): boolean {
  return OF_PARAMETERS.test(before) || GIVEN.test(after)
}

/** `Mode: a|b` and `sort a|b.` list values; `dialect|flavour of the query` is two words for one thing. */
function isSetOff(before: string, found: string, after: string): boolean {
  return /["'`]/.test(found) || /(?:^|[:(])\s*$/.test(before) || /^\s*(?:$|[).,;])/.test(after)
}
