// The forms of a verb, made of how it is written in a language file. Only forms by which one asks, and those in
// which a tool's description says what it does; never the past tense.

import type { Family, RequestLexicon, Thing } from '../lexicon/shape.js'

/** `base` asks (imperative), `infinitive` asks after an opener, `third` describes, `second` with its "du", or after "quiero que". */
export type FormKind = 'base' | 'infinitive' | 'gerund' | 'participle' | 'third' | 'second'

export interface VerbForm {
  readonly family: Family
  readonly kind: FormKind
  /** The verb as a person would look it up. */
  readonly verb: string
  /** A separable prefix that must stand later in the clause. */
  readonly prefix?: string
  /** Of each of these, one of the words, or a word for one of the things, must stand after it. */
  readonly needs?: readonly Need[]
  readonly says: readonly Thing[]
}

export interface Need {
  readonly words: readonly string[]
  /** None of these may stand right after the verb. */
  readonly not: readonly string[]
  readonly things: readonly Thing[]
}

/** Every form of every verb, by the form in lower case. */
export function formsOf(lexicon: RequestLexicon): ReadonlyMap<string, readonly VerbForm[]> {
  const forms = new Map<string, VerbForm[]>()
  const says = saidThings(lexicon)
  for (const [family, list] of Object.entries(lexicon.verbs)) {
    for (const written of list
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean)) {
      const { head = '', needs } = readEntry(written)
      const [infinitive = '', ...irregular] = head.split('~')
      const verb = infinitive.replace('|', '')
      for (const [form, kind, prefix] of INFLECT[lexicon.language](infinitive, irregular)) {
        const entry = {
          family: family as Family,
          kind,
          verb,
          ...(prefix !== undefined && { prefix }),
          ...(needs && { needs }),
          says: says.get(verb) ?? [],
        }
        forms.set(form, [...(forms.get(form) ?? []), entry])
      }
    }
  }
  return forms
}

function readEntry(written: string): { head?: string; needs?: readonly Need[] } {
  const [head, ...more] = written.split(/\s*\+\s*/)
  if (more.length === 0) return { head: head as string }
  const needs = more.map((each) => {
    const alternatives = each.split('|')
    return {
      words: alternatives.filter((word) => !/^[@!]/.test(word)),
      not: alternatives.filter((word) => word.startsWith('!')).map((word) => word.slice(1)),
      things: alternatives.filter((word) => word.startsWith('@')).map((word) => word.slice(1) as Thing),
    }
  })
  return { head: head as string, needs }
}

function saidThings({ verbThings }: RequestLexicon): Map<string, Thing[]> {
  const says = new Map<string, Thing[]>()
  for (const [thing, list] of Object.entries(verbThings)) {
    for (const verb of list.split(/\s+/)) says.set(verb, [...(says.get(verb) ?? []), thing as Thing])
  }
  return says
}

type Form = readonly [form: string, kind: FormKind, prefix?: string | undefined]
type Inflect = (infinitive: string, irregular: readonly string[]) => Form[]

const alternatives = (list: string | undefined): string[] => (list ? list.split(',') : [])

const english: Inflect = (base, [participle]) => {
  const stem = base.replace(/e$/, '')
  const doubled = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) ? base + base.at(-1) : undefined
  const y = /[^aeiou]y$/.test(base)
  return [
    [base, 'base'],
    [`${doubled ?? (/ee$/.test(base) ? base : stem)}ing`, 'gerund'],
    [/(?:s|sh|ch|x|z)$/.test(base) ? `${base}es` : y ? `${base.slice(0, -1)}ies` : `${base}s`, 'third'],
    [participle ?? `${doubled ?? (y ? `${base.slice(0, -1)}i` : stem)}ed`, 'participle'],
  ]
}

const german: Inflect = (written, [imperative, participle, third]) => {
  const [prefix, rest] = written.includes('|')
    ? (written.split('|') as [string, string])
    : [undefined, written]
  const stem = rest.replace(/(?:e(?=[rl]n$))?n$/, '').replace(/e$/, '')
  const short = /e[rl]n$/.test(rest) ? rest.slice(0, -1) : stem
  const soft = /[dt]$|[^lrhaeiou][mn]$/.test(stem) ? 'e' : ''
  const heads: Form[] = [
    ...(imperative ? alternatives(imperative) : [short, `${stem}e`]).map(
      (form): Form => [form, 'base', prefix],
    ),
    [rest, 'infinitive', prefix],
    ...(third ? alternatives(third) : [`${short}${soft}t`]).map((form): Form => [form, 'third', prefix]),
    [secondOf(third, short, soft), 'second', prefix],
    [`${short}${soft}t`, 'third', prefix],
  ]
  const past = participle || `${UNSTRESSED.test(rest) ? '' : 'ge'}${short}${soft}t`
  if (prefix === undefined) return [...heads, [past, 'participle']]
  return [
    ...heads,
    [`${prefix}${rest}`, 'infinitive'],
    [`${prefix}zu${rest}`, 'infinitive'],
    [`${prefix}${past}`, 'participle'],
  ]
}
const secondOf = (third: string | undefined, short: string, soft: string): string => {
  if (/[sßzx]$/.test(short)) return third || `${short}t`
  return third ? third.replace(/t$/, 'st') : `${short}${soft}st`
}
const UNSTRESSED = /^(?:be|ver|ent|er|zer|ge|miss|über|wider)(?=\p{L}{3})|ieren$/u

const spanish: Inflect = (infinitive, [imperative, participle, third]) => {
  const stem = infinitive.slice(0, -2)
  const isAr = infinitive.endsWith('ar')
  const soft = isAr ? stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c') : stem
  const regular = isAr ? [`${stem}a`, `${soft}e`, `${soft}en`] : [`${stem}e`, `${stem}a`, `${stem}an`]
  const asked = imperative ? alternatives(imperative) : regular
  const irregularAr = imperative && isAr ? asked.map((form) => form.replace(/a$/, 'e')) : []
  return [
    ...[...asked, ...irregularAr].map((form): Form => [form, 'base']),
    [`${soft}${isAr ? 'es' : 'as'}`, 'second'],
    [infinitive, 'infinitive'],
    [`${stem}${isAr ? 'ando' : 'iendo'}`, 'gerund'],
    [participle || `${stem}${isAr ? 'ado' : 'ido'}`, 'participle'],
    [third ?? (asked[0] as string), 'third'],
  ]
}

const french: Inflect = (infinitive, [imperative, participle, third]) => {
  const stem = infinitive.replace(/(?:er|ir|re)$/, '')
  const soft = /g$/.test(stem) ? `${stem}e` : stem
  const isEr = infinitive.endsWith('er')
  const isIr = infinitive.endsWith('ir')
  const regular = isEr ? [`${stem}e`] : isIr ? [`${stem}is`] : [`${stem}s`]
  const plural = isIr && !imperative ? `${stem}issez` : `${stem}ez`
  const asked = imperative ? alternatives(imperative) : regular
  return [
    ...asked.map((form): Form => [form, 'base']),
    ...(asked.some((form) => form.endsWith('ez')) ? [] : [[plural, 'base'] as Form]),
    ...(isEr ? [[`${(asked[0] as string).replace(/e$/, '')}es`, 'second'] as Form] : []),
    [infinitive, 'infinitive'],
    [`${soft}ant`, 'gerund'],
    [participle || `${stem}${isEr ? 'é' : isIr ? 'i' : 'u'}`, 'participle'],
    [third || (isEr ? (asked[0] as string) : isIr ? `${stem}it` : stem), 'third'],
  ]
}

const INFLECT: Readonly<Record<RequestLexicon['language'], Inflect>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
}
