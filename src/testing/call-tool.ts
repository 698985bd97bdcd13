// One call through a real gate, for tests: all eight stages and both views, and nothing left open afterwards.

import { createGate, type GateOptions, type SessionOptions } from '../door/create-gate.js'
import type { Outcome } from '../tool/outcome.js'
import { ToolFailure } from '../tool/results.js'
import type { Tool } from '../tool/tool.js'
import { withHandles } from './handle-args.js'
import { NO_RECORDING } from './shelf.js'

/** What {@link callTool} takes: who calls, and whatever `createGate` takes but tools. */
export interface CallToolOptions
  extends Omit<GateOptions, 'tools'>,
    Pick<SessionOptions, 'anonymous' | 'groups' | 'claims'> {
  /** Default: `tester`. */
  readonly user?: string
  /** Default: `test`. */
  readonly tenant?: string
  /** What the user said before, in the user's own words. */
  readonly said?: string
  /** Whose door the call takes. Default: `model`. An app-only tool needs one of the others. */
  readonly by?: 'model' | 'user' | 'program'
  readonly signal?: AbortSignal
}

/**
 * Calls a tool once and closes the gate.
 *
 * @param args What a model would write: an object, or JSON text. A value of one of the `kinds` in an object, or in a list
 *   in it, is given as its handle, so that the call opens it as any other.
 * @throws DefinitionError for an unknown option; the failure `no_recording` when a replaying `fetch` was asked
 *   for what it has not got, so that the test shows it whole, whatever the tool makes of it.
 * @example
 * const outcome = await callTool(searchAwards, { origin: 'SFO', destination: 'NRT' }, { fetch })
 * expect(outcome).toBeOk()
 */
export async function callTool<I, Value>(
  tool: Tool<I, Value>,
  args: unknown,
  options: CallToolOptions = {},
): Promise<Outcome<Value>> {
  const {
    user,
    tenant = 'test',
    said,
    by = 'model',
    signal,
    anonymous,
    groups,
    claims,
    ...gateOptions
  } = options
  const { fetch, missed } = watched(gateOptions.fetch)
  const gate = createGate({
    inGroup: () => false,
    ...gateOptions,
    ...(fetch && { fetch }),
    tools: [tool as Tool],
  })
  try {
    const session = gate.session({
      tenant,
      conversation: 'test',
      ...(anonymous ? { anonymous } : { user: user ?? 'tester' }),
      ...(groups && { groups }),
      ...(claims && { claims }),
    })
    if (said !== undefined) session.userSaid(said, { id: 'said' })
    const given = await withHandles(args, session, gateOptions.kinds)
    const how = signal ? { signal } : {}
    const outcome =
      by === 'model'
        ? ((await session.call({ id: 'call', name: tool.name, args: given }, how)) as Outcome<Value>)
        : await session.invoke(tool, given, { by, ...how })
    const miss = missed()
    if (miss) throw miss
    return outcome
  } finally {
    await gate.close()
  }
}

/** Notes the first request that was never recorded. */
function watched(fetching: typeof fetch | undefined) {
  let miss: ToolFailure | undefined
  const watching: typeof fetch = async (input, init) => {
    try {
      return await fetching!(input, init)
    } catch (error) {
      if (error instanceof ToolFailure && error.code === NO_RECORDING) miss ??= error
      throw error
    }
  }
  return { fetch: fetching && watching, missed: () => miss }
}
