import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

export async function countUsers(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('user_days')
    .select(sql<number>`coalesce(sum(users), 0)`.as('total'))
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow()
  return total
}
