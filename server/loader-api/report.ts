import { sql } from 'kysely'
import { addInfraction } from '#server/infractions/infractions.ts'
import { type Database, transaction } from '#server/kernel/database.ts'

type Report = { kind: string; reason: string; details: Record<string, unknown> }

const mostAnHour = 20

/** Notes what a loader noticed. False beyond what staff could look at. */
export function report(
  db: Database,
  { userId, id }: { userId: number; id: number },
  { kind, reason, details }: Report,
) {
  return transaction(db, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('infractions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
    if (count >= mostAnHour) return false
    await addInfraction(tx, {
      userId,
      type: kind,
      reason,
      details: { ...details, loader: id },
      source: 'loader',
    })
    return true
  })
}
