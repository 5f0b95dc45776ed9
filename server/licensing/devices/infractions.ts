import { sql } from 'kysely'
import type { StaffInfraction } from '#contract/licensing/infractions.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lockUser, requireUser } from '#server/platform/users/users.ts'

/** Newest first. Throws 404 if there is no such user. */
export async function listInfractions(db: Database, userId: number, page: Page) {
  await requireUser(db, userId)
  const ofUser = db
    .selectFrom('infractions')
    .where('user_id', '=', userId)
    .select(['id', 'type', 'reason', 'created_at', 'cleared_at'])
    .select(sql<Record<string, unknown>>`details`.as('details'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { rows, total } = await pageOf(ofUser, page)
  return { infractions: rows, total }
}

type NewInfraction = {
  userId: number
  type: string
  reason: string
  details?: object
  source: 'loader' | 'mismatch' | 'staff'
}

export async function addInfraction(
  tx: Tx,
  { userId, type, reason, details = {}, source }: NewInfraction,
) {
  await tx
    .insertInto('infractions')
    .values({ user_id: userId, type, reason, details: JSON.stringify({ ...details, source }) })
    .execute()
  await writeLog(tx, {
    source: 'loader',
    level: 'warning',
    message: 'Infraction',
    details: { type, source },
    userId,
  })
}

type Noted = { userId: number; type: StaffInfraction; reason: string }

/** Records an infraction that a staff member has observed. Throws 404. */
export function noteInfraction(db: Database, staff: Staff, { userId, type, reason }: Noted) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const { id } = await tx
      .insertInto('infractions')
      .values({ user_id: userId, type, reason, details: JSON.stringify({ source: 'staff' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { infraction_count } = await tx
      .selectFrom('infractions')
      .select(({ fn }) => fn.countAll<number>().as('infraction_count'))
      .where('user_id', '=', userId)
      .where('cleared_at', 'is', null)
      .executeTakeFirstOrThrow()
    await record(tx, 'infraction.noted', { staff, userId, data: { infraction: id, type, reason } })
    return { id, infraction_count }
  })
}

/** Resets the count of a user's infractions. The history remains. Throws 404. */
export function resetInfractions(db: Database, staff: Staff, userId: number) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const { numUpdatedRows } = await tx
      .updateTable('infractions')
      .set({ cleared_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('cleared_at', 'is', null)
      .executeTakeFirstOrThrow()
    const before = { infraction_count: Number(numUpdatedRows) }
    await record(tx, 'infractions.cleared', {
      staff,
      userId,
      data: { before, after: { infraction_count: 0 } },
    })
  })
}
