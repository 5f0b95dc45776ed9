import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnList, isMade, listTables, ownSchemas, qualified } from './connect.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import type { Writer } from './objects.ts'

/** `onMoment` gets the snapshot's name, so that another connection can read the same rows. */
export async function copyDatabase(
  client: pg.Client,
  write: Writer,
  onMoment: (snapshot: string) => Promise<void>,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'postgres'>> {
  await client.query('begin isolation level repeatable read read only')
  const { rows: moment } = await client.query<{ id: string; postgres: string }>(
    `select pg_export_snapshot() as id, current_setting('server_version') as postgres`,
  )
  const described = (await listTables(client)).filter((table) => !isMade(table))
  await client.query(`lock table ${described.map(qualified).join(', ')} in access share mode`)
  await onMoment(moment[0]!.id)
  const tables: BackedUpTable[] = []
  for (const table of described) {
    const { schema, name, columns } = table
    const copied = client.query(
      copyTo(`copy ${qualified(table)} (${columnList(columns)}) to stdout`),
    )
    // A broken connection emits several errors, even when nothing reads the stream any more.
    copied.on('error', (error) => copied.destroy(error))
    const stored = await write(`tables/${schema}.${name}.zst`, copied, { compress: true })
    tables.push({ ...table, ...stored, rows: copied.rowCount })
  }
  // Sequences ignore transactions, so they are never behind the rows.
  const sequences = await listSequences(client)
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  await client.query('commit')
  return { migrations, tables, sequences, postgres: moment[0]!.postgres }
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'S' and ${ownSchemas} order by 1, 2`,
  )
  const found: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${qualified(sequence)}`,
    )
    found.push({ ...sequence, ...state[0]! })
  }
  return found
}
