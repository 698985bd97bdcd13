// What the handle tests share: an entity with a codec, viewers, a store that counts, a vault with a clock in hand.

import { HandleError } from '../../src/handles/errors.js'
import { kind } from '../../src/handles/kinds/kind.js'
import { Unwrapped } from '../../src/handles/kinds/passage.js'
import type { Viewer } from '../../src/handles/scope.js'
import { Vault, type VaultOptions } from '../../src/handles/vault/vault.js'
import { memoryStore } from '../../src/stores/memory.js'
import type { RecordStore } from '../../src/stores/store.js'

/** An entity with a pending intent: notes that are added and not saved yet. */
export class OrderEntity {
  constructor(
    readonly number: number,
    public customer: string,
    readonly notes: string[] = [],
  ) {}

  addNote(note: string): void {
    this.notes.push(note)
  }

  toRow(): { number: number; customer: string; notes: string[] } {
    return { number: this.number, customer: this.customer, notes: this.notes }
  }

  static from(row: { number: number; customer: string; notes: string[] }): OrderEntity {
    return new OrderEntity(row.number, row.customer, [...row.notes])
  }
}

/** The kind of the design's example: owned by its customer. */
export const Order = kind('order', {
  is: (value): value is OrderEntity => value instanceof OrderEntity,
  encode: (order) => order.toRow(),
  decode: (row) => OrderEntity.from(row),
  card: (order) => ({ label: `Order ${order.number}`, facts: { notes: order.notes.length } }),
  authorize: (order, _action, viewer) => order.customer === viewer.user,
  ttlMs: 60_000,
})

/** Another kind, for handles in the wrong place. */
export const Trip = kind('trip', {
  encode: (trip: { to: string }) => trip,
  decode: (row) => row,
})

export const KEY = 'k'.repeat(32)

export function viewer(fields: Partial<Viewer> = {}): Viewer {
  return { tenant: 'acme', user: 'u-17', conversation: 'c-1', groups: [], claims: {}, ...fields }
}

export const lena = viewer()

/** A clock that stands until it is moved. */
export interface Clock {
  (): number
  now: number
}

export function clockAt(now = 1_764_500_000_000): Clock {
  const clock: Clock = Object.assign(() => clock.now, { now })
  return clock
}

/** A store that notes what it was asked. */
export function spyStore(inner: RecordStore): RecordStore & { readonly asked: string[] } {
  const asked: string[] = []
  return new Proxy(inner, {
    get(target, name) {
      if (name === 'asked') return asked
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        asked.push(String(name))
        return (member as (...args: unknown[]) => unknown).apply(target, args)
      }
    },
  }) as RecordStore & { readonly asked: string[] }
}

/** A vault over memory, with all that a test may want to reach. */
export function makeVault(options: Partial<VaultOptions> = {}) {
  const clock = (options.clock as Clock | undefined) ?? clockAt()
  const store = spyStore(options.store ?? memoryStore({ clock }))
  const vault = new Vault({ kinds: [Order, Trip], keys: [KEY], clock, ...options, store })

  /** Seals values of a kind and gives their tokens. */
  async function seal(
    kindOf: typeof Order | typeof Trip,
    who: Viewer,
    ...values: unknown[]
  ): Promise<string[]> {
    const sealing = vault.sealing(who)
    const cards = values.map((value) => sealing.seal(kindOf, value))
    await vault.commit(sealing)
    return cards.map(({ handle }) => handle)
  }

  /** Opens one token as the argument `/order` of a tool. */
  async function open(
    value: unknown,
    who: Viewer = lena,
    more: { kinds?: string[]; tool?: string; action?: 'use' | 'read' | 'write' } = {},
  ) {
    const [answer] = await vault.openMany(
      [{ value, kinds: more.kinds ?? ['order'], action: more.action ?? 'use', pointer: '/order' }],
      { viewer: who, tool: more.tool ?? 'update_order' },
    )
    return answer!
  }

  return { vault, store, clock, seal, open }
}

/** The opened value, or a failing test. */
export function opened(answer: Unwrapped | HandleError): Unwrapped {
  if (answer instanceof Unwrapped) return answer
  throw answer
}

/** The code of an error, or `opened`. */
export function codeOf(answer: Unwrapped | HandleError): string {
  return answer instanceof HandleError ? answer.code : 'opened'
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<HandleError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof HandleError) return error
    throw error
  }
  throw new Error('it did not reject')
}

/** An order of the viewer that most tests use. */
export function anOrder(number = 7): OrderEntity {
  return new OrderEntity(number, 'u-17')
}

/** What {@link makeVault} makes. */
export type Made = ReturnType<typeof makeVault>

/** A vault with one order sealed for Lena. */
export async function setUp(options: Partial<VaultOptions> = {}): Promise<Made & { readonly token: string }> {
  const made = makeVault(options)
  const [token] = await made.seal(Order, lena, anOrder())
  return { ...made, token: token! }
}

/** Opens for writing, changes, writes back: what a tool with `updates` does. */
export async function addNote({ vault, open }: Made, token: string, note: string): Promise<void> {
  const answer = opened(await open(token, lena, { action: 'write' }))
  const order = answer.value as OrderEntity
  order.addNote(note)
  const sealing = vault.sealing(lena)
  sealing.update(answer)
  await vault.commit(sealing)
}

/** The notes of the order behind a token. */
export async function notesOf({ open }: Made, token: string): Promise<string[]> {
  return (opened(await open(token)).value as OrderEntity).notes
}
