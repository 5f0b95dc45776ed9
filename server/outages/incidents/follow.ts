import type { Database } from '#server/kernel/database/database.ts'

export async function isFollowing(db: Database, userId: number) {
  const row = await db
    .selectFrom('incident_followers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { on: row !== undefined }
}

/** Subscribes a user to mails about incidents, or unsubscribes them. */
export async function follow(db: Database, userId: number, on: boolean) {
  if (on)
    await db
      .insertInto('incident_followers')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('incident_followers').where('user_id', '=', userId).execute()
  return { on }
}
