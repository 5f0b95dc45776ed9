import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

type State = {
  at: string | null
  made_at: Date | null
  bytes: number | null
  place: string | null
  encrypted: boolean | null
  failed_at: Date | null
  error: string | null
  overdue: boolean
}

/** Daily backups are overdue if there has been none for two days. */
export async function readBackupState(db: Database): Promise<State> {
  const { rows } = await sql<State>`
    select backup_at as at, good.made_at, good.bytes, good.place, good.encrypted,
           bad.made_at as failed_at, bad.error,
           backup_at is not null and greatest(good.made_at, backup_since) < now() - interval '2 days' as overdue
      from settings
      left join lateral (select * from backups where error is null
                          order by made_at desc limit 1) as good on true
      left join lateral (select * from backups where error is not null
                            and (good.made_at is null or made_at > good.made_at)
                          order by made_at desc limit 1) as bad on true`.execute(db)
  return rows[0]!
}
