import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '#server/kernel/config/start-error.ts'
import {
  columnList,
  isMade,
  listTables,
  type Named,
  ownSchemas,
  qualified,
  type Table,
} from './connect.ts'
import type { Manifest } from './manifest.ts'
import type { Reader } from './objects.ts'

/** Loads in one transaction. Constraints between tables are checked after all rows are loaded. */
export async function loadDatabase(
  client: pg.Client,
  { tables, sequences }: Manifest,
  reader: Reader,
) {
  await client.query('begin')
  await createMonths(client, tables)
  const there = await listTables(client)
  const restored = matchTables(tables, there)
  const references = await listReferences(client)
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  // The triggers would count, reject or announce events that have already happened.
  for (const table of there)
    await client.query(`alter table ${qualified(table)} disable trigger user`)
  // Migrations have inserted rows into some of them.
  await client.query(`truncate ${restored.map(qualified).join(', ')}`)
  for (const table of restored) {
    const into = client.query(
      copyFrom(`copy ${qualified(table)} (${columnList(table.columns)}) from stdin`),
    )
    await pipeline(await reader.read(table, { compress: true }), into)
    if (into.rowCount !== table.rows) {
      throw new StartError(
        `The backup is inconsistent: its manifest lists ${table.rows} rows of the table ${table.name}, but it contains ${into.rowCount}. Restore another backup.`,
      )
    }
  }
  for (const table of there)
    await client.query(`alter table ${qualified(table)} enable trigger user`)
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  await setSequences(client, sequences)
  await client.query('commit')
  await client.query('analyze')
  return {
    tables: restored.length,
    rows: restored.reduce((sum, { rows }) => sum + rows, 0),
    /** Tables that do not belong to the shop but were stored in the same database. */
    leftOut: tables.filter((table) => !restored.includes(table)).map(({ name }) => name),
  }
}

/** The names of monthly tables, as the database function `make_months` writes them. */
const monthPattern = /^(logs|events)_(\d{4})_(\d\d)$/

/** Replaces the months that the migrations created, from today on, with those of the backup. */
async function createMonths(client: pg.Client, tables: Manifest['tables']) {
  const isMonth = ({ schema, name }: Named) => schema === 'months' && monthPattern.test(name)
  for (const table of (await listTables(client)).filter(isMonth))
    await client.query(`drop table ${qualified(table)}`)
  for (const { name } of tables.filter(isMonth)) {
    const [, parent, year, month] = name.match(monthPattern)!
    await client.query('select make_months($1, $2::timestamptz, $2::timestamptz)', [
      parent,
      `${year}-${month}-01T00:00:00Z`,
    ])
  }
}

/** Throws a StartError if the tables do not fit the shop's schema. */
function matchTables(tables: Manifest['tables'], there: Table[]) {
  const byName = new Map(there.map((table) => [qualified(table), new Set(table.columns)]))
  const restored = tables.filter((table) => byName.has(qualified(table)))
  for (const table of restored) {
    const unknown = table.columns.find((column) => !byName.get(qualified(table))!.has(column))
    if (unknown === undefined) continue
    throw new StartError(
      `The backup does not match the schema of its own version: the table ${table.name} has no column ${JSON.stringify(unknown)}. Restore another backup.`,
    )
  }
  const found = new Set(restored.map(qualified))
  const missing = there.find((table) => !found.has(qualified(table)) && !isMade(table))
  if (missing) {
    throw new StartError(
      `The backup is incomplete: its manifest does not list the table ${missing.name}. Restore another backup.`,
    )
  }
  return restored
}

/** A sequence that is behind its column would return used ids, so the highest id counts too. */
async function setSequences(client: pg.Client, sequences: Manifest['sequences']) {
  const byName = new Map(sequences.map((sequence) => [qualified(sequence), sequence]))
  const { rows: owned } = await client.query<Named & { table: string; column: string }>(
    `select nspname as schema, sequence.relname as name,
            refobjid::regclass::text as table, quote_ident(attname) as column
       from pg_depend join pg_class as sequence on sequence.oid = objid
       join pg_namespace on pg_namespace.oid = sequence.relnamespace
       join pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass
        and deptype in ('a', 'i') and sequence.relkind = 'S' and ${ownSchemas}`,
  )
  for (const sequence of owned) {
    const { value, called } = byName.get(qualified(sequence)) ?? { value: '1', called: false }
    await client.query(
      `select setval($1::regclass, greatest($2::bigint, highest), $3 or coalesce(highest >= $2::bigint, false))
         from (select max(${sequence.column})::bigint as highest from ${sequence.table}) as ids`,
      [qualified(sequence), value, called],
    )
  }
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
