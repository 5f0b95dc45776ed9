import type { Database } from '#server/kernel/database/database.ts'

/** Returns the latest log entry about a staff member's action on a user. */
export async function lastStaffEntry(db: Database, userId: number) {
  const entry = await db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', userId)
    .where('type', '=', 'staff')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { message: entry.message, details: entry.details as Record<string, unknown> }
}
