import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

const most = 200

/** The sources, each found by one index lookup: there are few, however many entries there are. */
export async function listSources(db: Database): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive source as (
      (select type from logs order by type limit 1)
      union all
      select (select type from logs where type > source.type order by type limit 1)
        from source where source.type is not null
    ) select type from source where type is not null limit ${most}`.execute(db)
  return rows.map(({ type }) => type)
}
