import { sql } from 'kysely'
import { addInfraction } from '#server/infractions/infractions.ts'
import { type Database, transaction } from '#server/kernel/database.ts'

type Report = { kind: string; reason: string; details: Record<string, unknown> }

const mostAnHour = 20

/**
 * Notes what a loader noticed. Beyond what staff could look at nothing is noted, and answered how many
 * seconds that goes on; else null.
 */
export function report(
  db: Database,
  { userId, id }: { userId: number; id: number },
  { kind, reason, details }: Report,
) {
  return transaction(db, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const oldest = await tx
      .selectFrom('infractions')
      .select(
        sql<number>`ceil(extract(epoch from created_at + interval '1 hour' - now()))::int`.as(
          'wait',
        ),
      )
      .where('user_id', '=', userId)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .orderBy('created_at', 'desc')
      .offset(mostAnHour - 1)
      .limit(1)
      .executeTakeFirst()
    if (oldest) return oldest.wait
    await addInfraction(tx, {
      userId,
      type: kind,
      reason,
      details: { ...details, loader: id },
      source: 'loader',
    })
    return null
  })
}
