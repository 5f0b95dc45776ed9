import { sql } from 'kysely'
import { selectDueRoles } from '#server/access/subscriptions/due-roles.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Accounts per sweep: as many as Discord's rate limit permits before the next sweep. */
const most = 200

/** The longest waiting first. Granted roles are checked daily: members may rejoin without them. */
export async function findMismatches(db: Database): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    with due as (${selectDueRoles(db)})
    select account
      from (
        select coalesce(due.account, noted.discord_id) as account, checked_at,
               case
                 when state is null then interval '0'
                 when state = 'given' and due.account is null then interval '0'
                 when state = 'given' then interval '1 day'
                 when state in ('left_server', 'forbidden') then interval '1 hour'
                 else interval '4 minutes'
               end as patience
          from due
          full join discord_roles noted
            on noted.discord_id = due.account and noted.role_id = due."roleId"
      ) as roles
     where checked_at is null or checked_at <= now() - patience
     group by account
     order by min(checked_at) nulls first
     limit ${most}`.execute(db)
  return rows.map(({ account }) => account)
}
