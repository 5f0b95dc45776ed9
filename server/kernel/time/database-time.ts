import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** In milliseconds since 1970. For times that processes compare: the clocks of machines differ. */
export async function readTime(db: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]!.ms
}
