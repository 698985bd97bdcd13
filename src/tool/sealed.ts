// The type of a value after the boundary made it JSON-safe; mirrors what `handles/seal/serialise.ts` does.

import type { Json, JsonObject } from '../json/json.js'
import type { Card } from './outcome.js'
import type { Empty, ToolFailure } from './results.js'

/** What a value of type `T` is once it has crossed: dates, bigints and bytes are text, sets are arrays. */
export type Sealed<T> = unknown extends T ? T : IsJson<T> extends true ? T : SealedValue<T>

/** Any JSON at all stays what it is; taken apart, its type would have no end. */
type IsJson<T> = [JsonObject] extends [T] ? ([T] extends [Json] ? true : false) : false

type SealedValue<T> = T extends string | number | boolean | null
  ? T
  : T extends bigint | Date | Bytes
    ? string
    : T extends undefined
      ? undefined
      : T extends ToolFailure
        ? { readonly error: string; readonly userMessage: string }
        : T extends Error
          ? { readonly error: string; readonly code?: string }
          : T extends Numbers
            ? readonly number[]
            : T extends BigInt64Array | BigUint64Array
              ? readonly string[]
              : T extends { toJSON(): infer J }
                ? Sealed<J>
                : T extends ReadonlyMap<infer K, infer V>
                  ? K extends string
                    ? { readonly [key: string]: Sealed<V> }
                    : readonly (readonly [Sealed<K>, SealedItem<V>])[]
                  : T extends ReadonlySet<infer V>
                    ? readonly SealedItem<V>[]
                    : T extends readonly unknown[]
                      ? { readonly [K in keyof T]: SealedItem<T[K]> }
                      : T extends (...args: never[]) => unknown
                        ? never
                        : T extends object
                          ? { readonly [K in keyof T]: Sealed<T[K]> }
                          : never

/** The value itself, and each place of a list: where nothing is, `null` is. A field is left out instead. */
// biome-ignore lint/suspicious/noConfusingVoidType: a run that returns nothing has this type
export type SealedItem<T> = unknown extends T ? T : T extends undefined | void ? null : Sealed<T>

type Bytes = Uint8Array | Uint8ClampedArray | DataView | ArrayBuffer

type Numbers = Int8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array

declare const HANDLED: unique symbol

/** The type of what a schema takes at a position for handles: an entity, marked so that other types know the place. */
export type Handled<E> = E & { readonly [HANDLED]: E }

/** What is marked at a position for handles. */
type EntityOf<T> = T extends { readonly [HANDLED]: infer E } ? E : never

/** As {@link Sealed}, with `As` where `In` says that an entity is given: its token in an outcome, its card in a view. */
export type SealedAs<O, In, As> = unknown extends In
  ? Sealed<O>
  : [EntityOf<In>] extends [never]
    ? SealedParts<O, In, As>
    : As | SealedParts<Exclude<O, EntityOf<In>>, Exclude<In, { readonly [HANDLED]: unknown }>, As>

type SealedParts<O, In, As> = O extends string | number | boolean | null | undefined | bigint | Date
  ? Sealed<O>
  : O extends object
    ? In extends object
      ? { readonly [K in keyof O]: SealedAs<O[K], K extends keyof In ? In[K] : unknown, As> }
      : Sealed<O>
    : Sealed<O>

/** What the views of a tool read. */
export type Viewed<O, In> = SealedAs<O, In, Card>

/** What a run may return where its tool declares an `output` that takes `T`. */
export type Fitting<T> = unknown extends T
  ? unknown
  : Taken<T> | Empty | ToolFailure | Promise<Taken<T> | Empty | ToolFailure>

/** Schemas take readonly data too. The compiler widens a literal of a result, so only the check knows enums. */
type Taken<T> = unknown extends T
  ? T
  : [EntityOf<T>] extends [never]
    ? TakenParts<T>
    : EntityOf<T> | TakenParts<Exclude<T, Handled<EntityOf<T>>>>

type TakenParts<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends object
      ? { readonly [K in keyof T]: Taken<T[K]> }
      : T
