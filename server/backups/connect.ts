import pg from 'pg'
import { missMachine, newClient } from '#server/kernel/servers.ts'

/** A connection on which a table may take as long as it takes, and its text means the same everywhere. */
export async function connectAlone(url: string): Promise<pg.Client> {
  const client = newClient(url)
  await client.connect()
  await client.query(missMachine)
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
     set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`,
  )
  return client
}

/** Schemas that are PostgreSQL's own are no part of a shop. */
export const ownSchemas = `nspname !~ '^pg_' and nspname <> 'information_schema'`

/** What graphile-worker knows of its own schema, which it makes itself. */
export const isMade = ({ schema, name }: { schema: string; name: string }) =>
  schema === 'graphile_worker' && name === 'migrations'

export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnList = (columns: readonly string[]) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ')
