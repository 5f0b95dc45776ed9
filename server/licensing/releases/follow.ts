import type { Database } from '#server/kernel/database/database.ts'

export async function isFollowing(db: Database, userId: number) {
  const row = await db
    .selectFrom('release_followers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { on: row !== undefined }
}

export async function followReleases(db: Database, userId: number, on: boolean) {
  if (on)
    await db
      .insertInto('release_followers')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('release_followers').where('user_id', '=', userId).execute()
  return { on }
}
