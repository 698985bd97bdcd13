// The cassettes of a folder: finds the one that a request asks for, plays its answers in order, takes in new
// ones. Reads the folder once, when it is first asked.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownFailure, type ToolFailure } from '../tool/results.js'
import type { Cassette, CassetteRequest, CassetteResponse } from './cassette.js'
import { parseCassette, printCassette } from './cassette.js'
import { describe, type Facets, facetsOf, keyOf, nearest } from './match.js'

/** The code of the failure where a request was never recorded. */
export const NO_RECORDING = 'no_recording'

interface Tape {
  readonly file: string
  readonly facets: Facets
  readonly cassette: Cassette
  /** Recorded by this shelf, so that what is asked again is asked of the real service again. */
  readonly isNew: boolean
  played: number
}

export class Shelf {
  readonly #dir: string
  readonly #ignore: ReadonlySet<string>
  #loaded: Map<string, Tape> | undefined

  constructor(dir: string, ignore: ReadonlySet<string>) {
    this.#dir = dir
    this.#ignore = ignore
  }

  /**
   * The next answer to a request. Undefined when it was never recorded, or just now.
   *
   * @param must Whether it must have been recorded.
   * @throws ToolFailure `no_recording` with the nearest recorded request, when it must and was not.
   */
  play(asked: CassetteRequest, must: boolean): CassetteResponse | undefined {
    const facets = facetsOf(asked, this.#ignore)
    const tape = this.#tapes.get(keyOf(facets))
    if (must && !tape) throw this.#unmatched(asked, facets)
    if (!tape || tape.isNew) return undefined
    const { responses } = tape.cassette
    return responses[Math.min(tape.played++, responses.length - 1)]
  }

  /** Takes in an answer. The first of a request replaces what was recorded before. */
  add(request: CassetteRequest, response: CassetteResponse): void {
    const facets = facetsOf(request, this.#ignore)
    const key = keyOf(facets)
    const before = this.#tapes.get(key)
    const cassette = { request, responses: [...(before?.isNew ? before.cassette.responses : []), response] }
    const file = before?.file ?? `${nameOf(request)}-${key}.json`
    this.#tapes.set(key, { file, facets, cassette, isNew: true, played: 1 })
    mkdirSync(this.#dir, { recursive: true })
    writeFileSync(join(this.#dir, file), printCassette(withoutRepeats(cassette)))
  }

  /** Files that nothing asked for. */
  unused(): string[] {
    return [...this.#tapes.values()].filter(({ played }) => played === 0).map(({ file }) => file)
  }

  get #tapes(): Map<string, Tape> {
    this.#loaded ??= new Map(this.#load())
    return this.#loaded
  }

  *#load(): Iterable<[string, Tape]> {
    for (const file of filesOf(this.#dir)) {
      const cassette = read(join(this.#dir, file))
      const facets = facetsOf(cassette.request, this.#ignore)
      yield [keyOf(facets), { file, facets, cassette, isNew: false, played: 0 }]
    }
  }

  /** A failure, so that it crosses a gate with its words, and is not tried again as a lost connection is. */
  #unmatched(asked: CassetteRequest, facets: Facets): ToolFailure {
    const near = nearest(facets, this.#tapes.values())
    const lines = near
      ? [
          `Nearest: ${near.item.file}, which differs:`,
          ...describe(near.differences).map((line) => `  ${line}`),
        ]
      : ['The folder holds no cassette.']
    return ownFailure({
      code: NO_RECORDING,
      userMessage: [
        `No recording of ${asked.method} ${asked.url} in ${this.#dir}.`,
        ...lines,
        "Record it with recordReplay({ mode: 'record' }).",
      ].join('\n'),
    })
  }
}

function filesOf(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith('.json'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function read(path: string): Cassette {
  try {
    return parseCassette(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} is no cassette: ${(error as Error).message}`, { cause: error })
  }
}

/** The last answer serves from then on, so it stands once. */
function withoutRepeats({ request, responses }: Cassette): Cassette {
  const texts = responses.map((response) => JSON.stringify(response))
  const end = texts.findLastIndex((text) => text !== texts.at(-1)) + 2
  return { request, responses: responses.slice(0, end) }
}

/** `get-api.awards.example-v1-seats-origin-sfo` */
function nameOf({ method, url }: CassetteRequest): string {
  const { host, pathname, search } = new URL(url)
  return `${method} ${host}${pathname}${search}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 96)
    .replace(/-$/, '')
}
