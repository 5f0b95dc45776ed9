import pg from 'pg'
import { missMachine, newClient } from '#server/kernel/database/client.ts'

export type Named = { schema: string; name: string }
export type Table = Named & { columns: string[] }

/** Without timeouts, for large tables. Its settings make text values mean the same everywhere. */
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

/** Excludes the schemas of PostgreSQL itself. */
export const ownSchemas = `nspname !~ '^pg_' and nspname <> 'information_schema'`

/** Includes partitions, but not partitioned tables or tables of an extension. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select nspname as schema, relname as name,
            (select json_agg(attname order by attnum) from pg_attribute
              where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from pg_class as t join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and ${ownSchemas}
        and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
      order by nspname, relname`,
  )
  return rows
}

/** The migrations of graphile-worker's own schema, which it creates itself. */
export const isMade = ({ schema, name }: Named) =>
  schema === 'graphile_worker' && name === 'migrations'

export const qualified = ({ schema, name }: Named) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnList = (columns: readonly string[]) =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ')
