import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { sinceBeat } from './facts.ts'

export function findSession(db: Database, tokenId: number, session: string) {
  return db
    .selectFrom('loader_sessions')
    .innerJoin('products', 'products.id', 'product_id')
    .select('slug')
    .select(sinceBeat.as('age'))
    .select(sql<boolean>`ended_at is not null`.as('ended'))
    .where('loader_sessions.id', '=', session)
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
}

export async function endSession(db: Database, tokenId: number, session: string) {
  await db
    .updateTable('loader_sessions')
    .set({ ended_at: sql`now()` })
    .where('id', '=', session)
    .where('token_id', '=', tokenId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns the active sessions. Beats are ages in seconds, because clocks of machines differ. */
export async function writeBeats(
  db: Database,
  beats: { ids: string[]; ages: number[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with beats as (
      select id, clock_timestamp() - make_interval(secs => age) as at
        from unnest(${beats.ids}::uuid[], ${beats.ages}::float8[]) as beats (id, age)
    ), beaten as (
      update loader_sessions set beat_at = greatest(beat_at, at) from beats
       where loader_sessions.id = beats.id and ended_at is null
      returning loader_sessions.id, device_id
    ), seen as (
      update devices set last_seen_at = now()
       where id in (select device_id from beaten) and last_seen_at < now() - interval '5 minutes'
    )
    select id from beaten`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
