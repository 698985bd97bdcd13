// One SQLite file through libsql: opening, its mode and schema, transactions, waiting for other processes, and faults
// that name the file. Knows nothing of records.

import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { StoreError } from './store.js'

/** How to open a file. */
interface SqliteFileOptions {
  readonly path: string
  readonly busyMs: number
  readonly durable: 'process' | 'power'
  /** Nothing is made and nothing is written. */
  readonly readOnly: boolean
  /** What a new file gets. */
  readonly schema: string
}

/** Opens the file, or makes it. @throws StoreError that names the file and the mend. */
export function openFile(options: SqliteFileOptions): SqliteFile {
  const path = resolve(options.path)
  try {
    if (options.readOnly) accessSync(path, constants.R_OK)
    else create(path)
    const db = new Database(path, { timeout: options.busyMs })
    const isThere = isOurs(db, path)
    if (options.readOnly) lock(db, path, isThere)
    else {
      chmodSync(path, 0o600)
      prepare(db, path, options)
    }
    return new SqliteFile(db, path, options.busyMs)
  } catch (error) {
    throw toStoreError(error, path)
  }
}

/**
 * SQLite would make the file readable to all; its `-wal` and `-shm` take the mode of the file. A file that is there
 * is never opened here: closing it would drop the locks that this process holds on it (POSIX), and with them the
 * safety of the database.
 */
function create(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    accessSync(path, constants.R_OK | constants.W_OK)
    if (!statSync(path).isFile()) throw new Error('not a file')
  }
}

const APPLICATION_ID = 0x53616c6c
const SCHEMA_VERSION = 1

/** Whether the file is a store; false: it is new. A path given by mistake must not write into another's database. */
function isOurs(db: Database.Database, path: string): boolean {
  if (pragma(db, 'schema_version') === 0) return false
  if (pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new StoreError(
      'unusable',
      `${path} is the database of another program. Give the store its own path.`,
    )
  }
  const version = pragma(db, 'user_version')
  if (version <= SCHEMA_VERSION) return true
  const why = `schema ${version}, known up to ${SCHEMA_VERSION}`
  throw new StoreError(
    'unusable',
    `${path} was written by a newer Sallyport (${why}). Update, or give another path.`,
  )
}

function prepare(db: Database.Database, path: string, { durable, schema }: SqliteFileOptions): void {
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(`PRAGMA synchronous = ${durable === 'power' ? 'FULL' : 'NORMAL'}`)
  // Fewer checkpoints than SQLite's 1 000 pages: each one syncs the disk.
  db.exec('PRAGMA wal_autocheckpoint = 4000')
  db.exec('BEGIN IMMEDIATE')
  try {
    // Asked again under the lock: another process may have made the tables since.
    if (!isOurs(db, path)) {
      db.exec(`${schema} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
    }
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
  // From here on waiting is done between attempts, so that it never blocks the event loop.
  db.exec('PRAGMA busy_timeout = 0')
}

/** The driver takes the option `readonly` and writes all the same. */
function lock(db: Database.Database, path: string, isThere: boolean): void {
  if (!isThere) throw new StoreError('unusable', `${path} is empty: no store was ever kept there.`)
  db.exec('PRAGMA query_only = ON')
  db.exec('PRAGMA busy_timeout = 0')
}

function pragma(db: Database.Database, name: string): number {
  return (db.prepare(`PRAGMA ${name}`).raw().get([]) as unknown as [number])[0]
}

type Statement = ReturnType<Database.Database['prepare']>

/** An open file. `run`, `get` and `all` belong inside `read` or `write`. */
export class SqliteFile {
  #db: Database.Database | undefined
  readonly #statements = new Map<string, Statement>()

  constructor(
    db: Database.Database,
    private readonly path: string,
    private readonly busyMs: number,
  ) {
    this.#db = db
  }

  /** Runs a reader, again while another process is in the way. */
  read<T>(work: () => T): T | Promise<T> {
    return this.#attempt(work)
  }

  /**
   * Runs `statements` writes as one: all when `work` gives true, none when it gives false or throws.
   * A single statement is atomic by itself and needs no transaction.
   */
  write(statements: number, work: () => boolean): boolean | Promise<boolean> {
    return this.#attempt((db) => {
      if (statements < 2) return work()
      db.exec('BEGIN IMMEDIATE')
      try {
        const keep = work()
        db.exec(keep ? 'COMMIT' : 'ROLLBACK')
        return keep
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK')
        throw error
      }
    })
  }

  /** Runs a statement that gives no rows; returns how many rows it changed. */
  run(sql: string, parameters: unknown[]): number {
    return this.#statement(sql, false).run(parameters).changes
  }

  /** The first row, as a list of columns. */
  get(sql: string, parameters: unknown[]): readonly unknown[] | undefined {
    return this.#statement(sql, true).get(parameters) as readonly unknown[] | undefined
  }

  /** All rows, each a list of columns. */
  all(sql: string, parameters: unknown[]): (readonly unknown[])[] {
    return this.#statement(sql, true).all(parameters) as (readonly unknown[])[]
  }

  close(): void {
    if (!this.#db) return
    // The driver keeps the file open as long as a statement of it lives; dropping them lets go of it.
    this.#statements.clear()
    this.#db.close()
    this.#db = undefined
  }

  /** At once when nobody is in the way, which is nearly always. */
  #attempt<T>(work: (db: Database.Database) => T): T | Promise<T> {
    if (!this.#db) throw new StoreError('closed', `The store in ${this.path} is closed.`)
    try {
      return work(this.#db)
    } catch (error) {
      if (isBusy(error)) return this.#wait(work, error)
      throw toStoreError(error, this.path)
    }
  }

  async #wait<T>(work: (db: Database.Database) => T, busy: unknown): Promise<T> {
    const deadline = performance.now() + this.busyMs
    for (let wait = 1, error = busy; ; wait = Math.min(wait * 2, 50)) {
      if (!isBusy(error) || performance.now() + wait > deadline) throw toStoreError(error, this.path)
      await sleep(wait)
      if (!this.#db) throw new StoreError('closed', `The store in ${this.path} is closed.`)
      try {
        return work(this.#db)
      } catch (again) {
        error = again
      }
    }
  }

  #statement(sql: string, rows: boolean): Statement {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db!.prepare(sql)
      if (rows) statement.raw()
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

/** Puts a fault of the driver or the file system into words for the operator. */
function toStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError || error instanceof TypeError) return error
  const code = codeOf(error)
  const because = { cause: error }
  if (isBusy(error)) {
    return new StoreError(
      'busy',
      `${path} is held by another process that writes. Try again, or raise busyMs.`,
      because,
    )
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    const mend = 'Move it away (with its -wal and -shm) and start again: a new one is made.'
    return new StoreError('damaged', `${path} is not a database, or is damaged. ${mend}`, because)
  }
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) {
    return new StoreError('full', `No room left for ${path}. Free some space on its disk.`, because)
  }
  const reason = error instanceof Error ? error.message : String(error)
  const mend = 'Check that the path is a file in a folder that this user may write to.'
  return new StoreError('unusable', `${path} can't be used as a store: ${reason}. ${mend}`, because)
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? '')
}
