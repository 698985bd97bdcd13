// The stage on the real gate: the suite's tools declared from its role file, one session a play, and nothing but
// the public API between the replay and the verdict.

import {
  createGate,
  failure,
  type Gate,
  type Json,
  type JsonObject,
  jsonSchema,
  type Logger,
  memoryStore,
  type RecordStore,
  type Session,
  type Tool,
  type ToolOptions,
  tool,
} from 'sallyport'
import type { Suite } from './data.js'
import type { Stage, Staged } from './stage.js'

const USER = { tenant: 'bench', user: 'user' }

/** Opens a session of its own for one play. `micros` takes how long each decision took. */
export function openGateStage(suite: Suite, micros: number[], explain?: (line: string) => void): Stage {
  const { gate, plays } = bedOf(suite, micros)
  const conversation = `play-${++count}`
  const session = gate.session({ ...USER, conversation })
  const play: Play = { staged: undefined, ran: false }
  plays.set(conversation, play)
  const held = new Map<string, Held>()
  let said = 0
  let calls = 0

  async function step(given: Given, cross: () => ReturnType<Session['call']>): Promise<Staged> {
    play.staged = given
    play.ran = false
    const outcome = await cross()
    if (outcome.status === 'held') {
      const { approval } = outcome
      held.set(approval.id, { given, callId: outcome.callId, seen: approval.revision })
      explain?.(
        `${outcome.tool}: ${approval.reason} ${approval.items.map(({ argument, value, role, from }) => `${argument}=${value} (${role}, ${from})`).join('; ')}`,
      )
      return { status: 'held', approval: approval.id }
    }
    // A model takes longer to read a result than the gate to index it; a decision is timed without that.
    await new Promise((resolve) => setImmediate(resolve))
    // A tool that ran and failed did run; anything else was refused.
    if (play.ran) return { status: 'ran' }
    return { status: 'refused', code: 'error' in outcome ? outcome.error.code : outcome.status }
  }

  return {
    said: (text) => session.userSaid(text, { id: `m${++said}` }),
    call: (name, args, result, error) =>
      step({ result, error }, () => session.call({ id: `call_${++calls}`, name, args })),
    async allowOnce(approval) {
      const { given, callId, seen } = held.get(approval) as Held
      await session.approve(approval, { for: 'once', by: USER.user, seen })
      return step(given, () => session.resume(approval, { callId }))
    },
    async close() {
      session.close()
      plays.delete(conversation)
    },
  }
}

let count = 0

/** What a call gives if it runs. */
interface Given {
  readonly result: Json | undefined
  readonly error: string | null | undefined
}

/** A call that waits, and which approval was shown for it. */
interface Held {
  readonly given: Given
  readonly callId: string
  readonly seen: string
}

interface Play {
  staged: Given | undefined
  ran: boolean
}

/** A gate on the tools of a suite, and what they are to give in each play. */
interface Bed {
  readonly gate: Gate
  readonly plays: Map<string, Play>
}

const BEDS = new WeakMap<Suite, Bed>()

function bedOf(suite: Suite, micros: number[]): Bed {
  let bed = BEDS.get(suite)
  if (!bed) {
    const plays = new Map<string, Play>()
    const tools = suite.tools.map((each) => declared(each, suite, plays))
    bed = { gate: createGate({ tools, store: measuring(micros), log: SILENT }), plays }
    BEDS.set(suite, bed)
  }
  return bed
}

function declared(
  { name, description, args, required }: Suite['tools'][number],
  { roles }: Suite,
  plays: Bed['plays'],
): Tool {
  const options: ToolOptions<JsonObject, unknown, unknown> = {
    name,
    description: description || name,
    useWhen: 'the task needs it',
    input: jsonSchema(inputSchema(args, required)),
    ...(roles[name] as Suite['roles'][string]),
    run(_, { conversation }) {
      const play = plays.get(conversation) as Play
      play.ran = true
      const { result, error } = play.staged as Given
      if (error) return failure({ code: 'recorded', userMessage: 'The tool failed in the recorded play.' })
      return result ?? null
    },
  }
  return tool(options) as Tool
}

/** The recorded tools say which arguments there are, not of which type. */
export function inputSchema(args: readonly string[], required: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((arg) => [arg, {}])),
    required: [...required],
    additionalProperties: false,
  }
}

/** Takes the time of each decision out of its record, and keeps nothing. */
function measuring(micros: number[]): RecordStore {
  const store = memoryStore({ maxRecords: 1 })
  return {
    shared: false,
    async putMany(records) {
      for (const { space, value } of records) {
        const took =
          space === 'decision' && (JSON.parse(value) as { flow?: { micros?: number } }).flow?.micros
        if (typeof took === 'number') micros.push(took)
      }
    },
    getMany: async (keys) => keys.map(() => undefined),
    compareAndSet: (record, expected) => store.compareAndSet(record, expected),
    compareAndSetMany: (writes) => store.compareAndSetMany(writes),
    deleteMany: (keys, options) => store.deleteMany(keys, options),
    list: (query) => store.list(query),
    sweep: (options) => store.sweep(options),
    stats: (query) => store.stats(query),
    close: () => store.close(),
  }
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} }
