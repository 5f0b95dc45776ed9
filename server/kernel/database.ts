import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/tables.ts'
import { keepStatements } from './kept-statements.ts'
import { noLimits, openPool } from './pool.ts'

/** The database or a transaction on it: rules take it first and do not care which it is. */
export type Database = Kysely<DB>
export type Tx = Transaction<DB>

// Ids and lengths stay far below 2^53; amounts of crypto travel as JSON numbers anyway.
const numeric = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    numeric.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

type Options = {
  /** The address is that of a transaction pooler, where no session is ours for longer. */
  pooled?: boolean
  /** Sets no time limits: for work that may take long while no visitor waits. */
  unlimited?: boolean
}

/** A pooled connection. Call `destroy()` on it when done. */
export function openDatabase(
  url: string,
  poolSize: number,
  { pooled = false, unlimited = false }: Options = {},
): Database {
  const pool = openPool(url, poolSize, { types, ...(unlimited && noLimits) })
  if (!pooled) keepStatements(pool)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs `work` in a transaction, or within the one that `db` is already. */
export function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
