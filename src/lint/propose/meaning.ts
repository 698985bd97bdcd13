// What the name of an argument says that it decides. A guess for a person to review; rules of lint ask it too.

import type { Role } from '../../tool/flow/roles.js'
import { stem, wordsOf } from '../words.js'

/** An argument, as far as a guess needs it. */
export interface Named {
  /** The last name of its path. */
  readonly name: string
  readonly description: string
  readonly kind: 'text' | 'number'
}

/** The tool that it belongs to. */
export interface Around {
  /** The words of the tool's name. */
  readonly words: readonly string[]
  readonly description: string
  /** It destroys: then a text picks what, and carries nothing. */
  readonly destroys?: boolean
}

/** What an argument decides, by its name. */
export interface Meaning {
  readonly role: Role
  /** The id space of a selector. */
  readonly of?: string
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean))

const SECRET =
  /\b(?:password|passwd|passphrase|api ?key|secret(?: key)?|(?:access|auth|bearer|api|session|refresh) token|private key|client secret)$/
const CODE = set('sql script command cmd shell bash javascript typescript python powershell')
const RUNS = set('run execute exec eval evaluate interpret')
const CODE_TEXT = /\b(?:code|script|javascript|typescript|python|program|shell)\b/i
const OTHER_CODE =
  /\b(?:country|currency|error|status|zip|postal|promo|coupon|discount|iso|area|airport|product)\b/i
const QUERY_LANGUAGE = /\b(?:sql|graphql|cypher|sparql|kql|promql)\b/i
const WHEN =
  set(`date time datetime timestamp deadline due when duration until since recurrence rrule cron expiry
  expires schedule`)
const BODY =
  set(`body content contents text message description subject title summary comment comments note notes
  caption markdown html observation observations thought reason details bio headline heading excerpt feedback answer`)
const WHO =
  set(`user channel recipient account chat team group member customer contact person phone room conversation
  org organization workspace tenant guild server`)
const REMARKS = set('reason message comment details feedback')
const PATHS = set('path paths file files filename filenames filepath dir directory folder')
const ENDS = set('source src destination dest')
const FILES = set('file directory folder document')
const IDS = set('id ids uuid uuids guid guids')
const URLS = set('url urls uri uris href hrefs webhook endpoint hostname website')
const PLACES =
  set(`path paths file files filename filenames filepath dir directory folder destination dest source src
  to recipient recipients cc bcc email emails address addresses link host domain channel repo repository owner
  account iban bic phone mobile user username users participants attendees invitees guests assignee assignees
  reviewer reviewers project database table bucket branch room team group member members`)
const CONTROL = set('format encoding language lang locale sort cursor timezone tz currency unit units mime')
const AMOUNT = set('amount price total sum quantity qty cost fee')
// Not `level`, `size`, `max`: of an access, of an order, of a bid.
const SIZES = set('limit offset page width height depth timeout delay line index head tail zoom top retries')
const MANY = set('results rows items pages tokens bytes files lines matches entries records hits depth size')
const TIMES = set('year month day hour minute second seconds minutes hours days duration')
const MAKES = set('create add insert new make')
const NO_THING = set('first last full given family middle display nick sur new old other current')
/** The type of a permission decides what it allows, and the name of a file where it is written. */
const NAMED_PLACES =
  set(`permission role access member collaborator user share grant acl file directory folder document
  bucket path domain repo repository branch`)
/** What stands before a noun and leaves it the same thing. */
const WHICH = set('parent source target new old destination original current existing from to')

/** What the name says; undefined when it doesn't tell. */
export function meaningOf(argument: Named, around: Around): Meaning | undefined {
  const words = wordsOf(argument.name)
  const last = words.at(-1) ?? ''
  const id = idOf(words, around)
  if (argument.kind === 'number') {
    if (id) return id
    if (AMOUNT.has(last)) return { role: 'amount' }
    if (TIMES.has(last)) return { role: 'when' }
    const isCap = MANY.has(last) && /^(?:max|min|page|batch|chunk|num)$/.test(words[0] ?? '')
    return SIZES.has(last) || isCap ? { role: 'control' } : undefined
  }
  if (isSecret(argument)) return { role: 'credential' }
  if (isCode(argument, around) || words.join(' ') === 'prompt') return { role: 'command' }
  if (id) return id
  if (isUrl(argument)) return { role: 'target' }
  const named = nameOf(words, around)
  if (named) return named
  if (WHEN.has(last)) return { role: 'when' }
  if (BODY.has(last) && (!around.destroys || REMARKS.has(last))) return { role: 'content' }
  if (CONTROL.has(last) || words[0] === 'mime') return { role: 'control' }
  return PLACES.has(last) ? { role: 'target' } : undefined
}

/** What a name or a type is: part of a thing that is made, else what picks one. */
function nameOf(words: readonly string[], { words: tool }: Around): Meaning | undefined {
  const [last, noun] = [words.at(-1) ?? '', stem(words.at(-2) ?? '')]
  if (last !== 'name' && last !== 'names' && last !== 'type') return undefined
  if (noun !== '' && (WHO.has(noun) || PLACES.has(noun))) return { role: 'target' }
  if (NO_THING.has(noun)) return undefined
  const isMade = tool.some((word) => MAKES.has(word)) && !tool.some((word) => NAMED_PLACES.has(stem(word)))
  if (isMade && (last === 'type' || noun === '')) return { role: 'content' }
  return last === 'type' || noun === '' ? undefined : { role: 'selector', of: noun }
}

/** Whether it is a URL, by its name. */
export function isUrl({ name }: Pick<Named, 'name'>): boolean {
  return URLS.has(wordsOf(name).at(-1) ?? '')
}

/** Whether it is a path of a file, by its name; a `destination` is one where the tool is about files. */
export function isFilePath({ name }: Pick<Named, 'name'>, { words }: Around): boolean {
  const last = wordsOf(name).at(-1) ?? ''
  return PATHS.has(last) || (ENDS.has(last) && words.some((word) => FILES.has(stem(word))))
}

/** Whether it is run: code, SQL, a command line. `code` may be that of a country. */
export function isCode({ name, description, kind }: Named, around: Around): boolean {
  if (kind !== 'text') return false
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (CODE.has(last)) return true
  if (last === 'code') {
    if (OTHER_CODE.test(`${words.join(' ')} ${description}`)) return false
    return (
      around.words.some((word) => RUNS.has(word)) || CODE_TEXT.test(description) || words.includes('source')
    )
  }
  if (last !== 'query' && last !== 'statement') return false
  const said = [...around.words, description, around.description].join(' ')
  return QUERY_LANGUAGE.test(said) || /\bSELECT\b/.test(said)
}

/** Whether it is a secret, by its name. */
function isSecret({ name }: Pick<Named, 'name'>): boolean {
  return SECRET.test(wordsOf(name).join(' '))
}

/** What an id selects, or whom it names; undefined for what is no id. */
export function idOf(words: readonly string[], around: Around): Meaning | undefined {
  const last = words.at(-1) ?? ''
  const isNumbered = last === 'number' && words.length > 1
  if (!IDS.has(last) && !isNumbered) return undefined
  const before = words.slice(0, -1)
  const noun = stem(before.at(-1) ?? '')
  if (WHO.has(noun)) return { role: 'target' }
  if (isNumbered && !/^(?:issue|pull|pr|ticket|order|invoice|request|case|bug)$/.test(noun)) return undefined
  const own = before.filter((word) => !WHICH.has(word)).map(stem)
  if (own.length > 0) return { role: 'selector', of: own.join('_') }
  // A tool that is called `delete` says nothing of what its id is of.
  const [, about] = around.words.length > 1 ? around.words.slice(-2) : []
  return about === undefined ? { role: 'selector' } : { role: 'selector', of: stem(about) }
}
