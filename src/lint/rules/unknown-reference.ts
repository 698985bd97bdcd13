// Texts that name a parameter or a tool that isn't there: left over from a rename.

import { foldName } from '../../base/names.js'
import { isRecord } from '../../json/json.js'
import type { ToolDescription, ToolRule, ToolSet } from '../rule.js'
import { eachParameter, eachSchema } from '../schema.js'

/** An identifier in running text: it has an underscore or an inner capital. */
const IDENTIFIER =
  /(?<![\w./@#-])(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)(?![\w/@-]|\.\w|\()/g
/** What stands before a tool that is to be called; `slack_user_id` alone may be a field of the service. */
const CALLS = /\b(?:call|calling|use|using|see|run|running|invoke|invoking)\s+['"`]?$/i
const QUOTED_PARAMETER = /['"`]([A-Za-z_][A-Za-z0-9_]{0,63})['"`] (?:parameter|argument)\b/g

export const unknownReference: ToolRule = {
  id: 'unknown-reference',
  severity: 'warning',
  reason: 'A model that reads of a parameter or tool under another name calls it by that name, and fails.',
  mend: 'Write the name as it is in the schema or in the list.',
  *check(tool, set) {
    const parameters = eachParameter(tool.inputSchema)
    const names = parameters.map(({ name }) => name)
    const known = knownNames(tool, set)
    const texts = [
      { path: '/description', text: tool.description ?? '' },
      ...parameters.map((p) => ({ path: `/inputSchema${p.pointer}/description`, text: p.description })),
    ]
    const said = new Set<string>()
    for (const { path, text } of texts) {
      for (const message of strangers(text, names, known, set)) {
        if (said.has(message)) continue
        said.add(message)
        yield { path, message }
      }
    }
  },
}

function* strangers(
  text: string,
  parameters: readonly string[],
  known: ReadonlySet<string>,
  { tools, prefix }: ToolSet,
): Generator<string> {
  for (const { 0: word, index } of text.matchAll(IDENTIFIER)) {
    if (known.has(word)) continue
    const folded = foldName(word)
    const parameter = parameters.find((name) => foldName(name) === folded)
    const tool = tools.find(({ name }) => foldName(name) === folded)?.name
    if (parameter) yield `names '${word}'; the parameter is '${parameter}'`
    else if (tool) yield `names '${word}'; the tool is '${tool}'`
    else if (
      prefix &&
      word.startsWith(`${prefix}_`) &&
      CALLS.test(text.slice(Math.max(0, index - 16), index))
    ) {
      yield `names '${word}', and there is no such tool`
    }
  }
  for (const [, word = ''] of text.matchAll(QUOTED_PARAMETER)) {
    if (!known.has(word) && parameters.length > 0) yield `speaks of a parameter '${word}', and there is none`
  }
}

/** Every name that a text may rightly use: of tools, of parameters of any tool, of results, and of values. */
function knownNames(tool: ToolDescription, { tools }: ToolSet): ReadonlySet<string> {
  const own = new Set(eachParameter(tool.inputSchema).map(({ name }) => name))
  const ownFolded = new Set([...own].map(foldName))
  // A neighbour may spell a parameter in another way; then the text is still wrong here.
  const others = tools
    .flatMap(({ name, inputSchema }) => [
      name,
      ...eachParameter(inputSchema).map((parameter) => parameter.name),
    ])
    .filter((name) => !ownFolded.has(foldName(name)))
  const known = new Set([...own, ...others])
  for (const root of [tool.inputSchema, tool.outputSchema ?? {}]) {
    for (const { schema } of eachSchema(root)) {
      if (isRecord(schema.properties)) for (const name of Object.keys(schema.properties)) known.add(name)
      const values = [...(Array.isArray(schema.enum) ? schema.enum : []), schema.const, schema.default]
      for (const value of values) if (typeof value === 'string') known.add(value)
    }
  }
  return known
}
