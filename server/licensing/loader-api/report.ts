import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { addInfraction } from '#server/licensing/devices/infractions.ts'
import { lockRow } from '#server/platform/users/users.ts'

type Report = { kind: string; reason: string; details: Record<string, unknown> }

const mostAnHour = 20

type Answer = { code: 'VALID' | 'NO_DEVICE' } | { code: 'RATE_LIMITED'; wait: number }

/**
 * Ignores a signed-out loader: otherwise the holder of a stolen computer could get its customer
 * suspended. Also ignores more reports than staff could review.
 */
export function report(
  db: Database,
  { userId, id }: { userId: number; id: number },
  { kind, reason, details }: Report,
): Promise<Answer> {
  return transaction(db, async (tx) => {
    await lockRow(tx, userId)
    const paired = await tx
      .selectFrom('loader_tokens')
      .select('id')
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!paired) return { code: 'NO_DEVICE' }
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
    if (oldest) return { code: 'RATE_LIMITED', wait: oldest.wait }
    await addInfraction(tx, {
      userId,
      type: kind,
      reason,
      details: { ...details, loader: id },
      source: 'loader',
    })
    return { code: 'VALID' }
  })
}
