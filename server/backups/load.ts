import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnList, ownSchemas, qualified } from './connect.ts'
import type { Manifest } from './manifest.ts'
import type { Reader } from './objects.ts'

type Named = { schema: string; name: string }

/**
 * Puts the rows of a backup into tables that migrations have just made, in one transaction: all of
 * them or none. What must hold between tables is checked when all are there.
 */
export async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: Manifest,
  reader: Reader,
) {
  await client.query('begin')
  await makeParts(client, tables)
  const there = await listTables(client)
  const known = new Set(there.map(qualified))
  const restored = tables.filter((table) => known.has(qualified(table)))
  const references = await listReferences(client)
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  // They would count, forbid and tell what has happened already.
  for (const table of there)
    await client.query(`alter table ${qualified(table)} disable trigger user`)
  // Migrations have put rows into some.
  await client.query(`truncate ${restored.map(qualified).join(', ')}`)
  for (const table of restored) {
    const into = client.query(
      copyFrom(`copy ${qualified(table)} (${columnList(table.columns)}) from stdin`),
    )
    await pipeline(await reader.read(table, { compress: true }), into)
    if (into.rowCount !== table.rows) {
      throw new Error(
        `${table.name} has ${table.rows} rows in the backup, and ${into.rowCount} came`,
      )
    }
  }
  for (const table of there)
    await client.query(`alter table ${qualified(table)} enable trigger user`)
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const sequence of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      qualified(sequence),
      sequence.value,
      sequence.called,
    ])
  }
  await client.query('commit')
  await client.query('analyze')
  return {
    tables: restored.length,
    rows: restored.reduce((sum, { rows }) => sum + rows, 0),
    /** Somebody else's, who had put them beside the shop's. */
    leftOut: tables.filter((table) => !known.has(qualified(table))).map(({ name }) => name),
  }
}

/** Months of the backup in place of those that begin today. */
async function makeParts(client: pg.Client, tables: Manifest['tables']) {
  const { rows: today } = await client.query<Named>(
    `select nspname as schema, relname as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relispartition and relkind = 'r' and ${ownSchemas}`,
  )
  for (const part of today) await client.query(`drop table ${qualified(part)}`)
  for (const table of tables) {
    if (!table.part) continue
    const { bounds, triggers } = table.part
    await client.query(
      `create table ${qualified(table)} partition of ${qualified(table.part)} ${bounds}`,
    )
    for (const trigger of triggers) await client.query(trigger)
  }
}

async function listTables(client: pg.Client) {
  const { rows } = await client.query<Named>(
    `select nspname as schema, relname as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and ${ownSchemas}`,
  )
  return rows
}

async function listReferences(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name,
            pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class on pg_class.oid = conrelid
       join pg_namespace on pg_namespace.oid = relnamespace
      where contype = 'f' and conparentid = 0 and ${ownSchemas} order by 1, 2`,
  )
  return rows
}
