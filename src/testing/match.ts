// Which recorded request is the one that is asked for, and when none is, which is nearest and what differs.
// Method, address and body decide; the order of parameters and of JSON keys doesn't.

import { createHash } from 'node:crypto'
import { distance } from 'fastest-levenshtein'
import { isRecord } from '../json/json.js'
import { cleanLine } from '../text/clean.js'
import { type CassetteBody, type CassetteRequest, textOf } from './cassette.js'

/** What decides, by name: `method`, `path`, `query limit`, `body.filters.cabin`. A parameter may stand twice. */
export type Facets = ReadonlyMap<string, readonly string[]>

/** How long a facet is shown, and how many. */
const SHOWN = { characters: 60, facets: 6 }

/** Takes a request apart. Parameters and fields named in `ignore` don't count. */
export function facetsOf(request: CassetteRequest, ignore: ReadonlySet<string>): Facets {
  const url = new URL(request.url)
  const facets = new Map([
    ['method', [request.method]],
    ['host', [url.origin]],
    ['path', [url.pathname]],
  ])
  for (const name of new Set(url.searchParams.keys())) {
    if (!ignore.has(name)) facets.set(`query ${name}`, url.searchParams.getAll(name))
  }
  if (request.body) addBody(request.body, ignore, facets)
  return facets
}

/** One short text for equal facets: names a cassette's file too. */
export function keyOf(facets: Facets): string {
  const sorted = [...facets].sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)
}

/** One thing in which two requests differ. */
interface Difference {
  readonly name: string
  readonly asked: string | undefined
  readonly recorded: string | undefined
}

/** The recorded request that differs least, and in what. */
export function nearest<T extends { readonly facets: Facets }>(
  asked: Facets,
  recorded: Iterable<T>,
): { readonly item: T; readonly differences: readonly Difference[] } | undefined {
  const ranked = [...recorded].map((item) => {
    const differences = differencesOf(asked, item.facets)
    return { item, differences, far: differences.reduce((sum, one) => sum + farOf(one), 0) }
  })
  return ranked.sort((a, b) => a.far - b.far)[0]
}

/** `query limit: asked 50, recorded 25`, a line each. */
export function describe(differences: readonly Difference[]): string[] {
  const lines = differences.slice(0, SHOWN.facets).map(({ name, asked, recorded }) => {
    if (asked === undefined) return `${name}: not asked, recorded ${show(recorded)}`
    return `${name}: asked ${show(asked)}, recorded ${recorded === undefined ? 'without' : show(recorded)}`
  })
  const more = differences.length - lines.length
  return more > 0 ? [...lines, `and ${more} more`] : lines
}

function differencesOf(asked: Facets, recorded: Facets): Difference[] {
  return [...new Set([...asked.keys(), ...recorded.keys()])]
    .map((name) => ({ name, asked: asked.get(name)?.join(', '), recorded: recorded.get(name)?.join(', ') }))
    .filter((facet) => facet.asked !== facet.recorded)
}

/** From just above 1 for a value that is nearly right to 2 for one that is not there. */
function farOf({ asked, recorded }: Difference): number {
  if (asked === undefined || recorded === undefined) return 2
  const [a, b] = [asked.slice(0, 200), recorded.slice(0, 200)]
  return 1 + distance(a, b) / Math.max(a.length, b.length, 1)
}

function show(text: string | undefined): string {
  return text === '' ? 'nothing' : cleanLine(text ?? '', SHOWN.characters)
}

// Two ids past 2^53 may be one number once they are parsed, and their requests would share an answer.
const LONG_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.]{15,}(?![\d.eE])/g
const quoteNumber = (token: string) => (token.startsWith('"') ? token : `"${token}"`)

function addBody(body: CassetteBody, ignore: ReadonlySet<string>, facets: Map<string, string[]>): void {
  const text = 'base64' in body ? body.base64 : textOf(body)
  try {
    addJson(JSON.parse(text.replace(LONG_NUMBERS, quoteNumber)), 'body', ignore, facets)
  } catch {
    facets.set('body', [text])
  }
}

function addJson(
  value: unknown,
  path: string,
  ignore: ReadonlySet<string>,
  facets: Map<string, string[]>,
): void {
  const isParent = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isParent) {
    facets.set(path, [JSON.stringify(value)])
    return
  }
  for (const [name, item] of Object.entries(value)) {
    if (isRecord(value) && ignore.has(name)) continue
    const step = Array.isArray(value)
      ? `[${name}]`
      : /^[\w$-]+$/.test(name)
        ? `.${name}`
        : `[${JSON.stringify(name)}]`
    addJson(item, path + step, ignore, facets)
  }
}
