import type pg from 'pg'
import { ownSchemas } from './connect.ts'

/** Migrations commit, so a rollback does not undo them. The result drops objects created since. */
export async function rememberObjects(client: pg.Client): Promise<() => Promise<void>> {
  const before = new Set(await listDrops(client))
  return async () => {
    await client.query('rollback')
    for (const drop of await listDrops(client)) {
      if (!before.has(drop)) await client.query(drop)
    }
  }
}

/** Schemas come first, because dropping one drops its tables. */
async function listDrops(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop %s if exists %s cascade', kind, name) as drop
       from (select 1 as place, 'schema' as kind, quote_ident(nspname) as name, oid, 0 as class
               from pg_namespace where ${ownSchemas}
             union all
             select 2, case relkind when 'v' then 'view' else 'table' end,
                    format('%I.%I', nspname, relname), pg_class.oid, 'pg_class'::regclass::int
               from pg_class join pg_namespace on pg_namespace.oid = relnamespace
              where relkind in ('r', 'p', 'v') and ${ownSchemas}
             union all
             select 3, 'routine', pg_proc.oid::regprocedure::text, pg_proc.oid, 'pg_proc'::regclass::int
               from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
              where ${ownSchemas}
             union all
             select 4, 'extension', quote_ident(extname), 0, 0 from pg_extension) as objects
      where not exists (select from pg_depend
                         where objid = objects.oid and classid = class::oid and deptype = 'e')
      order by place, name`,
  )
  return rows.map(({ drop }) => drop)
}
