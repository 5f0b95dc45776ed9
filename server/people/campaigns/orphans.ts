import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** The job that sent these campaigns failed permanently. */
export async function listOrphaned(db: Database): Promise<number[]> {
  const found = await db
    .selectFrom('campaigns')
    .select('id')
    .where((eb) =>
      eb.or([eb('sender_until', 'is', null), eb('sender_until', '<', sql<Date>`now()`)]),
    )
    .where((eb) =>
      eb.or([
        eb('status', '=', 'running'),
        eb.exists(
          eb
            .selectFrom('campaign_recipients')
            .select('user_id')
            .whereRef('campaign_id', '=', 'campaigns.id')
            .where('campaign_recipients.status', '=', 'sending'),
        ),
      ]),
    )
    .execute()
  return found.map(({ id }) => id)
}
