// The store in one SQLite file: survives a restart and a kill, and serves several processes of one machine.
// SQL and the rules of the records live here; how a file is opened and locked lives in sqlite-file.ts.

import { z } from 'zod'
import { parseOptions } from '../base/options.js'
import { checkDistinct, checkKey, checkRecord, DEFAULT_LIMIT } from './check.js'
import { openFile, type SqliteFile } from './sqlite-file.js'
import type { ConditionalWrite, RecordStore, StoreKey, StoreQuery, StoreRecord, StoreStats } from './store.js'

/** What {@link sqliteStore} takes. */
export interface SqliteStoreOptions {
  /** The database file. It and its folder are made when missing, for this user only (0600 and 0700). */
  readonly path: string
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: () => number
  /** Milliseconds to wait for another process that writes before a call rejects. Default: 5 000. */
  readonly busyMs?: number
  /**
   * What a committed write survives: `process` (default) the end of the process, however sudden; `power` a loss of
   * power as well, at a sync of the disk for each write.
   */
  readonly durable?: 'process' | 'power'
  /** For looking at what another process keeps: the file must be there, and each write rejects. Default: false. */
  readonly readOnly?: boolean
}

/**
 * Opens a store in a file: the default of the gateway.
 *
 * @throws DefinitionError when an option is unknown or wrong.
 * @throws StoreError when the file can't be opened, is damaged or belongs to another program; names file and mend.
 * @example
 * const gate = createGate({ tools, store: sqliteStore({ path: '.sallyport/state.db' }), key })
 */
export function sqliteStore(options: SqliteStoreOptions): RecordStore {
  const { clock, ...file } = parseOptions(OPTIONS, options, 'sqliteStore()')
  return new SqliteStore(openFile({ ...file, schema: SCHEMA }), clock)
}

const OPTIONS = z.strictObject({
  path: z
    .string()
    .min(1)
    .refine(
      (path) => path !== ':memory:',
      "must be a file; for a store in memory use memoryStore() of 'sallyport'",
    ),
  clock: z
    .custom<() => number>((value) => typeof value === 'function', 'must be a function')
    .default(() => Date.now),
  busyMs: z.int().min(0).default(5_000),
  durable: z.enum(['process', 'power']).default('process'),
  readOnly: z.boolean().default(false),
})

// A table with rowid: without it a value of a kilobyte spills into overflow pages, and writing costs twice as much.
// `size` stands before `value`, so that counting doesn't read the values.
const SCHEMA = `
  CREATE TABLE record (
    space TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL, parent TEXT,
    version INTEGER NOT NULL, expires INTEGER, size INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (space, scope, key)
  );
  CREATE INDEX record_parent ON record (space, scope, parent, key) WHERE parent IS NOT NULL;
  CREATE INDEX record_expires ON record (expires) WHERE expires IS NOT NULL;
`

const CONTENT = 'parent, version, expires, value'
const AT = 'space = ? AND scope = ? AND key = ?'
const LIVE = '(expires IS NULL OR expires > ?)'
const GET = `SELECT ${CONTENT} FROM record WHERE ${AT}`
const PUT = `INSERT INTO record (space, scope, key, parent, version, expires, size, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET parent = excluded.parent, version = excluded.version, expires = excluded.expires,
  size = excluded.size, value = excluded.value`
/** For `expected` 0: takes the place of nothing but an expired record. */
const PUT_NEW = `${PUT} WHERE record.expires <= ?`
const PUT_OVER = `UPDATE record SET parent = ?, version = ?, expires = ?, size = ?, value = ?
  WHERE ${AT} AND ${LIVE} AND version = ?`
const DELETE = `DELETE FROM record WHERE ${AT} RETURNING expires`
/** UNION, not UNION ALL: it ends on a circle of parents. */
const DELETE_TREE = `WITH RECURSIVE tree (key) AS (
    VALUES (?) UNION SELECT child.key FROM record child JOIN tree ON child.parent = tree.key
    WHERE child.space = ? AND child.scope = ?)
  DELETE FROM record WHERE space = ? AND scope = ? AND key IN tree RETURNING expires`
const SWEEP = `DELETE FROM record WHERE rowid IN
  (SELECT rowid FROM record WHERE expires <= ? ORDER BY expires LIMIT ?)`

type Content = readonly [parent: string | null, version: number, expires: number | null, value: string]
type Row = readonly [space: string, scope: string, key: string, ...content: Content]

class SqliteStore implements RecordStore {
  readonly shared = true

  constructor(
    private readonly file: SqliteFile,
    private readonly clock: () => number,
  ) {}

  async putMany(records: readonly StoreRecord[]): Promise<void> {
    for (const record of records) checkRecord(record)
    await this.file.write(records.length, () => {
      for (const record of records) this.file.run(PUT, fields(record))
      return true
    })
  }

  async getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]> {
    for (const key of keys) checkKey(key)
    const now = this.clock()
    return this.file.read(() =>
      keys.map(({ space, scope, key }) => {
        const row = this.file.get(GET, [space, scope, key]) as Content | undefined
        return row && isLive(row[2], now) ? toRecord(space, scope, key, row) : undefined
      }),
    )
  }

  async compareAndSet(record: StoreRecord, expected: number): Promise<boolean> {
    return this.compareAndSetMany([{ record, expected }])
  }

  async compareAndSetMany(writes: readonly ConditionalWrite[]): Promise<boolean> {
    for (const { record } of writes) checkRecord(record)
    checkDistinct(writes)
    const now = this.clock()
    return this.file.write(writes.length, () => writes.every((write) => this.writeIf(write, now)))
  }

  async deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number> {
    for (const key of keys) checkKey(key)
    const now = this.clock()
    let gone: (readonly unknown[])[] = []
    await this.file.write(keys.length, () => {
      gone = keys.flatMap(({ space, scope, key }) =>
        options?.descendants
          ? this.file.all(DELETE_TREE, [key, space, scope, space, scope])
          : this.file.all(DELETE, [space, scope, key]),
      )
      return true
    })
    return gone.filter(([expires]) => isLive(expires as number | null, now)).length
  }

  async list({ space, scope, parent, after, limit = DEFAULT_LIMIT }: StoreQuery): Promise<StoreRecord[]> {
    checkKey({ space, ...(scope === undefined ? {} : { scope }) })
    const where: [condition: string, ...parameters: unknown[]][] = [
      ['space = ?', space],
      [LIVE, this.clock()],
    ]
    if (scope !== undefined) where.push(['scope = ?', scope])
    if (parent !== undefined) where.push(['parent = ?', parent])
    if (after) where.push(['(scope, key) > (?, ?)', after.scope, after.key])
    const sql = `SELECT space, scope, key, ${CONTENT} FROM record WHERE ${where.map(([condition]) => condition).join(' AND ')}
      ORDER BY scope, key LIMIT ?`
    const parameters = [...where.flatMap(([, ...rest]) => rest), limit]
    return this.file.read(() =>
      (this.file.all(sql, parameters) as unknown as Row[]).map(([space, scope, key, ...content]) =>
        toRecord(space, scope, key, content),
      ),
    )
  }

  async sweep({ limit = DEFAULT_LIMIT }: { readonly limit?: number } = {}): Promise<number> {
    const now = this.clock()
    let gone = 0
    await this.file.write(1, () => {
      gone = this.file.run(SWEEP, [now, limit])
      return true
    })
    return gone
  }

  async stats({
    space,
    scope,
  }: {
    readonly space?: string
    readonly scope?: string
  } = {}): Promise<StoreStats> {
    checkKey({ ...(space === undefined ? {} : { space }), ...(scope === undefined ? {} : { scope }) })
    const where: [condition: string, parameter: unknown][] = [[LIVE, this.clock()]]
    if (space !== undefined) where.push(['space = ?', space])
    if (scope !== undefined) where.push(['scope = ?', scope])
    const sql = `SELECT count(*), coalesce(sum(size), 0) FROM record
      WHERE ${where.map(([condition]) => condition).join(' AND ')}`
    return this.file.read(() => {
      const [records, size] = this.file.get(
        sql,
        where.map(([, parameter]) => parameter),
      ) as [number, number]
      return { records, size }
    })
  }

  async close(): Promise<void> {
    this.file.close()
  }

  private writeIf({ record, expected }: ConditionalWrite, now: number): boolean {
    const row = fields(record)
    if (expected === 0) return this.file.run(PUT_NEW, [...row, now]) === 1
    return this.file.run(PUT_OVER, [...row.slice(3), ...row.slice(0, 3), now, expected]) === 1
  }
}

function isLive(expires: number | null, now: number): boolean {
  return expires === null || now < expires
}

function fields({ space, scope, key, parent, version, expiresAt, value }: StoreRecord): unknown[] {
  return [space, scope, key, parent ?? null, version, expiresAt ?? null, value.length, value]
}

function toRecord(
  space: string,
  scope: string,
  key: string,
  [parent, version, expires, value]: Content,
): StoreRecord {
  return {
    space,
    scope,
    key,
    ...(parent !== null && { parent }),
    version,
    ...(expires !== null && { expiresAt: expires }),
    value,
  }
}
