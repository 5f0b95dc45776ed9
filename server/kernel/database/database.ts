import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/tables.ts'
import { keepStatements } from './kept-statements.ts'
import { noLimits, openPool } from './pool.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>

// Safe as numbers: ids and lengths stay far below 2^53, and crypto amounts are JSON numbers.
const numeric = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    numeric.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

type Options = {
  /** The address belongs to a transaction pooler, which keeps no session for us. */
  pooled?: boolean
  /** Disables time limits, for long work that no visitor waits for. */
  unlimited?: boolean
}

/** Opens a connection pool. Call `destroy()` on it when done. */
export function openDatabase(
  url: string,
  poolSize: number,
  { pooled = false, unlimited = false }: Options = {},
): Database {
  const pool = openPool(url, poolSize, { types, ...(unlimited && noLimits) })
  if (!pooled) keepStatements(pool)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs `work` in a transaction. If `db` already is one, `work` joins it. */
export function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
