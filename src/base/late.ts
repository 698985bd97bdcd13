// Packages that only some calls need, each loaded when it is first used: loaded at the start, they took three
// quarters of its time. The one file that may `require`. Never zod: a schema of the user's own zod must be ours.

import { createRequire } from 'node:module'

// Named so, with plain literals below: tracers that follow `createRequire` look for that, and scripts/bundle.mjs. A
// bundler that doesn't has to leave this package out.
const require = createRequire(import.meta.url)

/** The HTTP client of the default fetch, at its first request. */
export const undici = (): typeof import('undici') => require('undici')

/** Circuit breakers, at the first upstream. */
export const cockatiel = (): typeof import('cockatiel') => require('cockatiel')

/** JSON Schema 2020-12, when the first tool is defined. */
export const ajv2020 = (): typeof import('ajv/dist/2020.js') => require('ajv/dist/2020.js')

/** JSON Schema 2019-09, at the first schema of that or an older draft. */
export const ajv2019 = (): typeof import('ajv/dist/2019.js') => require('ajv/dist/2019.js')

/** What its keywords are written with. */
export const ajvCode = (): typeof import('ajv/dist/vocabularies/code.js') =>
  require('ajv/dist/vocabularies/code.js')

/** How it resolves references. */
export const ajvUri = (): typeof import('ajv/dist/runtime/uri.js')['default'] =>
  require('ajv/dist/runtime/uri.js')

/** Phone numbers, at the first text that looks like one. */
export const phones = (): typeof import('libphonenumber-js/min') => require('libphonenumber-js/min')

/** Account numbers, at the first text that looks like one. */
export const ibans = (): typeof import('ibantools') => require('ibantools')

/** Public suffixes, when it is first asked whose domain a link is on. */
export const tldts = (): typeof import('tldts') => require('tldts')

/** The conditions of rules, at the first rule with one. It is ESM, which Node can require from 20.19 and 22.12 on. */
export const cel = (): typeof import('@marcbachmann/cel-js') => require('@marcbachmann/cel-js')

/** Rules as a text. */
export const yaml = (): typeof import('yaml') => require('yaml')

/** Arguments that are no JSON, but nearly. */
export const json5 = (): typeof import('json5') => require('json5')

/** JSON with numbers that a double rounds. */
export const losslessJson = (): typeof import('lossless-json') => require('lossless-json')

/** The default log, at its first line. */
export const pino = (): typeof import('pino') => require('pino')
