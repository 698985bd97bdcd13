// The type of a value after the boundary made it JSON-safe; mirrors what `gate/serialise.ts` does.

/** What a value of type `T` is once it has crossed: dates, bigints and bytes are text, sets are arrays. */
export type Sealed<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null
    ? T
    : T extends bigint | Date | Uint8Array | ArrayBuffer
      ? string
      : T extends undefined
        ? undefined
        : T extends { toJSON(): infer J }
          ? Sealed<J>
          : T extends ReadonlyMap<infer K, infer V>
            ? K extends string
              ? { readonly [key: string]: Sealed<V> }
              : readonly (readonly [Sealed<K>, Sealed<V>])[]
            : T extends ReadonlySet<infer V>
              ? readonly Sealed<V>[]
              : T extends readonly unknown[]
                ? { readonly [K in keyof T]: Sealed<T[K]> }
                : T extends (...args: never[]) => unknown
                  ? never
                  : T extends object
                    ? { readonly [K in keyof T]: Sealed<T[K]> }
                    : never
