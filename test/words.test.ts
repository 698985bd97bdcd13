// One word for one thing: what a person is asked is an approval, in code, commands, keys and docs. Prose may say
// that it is a question.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const WHERE = ['src', 'test', 'docs', 'examples', 'bench', 'scripts']
const PAGES = ['README.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md']

/** Names that are gone. */
const GONE: readonly [what: string, name: RegExp][] = [
  ['session.questions()', /\.questions\(/],
  ['the question of an outcome or an event', /\b(?:outcome|held|odd|paid|event|latest|asked)\.question\b/],
  ['the questions of a run', /\b(?:result|held|stopped|resumed)\.questions\b/],
  ['answer() of sessions and runs', /\b(?:session|run|other|stopped|resumed)\.answer\(/],
  ['allow in place of for', /\ballow: (?:'once'|'value'|false)/],
  ['the answers of an approval', /\banswers: (?:readonly )?[[(]'once'/],
  ['types and names with Question in them', /\b\w*[a-z]Questions?\b|\bQuestions?[A-Z]\w*/],
  ['types and names that begin with question', /\bquestions?[A-Z]\w*/],
  ['AnswerError', /\bAnswerError\b/],
  ['the command', /sallyport questions?\b/],
  ['the routes', /\/control\/(?:questions?|answer)\b/],
  ['the panel, the event, the keys', /['"`]questions?['"`]/],
  ['ids of questions', /\bq_\w+/],
  [
    'constants of createGate and of the config',
    /\bconstants: \{|"constants": \{|\bconstants\.(?:domains|roots|values)\b/,
  ],
]

/** The benchmark's JSON and table keep their shape: others compare with them. */
const KEPT = /\bnoQuestionTasks\b|'questions', 'pairs'/g
/** Of Node's readline. */
const READLINE = /\bterminal\.question\(/g

/** A sentence of the user may be a question: grammar, not what a person is asked. */
const GRAMMAR = /^src\/flow\/words\/(?:request\/|lexicon\/|references\.ts$)/

const self = basename(import.meta.url)
const files = [...WHERE.flatMap(under), ...PAGES].filter((file) => existsSync(join(root, file)))
const lines = files
  .filter((file) => !GRAMMAR.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({
        at: `${file}:${index + 1}`,
        text: text.replace(KEPT, '').replace(READLINE, ''),
      })),
  )

describe('names that are gone', () => {
  test('are looked for in all of the project', () => {
    expect(files.length).toBeGreaterThan(500)
    for (const each of ['README.md', 'docs/flow.md', 'examples/triage/play.ts', 'src/door/session.ts']) {
      expect(files).toContain(each)
    }
  })

  test.each(GONE)('%s', (_, name) => {
    expect(lines.filter(({ text }) => name.test(text)).map(({ at, text }) => `${at} ${text.trim()}`)).toEqual(
      [],
    )
  })

  test('no file is named so', () => {
    expect(files.filter((file) => /question/i.test(file))).toEqual([])
  })

  test.each([
    'session.questions()',
    'outcome.question.items',
    "await run.answer(id, { allow: 'once', by })",
    'callAll(calls, { onQuestion })',
    'interface AskedQuestion {',
    'type QuestionForm = string',
    'sallyport questions answer q_9kX2',
    "json({ error: '/control/questions' })",
    "{ panel: 'question', data }",
    "createGate({ tools, constants: { domains: ['acme.example'] } })",
  ])('are found where they stand: %s', (text) => {
    expect(GONE.some(([, name]) => name.test(text))).toBe(true)
  })
})

function under(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => !/node_modules|[\\/]\./.test(name) && basename(name) !== self)
    .filter((name) => /\.(?:ts|mjs|js|json|md|ya?ml)$/.test(name) && statSync(join(root, name)).isFile())
    .map((name) => relative(root, join(root, name)))
}
