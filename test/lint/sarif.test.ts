// The SARIF log: what SARIF 2.1.0 requires (sections 3.13 to 3.54), and where findings point to.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describeServerTool, lintTools, RULES, type Subject, sarifReport } from 'sallyport/lint'
import { expect, test } from 'vitest'
import { definition } from './describe.js'

const report = lintTools(
  [definition('a.b', 'Acts.', { limit: { type: 'number' } }), definition('c', '')].map(describeServerTool),
  { budgetTokens: 1, rules: { 'name-portable': 'note' } },
)
const server: Subject = { kind: 'server', name: 'notes', version: '1.2.3' }
const moduleSubject: Subject = { kind: 'module', name: 'src/my tools.js' }

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } }
const level = { enum: ['none', 'note', 'warning', 'error'] }
/** The parts of the OASIS schema that a log of ours uses, closed so that a misspelt property is found. */
const LOG = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', pattern: '^https://' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        additionalProperties: false,
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: {
                        id: { type: 'string' },
                        shortDescription: text,
                        help: text,
                        defaultConfiguration: {
                          type: 'object',
                          additionalProperties: false,
                          properties: { level },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              additionalProperties: false,
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: 0 },
                level,
                message: text,
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { uri: { type: 'string', pattern: '^[^\\s\\\\]+$' } },
                          },
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { startLine: { type: 'integer', minimum: 1 } },
                          },
                        },
                      },
                      logicalLocations: {
                        type: 'array',
                        items: {
                          type: 'object',
                          additionalProperties: false,
                          properties: {
                            name: { type: 'string' },
                            fullyQualifiedName: { type: 'string' },
                            kind: { type: 'string' },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

test.each([server, moduleSubject])('a log of a $kind has the form of SARIF 2.1.0', (subject) => {
  const check = new Ajv2020().compile(LOG)
  const log = JSON.parse(JSON.stringify(sarifReport(report, subject, '0.1.0')))
  expect(check(log), JSON.stringify(check.errors)).toBe(true)
  expect(log.runs[0].results).toHaveLength(report.findings.length)
})

test('each result leads to its rule, with the severity that it was given', () => {
  const [run] = sarifReport(report, server, '0.1.0').runs
  expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id))
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  expect(run.results.find(({ ruleId }) => ruleId === 'name-portable')?.level).toBe('note')
})

test('a finding on a server has a logical location only, down to the place', () => {
  const [run] = sarifReport(report, server, '0.1.0').runs
  expect(run.results.find(({ ruleId }) => ruleId === 'uncapped-number')?.locations).toEqual([
    {
      logicalLocations: [
        { name: 'a.b', fullyQualifiedName: 'notes/a.b/inputSchema/properties/limit', kind: 'function' },
      ],
    },
  ])
})

test('a finding on a module points at its file, from where the path was given', () => {
  const [run] = sarifReport(report, moduleSubject, '0.1.0').runs
  expect(run.results[0]?.locations[0].physicalLocation?.artifactLocation.uri).toBe('src/my%20tools.js')
})

test('a finding on the whole list is located at the subject', () => {
  const [run] = sarifReport(report, server, '0.1.0').runs
  expect(
    run.results.find(({ ruleId }) => ruleId === 'definition-budget')?.locations[0].logicalLocations[0],
  ).toEqual({
    name: 'notes',
    fullyQualifiedName: 'notes',
    kind: 'module',
  })
})
