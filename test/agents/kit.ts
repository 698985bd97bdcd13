// For tests of runs: tools with a known nature, a model that plays one script an agent, and what a run showed.

import { z } from 'zod'
import type { RunEvent } from '../../src/agents/run/events.js'
import type { Model } from '../../src/agents/run/model.js'
import type { Run } from '../../src/agents/run/run-shape.js'
import { createGate, type GateOptions, type Session, type Tool, tool } from '../../src/index.js'
import { type ScriptedRequest, type ScriptedStep, scriptedModel } from '../../src/testing/index.js'

export type Tools = ReturnType<typeof makeTools>

/** Fresh declarations, as another process would make them. */
export function makeTools() {
  const ran: string[] = []
  const reader = (name: string, origin?: 'first-party') =>
    tool({
      name,
      description: `Does ${name}.`,
      useWhen: `${name} is wanted`,
      input: z.object({ query: z.string().optional() }),
      effect: 'read',
      ...(origin && { origin }),
      run: ({ query }, { progress }) => {
        progress({ done: 1, total: 2 })
        ran.push(name)
        return { said: `${name} of ${query ?? 'all'}` }
      },
    }) as unknown as Tool
  const send = tool({
    name: 'send',
    description: 'Sends a text.',
    useWhen: 'a text is to be sent',
    input: z.object({ to: z.string(), text: z.string() }),
    roles: { to: 'target', text: 'content' },
    effect: 'trigger',
    run: ({ to }) => {
      ran.push('send')
      return { sentTo: to }
    },
  }) as unknown as Tool
  const slow = tool({
    name: 'slow',
    description: 'Takes long.',
    useWhen: 'time is to pass',
    input: z.object({}),
    effect: 'read',
    run: (_, { signal }) =>
      new Promise<{ done: boolean }>((resolve) => {
        const timer = setTimeout(() => resolve({ done: true }), 5_000)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          ran.push('slow was aborted')
        })
      }),
  }) as unknown as Tool
  return {
    ran,
    search: reader('search'),
    execute: reader('execute_code'),
    shell: reader('shell_run'),
    records: reader('records', 'first-party'),
    send,
    slow,
  }
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export function openSession(
  tools: Tools,
  options: Partial<GateOptions> = {},
  grant?: readonly Tool[],
): Session {
  const { ran: _, ...own } = tools
  const gate = createGate({ log: quiet as never, tools: Object.values(own), ...options })
  return gate.session({ tenant: 't', user: 'u', conversation: 'c', ...(grant && { grant }) })
}

export type Scripts = Readonly<Record<string, readonly ScriptedStep[]>>

export interface Actors extends Model {
  /** What an agent's model was shown, a request a turn. */
  requests(agent: string): readonly ScriptedRequest[]
}

/** A model that plays a script for each agent; agents tell it who they are by their instructions. */
export function actors(scripts: Scripts): Actors {
  const models = new Map(Object.entries(scripts).map(([name, steps]) => [name, scriptedModel(steps)]))
  const of = (name: string) => {
    const model = models.get(name)
    if (!model) throw new Error(`there is no script for '${name}'`)
    return model
  }
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'actors',
    doStream: async (request) => of(String(request.prompt[0]?.content)).doStream(request as ScriptedRequest),
    requests: (name) => models.get(name)?.requests ?? [],
  }
}

/** The names of the tools that an agent was shown last. */
export function shown(model: Actors, agent: string): string[] | undefined {
  return model
    .requests(agent)
    .at(-1)
    ?.tools?.map(({ name }) => name)
}

/** Reads a run to its end. */
export async function played(run: Run, onEvent?: (event: RunEvent) => unknown) {
  const events: RunEvent[] = []
  for await (const event of run.events) {
    events.push(event)
    await onEvent?.(event)
  }
  return { events, result: await run.result }
}

/** All texts of a prompt, in one. */
export function promptText(request: ScriptedRequest | undefined): string {
  return JSON.stringify(request?.prompt ?? [])
}
