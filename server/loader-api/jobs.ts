import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/kernel/database.ts'
import { job } from '#server/kernel/jobs.ts'

/** Codes that are over, once they count for no limit; sessions and loaders that were not seen. */
export async function forgetLoaders(db: Database, lostAfter: number) {
  await db
    .updateTable('loader_sessions')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${lostAfter / 1000})`)
    .execute()
  await db
    .deleteFrom('loader_sessions')
    .where('ended_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
  await db
    .deleteFrom('loader_pairings')
    .where('expires_at', '<', sql<Date>`now() - interval '2 hours'`)
    .execute()
  await db
    .deleteFrom('loader_tokens')
    .where('last_used_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute()
}

export const loaderApiJobs = [
  job({
    name: 'loader.forget',
    does: 'Ends sessions of loaders that are gone, and deletes what was of them',
    payload: z.object({}),
    cron: '*/10 * * * *',
    run: ({ db, loaders }) => forgetLoaders(db, loaders.rules().lostAfter),
  }),
]
