// What a start costs: each import in a process of its own, the candidates in turn, since the first of a row pays for
// cold files; and beside it the first call, which loads what the import did not.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { print, quantile, ratio } from './measure.js'

const ROUNDS = 9
// `sallyport` is found from here by its own name, as it is built.
const root = fileURLToPath(new URL('../../', import.meta.url))

const importing = (...names: string[]) =>
  timed(names.map((name) => `await import(${JSON.stringify(name)})`).join('\n'))

const firstCall = `
const { createGate, tool } = await import('sallyport')
const { z } = await import('zod')
${timed(`
const list = tool({
  name: 'list_boats',
  description: 'Lists boats.',
  useWhen: 'boats are wanted',
  input: z.object({ query: z.string() }),
  effect: 'read',
  run: ({ query }) => [1, 2, 3].map((id) => ({ id, query })),
})
const session = createGate({ tools: [list] }).session({ tenant: 't', user: 'u', conversation: 'c' })
const outcome = await session.call({ id: 'call_1', name: 'list_boats', args: '{"query":"boats"}' })
if (outcome.status !== 'ok') throw new Error(outcome.model)
`)}`

const programs = {
  ai: importing('ai'),
  sallyport: importing('sallyport'),
  zod: importing('zod'),
  'zod and ajv': importing('zod', 'ajv/dist/2020.js'),
  'first call of sallyport': firstCall,
}

function timed(code: string): string {
  return `const begun = performance.now()\n${code}\nconsole.log(performance.now() - begun)`
}

/** Milliseconds, as the program itself counts them: Node's own start is the same for all. */
function run(program: string): number {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`a program of the bench ended with ${status ?? signal}: ${stderr}`)
  return Number(stdout)
}

const times = new Map(Object.keys(programs).map((name) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, program] of Object.entries(programs)) times.get(name)!.push(run(program))
}
const median = (name: keyof typeof programs) => quantile(times.get(name)!, 0.5)

print(
  `A start: medians of ${ROUNDS} fresh processes, in turn`,
  ['', 'median', "over import 'ai'", 'goal'],
  (Object.keys(programs) as (keyof typeof programs)[]).map((name) => [
    name.startsWith('first') ? name : `import ${name}`,
    `${median(name).toFixed(0)} ms`,
    name.startsWith('first') ? '' : ratio(median(name), median('ai')),
    name === 'sallyport' ? '<= 1.20' : '',
  ]),
)
