// What a gate holds for handles: the vault with its kinds, and the question that the walk over a result asks. Made
// once by `createGate`.

import { randomBytes } from 'node:crypto'
import { DefinitionError } from '../../base/options.js'
import { ANY_KIND, kindsMarked } from '../../json/schema/marks.js'
import type { RecordStore } from '../../stores/store.js'
import type { Logger } from '../../tool/context.js'
import type { Tool } from '../../tool/tool.js'
import type { Kind } from '../kinds/kind.js'
import { result } from '../kinds/result-kind.js'
import { type Pick, picker, transformsOf } from '../kinds/transform.js'
import type { ScopeLevel } from '../scope.js'
import { Vault } from './vault.js'

/** What a program says about handles. */
export interface HandleOptions {
  /** The kinds of values that cross as handles. */
  readonly kinds?: readonly Kind[]
  /**
   * The secret of which tokens are made, of at least 32 random bytes; of several the first makes new ones. Needed with
   * `kinds` in a store that outlives the process. Default: one that ends with the process.
   */
  readonly key?: string | Uint8Array | readonly (string | Uint8Array)[]
  /**
   * How far handles of whole results reach: their `conversation` (default), or all of the `user`'s, which a program
   * wants whose conversations are short, as those of a gateway are. Nobody in particular never reaches beyond one.
   */
  readonly resultScope?: Exclude<ScopeLevel, 'run'>
}

/** The gate's side of handles. */
export interface HandleCore {
  readonly vault: Vault
  readonly kinds: ReadonlyMap<string, Kind>
  /** Who takes a value of a result; undefined: no kind takes any, so nobody needs to be asked. */
  readonly pick: Pick | undefined
  /** Whether some kind's handles end with a run of agents: then no outcome is shared between runs. */
  readonly hasRunKinds: boolean
}

/** What the gate has made already. */
export interface HandleParts {
  readonly tools: readonly Tool[]
  readonly store: RecordStore
  readonly clock: () => number
  readonly newId: (() => string) | undefined
  readonly log: Logger
}

/** @throws DefinitionError for a kind that can't be kept, a key that is none, or a tool that takes an unknown kind. */
export function handleCore(
  { kinds: given = [], key, resultScope }: HandleOptions,
  { tools, store, clock, newId, log }: HandleParts,
): HandleCore {
  const kinds = [...given, result as Kind]
  if (given.length > 0 && store.shared && key === undefined) {
    throw new DefinitionError(
      'createGate(): with kinds in a store that lasts, give key: tokens that were made with another one open nothing after a restart. Make one with: openssl rand -hex 32',
    )
  }
  checkKinds(kinds, tools)
  const vault = new Vault({
    store,
    kinds,
    keys: key === undefined ? [randomBytes(32)] : isOne(key) ? [key] : key,
    clock,
    ...(resultScope && { scopes: new Map([[result.name, resultScope]]) }),
    ...(newId && { newId }),
    onFault: (what, err) => log.error({ err }, what),
  })
  const transforms = transformsOf(given)
  return {
    vault,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    pick: transforms.length === 0 ? undefined : picker(transforms),
    hasRunKinds: kinds.some(({ scope }) => scope === 'run'),
  }
}

function isOne(key: NonNullable<HandleOptions['key']>): key is string | Uint8Array {
  return typeof key === 'string' || key instanceof Uint8Array
}

function checkKinds(kinds: readonly Kind[], tools: readonly Tool[]): void {
  const names = new Set(kinds.map(({ name }) => name))
  for (const { name, inputSchema, outputSchema } of tools) {
    const marked = [...kindsMarked(inputSchema), ...(outputSchema ? kindsMarked(outputSchema) : [])]
    const unknown = marked.find((kind) => kind !== ANY_KIND && !names.has(kind))
    if (unknown === undefined) continue
    throw new DefinitionError(
      `createGate(): tool '${name}' has a handle of kind '${unknown}', which this gate does not know. Add the kind to kinds: [...].`,
    )
  }
}
